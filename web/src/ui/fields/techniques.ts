import { useEffect, useState } from 'react'

type Table = typeof import('@caseloom/contract/attack-techniques')

let table: Table | null = null

/** The table of ATT&CK techniques, which comes when the first field needs it; null until then. */
export function useTechniques(): Table | null {
  const [loaded, setLoaded] = useState(table)
  useEffect(() => {
    if (loaded !== null) return
    let wanted = true
    void import('@caseloom/contract/attack-techniques').then((found) => {
      table = found
      if (wanted) setLoaded(found)
    })
    return () => {
      wanted = false
    }
  }, [loaded])
  return loaded
}

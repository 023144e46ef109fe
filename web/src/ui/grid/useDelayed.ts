import { useEffect, useState } from 'react'

/** True only after `on` has been true for a while: short waits show nothing instead of a flicker. */
export function useDelayed(on: boolean, milliseconds: number): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!on) return
    const timer = setTimeout(() => setLate(true), milliseconds)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [on, milliseconds])
  return on && late
}

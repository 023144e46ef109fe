import { useState } from 'react'
import { useMay } from '../../data/scope.tsx'

/** Which records of a list are selected: single ones, or all that it found. */
export function useSelectedRows() {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [isAll, setAll] = useState(false)
  const mayBulk = useMay('record:bulk')
  const mayExport = useMay('record:export')
  const tick = (next: ReadonlySet<string>) => {
    setSelected(next)
    setAll(false)
  }
  return { selected, isAll, setAll, tick, mayTick: mayBulk || mayExport }
}

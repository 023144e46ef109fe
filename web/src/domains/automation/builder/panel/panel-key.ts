import { useState } from 'react'
import type { Path } from '../model/places.ts'

interface Shown {
  key: string
  path: Path
}

/** True for a node that was renamed in place or moved under the same name. */
export function isSameNode(before: Shown, after: Shown): boolean {
  return before.key === after.key || before.path.join('/') === after.path.join('/')
}

/** A React key that keeps a node's panel mounted while the document changes around it. */
export function usePanelKey(found: Shown | undefined): number {
  const [shown, setShown] = useState({ found, number: 0 })
  if (found === undefined) return shown.number
  const isSame = shown.found !== undefined && isSameNode(shown.found, found)
  const number = isSame ? shown.number : shown.number + 1
  const isMoved = shown.found?.key !== found.key || shown.found.path.join('/') !== found.path.join('/')
  if (isMoved) setShown({ found, number })
  return number
}

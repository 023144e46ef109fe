import { useState } from 'react'
import { useWideWindow } from '../ui/useWideWindow.ts'

/** A rail below 1200 px and where the page asks for one, until the user decides otherwise. */
export function useSidebar(pageWantsRail: boolean): { rail: boolean; toggle: () => void } {
  const wide = useWideWindow()
  const usual = !wide || pageWantsRail
  const [choice, setChoice] = useState<{ usual: boolean; rail: boolean } | null>(null)
  // A choice applies to its situation only: a rail chosen on a list says nothing about a builder.
  const rail = choice !== null && choice.usual === usual ? choice.rail : usual
  return { rail, toggle: () => setChoice({ usual, rail: !rail }) }
}

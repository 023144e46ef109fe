import { createContext, use } from 'react'
import { useWideWindow } from '../../../ui/useWideWindow.ts'

/** Whether a record is shown beside the list that it was opened from. */
export const BesideList = createContext(false)

/** Whether a record has room for its rail: beside a list, only in a very wide window. */
export function useRailRoom(): boolean {
  return useWideWindow(use(BesideList) ? 1680 : 1200)
}

import type { RefObject } from 'react'
import { useGridKeys } from '../../../ui/grid/useGridKeys.ts'

const PAGE = 5

/** The keys of lists move the focus through the rows of all sections; Enter opens the row, as a link does. */
export function useHomeKeys(page: RefObject<HTMLElement | null>): void {
  const rows = () => [...(page.current?.querySelectorAll<HTMLElement>('a[data-row]') ?? [])]
  useGridKeys({
    enabled: true,
    // Asked when a key is pressed: rows come and go, and the focus is where the reader left it.
    get count() {
      return rows().length
    },
    get at() {
      const focused = document.activeElement
      return rows().findIndex((row) => row.closest('li')?.contains(focused) === true)
    },
    page: () => PAGE,
    hasTicks: false,
    hasMenus: false,
    hasGroups: false,
    actions: [],
    onMove: (to) => rows()[to]?.focus(),
    onOpen: (at) => rows()[at]?.click(),
    onFold: () => false,
    onMenu: () => false,
    onTick: () => undefined,
    onEscape: () => false,
  })
}

import type { BoardFilter, TimeRange } from '@caseloom/contract/workspaces/workspaces'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { readBoardFilter } from './board-filter.ts'
import { readBoardSearch } from './range-search.ts'

/** The range and the filter of a dashboard as the address carries them. */
export function useBoardSearch(fallback: TimeRange) {
  const search = readBoardSearch(useSearch({ strict: false }))
  const navigate = useNavigate()
  const filter = useMemo(() => readBoardFilter(search.filter), [search.filter])
  const go = (next: typeof search) => void navigate({ to: '.', search: next, replace: true })
  return {
    range: search.range ?? fallback,
    setRange: (range: TimeRange) => go({ ...search, range }),
    filter,
    setFilter: (next: BoardFilter) => {
      const { filter: _before, ...rest } = search
      go(next.length === 0 ? rest : { ...rest, filter: JSON.stringify(next) })
    },
  }
}

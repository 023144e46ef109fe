import type { DashboardFilter, TimeRange } from '@caseloom/contract/workspaces/workspaces'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { readDashboardFilter } from './dashboard-filter.ts'
import { readDashboardSearch } from './range-search.ts'

/** The range and the filter of a dashboard as the address carries them. */
export function useDashboardSearch(fallback: TimeRange) {
  const search = readDashboardSearch(useSearch({ strict: false }))
  const navigate = useNavigate()
  const filter = useMemo(() => readDashboardFilter(search.filter), [search.filter])
  const go = (next: typeof search) => void navigate({ to: '.', search: next, replace: true })
  return {
    range: search.range ?? fallback,
    setRange: (range: TimeRange) => go({ ...search, range }),
    filter,
    setFilter: (next: DashboardFilter) => {
      const { filter: _before, ...rest } = search
      go(next.length === 0 ? rest : { ...rest, filter: JSON.stringify(next) })
    },
  }
}

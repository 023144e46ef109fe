import type { TimeRange } from '@caseloom/contract/workspaces/workspaces'
import { textParam } from '../../data/search-params.ts'

export const RANGES: readonly TimeRange[] = ['24h', '7d', '30d', '90d', '365d', 'all']

/** Unknown time ranges are ignored. */
export function readRange(search: Record<string, unknown>): { range?: TimeRange } {
  const text = textParam(search, 'range')
  const range = RANGES.find((one) => one === text)
  return range === undefined ? {} : { range }
}

/** The range, and the filter as the address carries it. */
export function readDashboardSearch(search: Record<string, unknown>): { range?: TimeRange; filter?: string } {
  const filter = textParam(search, 'filter')
  return { ...readRange(search), ...(filter === undefined ? {} : { filter }) }
}

import { Condition, type Filter } from '@caseloom/contract/filter'
import { z } from 'zod'
import { textParam } from '../../data/search-params.ts'
import type { GridSort } from '../../ui/grid/grid-column.ts'
import type { ListSearch } from './records.queries.ts'

/** The state of a list as it stands in the address: conditions (all must hold), words, sort. */
export interface ListState {
  filter?: string
  q?: string
  sort?: string
}

const Conditions = z.array(Condition).max(20)

/** Keeps what of the address a list understands. */
export function readListState(search: Record<string, unknown>): ListState {
  const filter = textParam(search, 'filter')
  const q = textParam(search, 'q')
  const sort = textParam(search, 'sort')
  return {
    ...(filter === undefined || conditionsOf({ filter }).length === 0 ? {} : { filter }),
    ...(q === undefined ? {} : { q }),
    ...(sort === undefined || sortOf({ sort }) === undefined ? {} : { sort }),
  }
}

/** The conditions of an address; an unreadable text holds none. */
export function conditionsOf(state: ListState): Condition[] {
  if (state.filter === undefined) return []
  try {
    const parsed = Conditions.safeParse(JSON.parse(state.filter))
    return parsed.success ? parsed.data : []
  } catch {
    return []
  }
}

export function withConditions(state: ListState, conditions: readonly Condition[]): ListState {
  const { filter: _old, ...rest } = state
  return conditions.length === 0 ? rest : { ...rest, filter: JSON.stringify(conditions) }
}

/** `severity` is ascending, `-severity` descending. */
export function sortOf(state: ListState): GridSort | undefined {
  const match = /^(-?)([a-z][a-z0-9_]{0,40})$/.exec(state.sort ?? '')
  if (match?.[2] === undefined) return undefined
  return { key: match[2], direction: match[1] === '-' ? 'desc' : 'asc' }
}

export function withSort(state: ListState, sort: GridSort): ListState {
  return { ...state, sort: `${sort.direction === 'desc' ? '-' : ''}${sort.key}` }
}

export const NEWEST_FIRST: GridSort = { key: 'created_at', direction: 'desc' }

/** The search that the server is asked for. */
export function searchOf(state: ListState): ListSearch {
  const conditions: Filter[] = conditionsOf(state)
  const { key, direction } = sortOf(state) ?? NEWEST_FIRST
  return {
    ...(conditions.length === 0 ? {} : { filter: { all: conditions } }),
    ...(state.q === undefined ? {} : { text: state.q }),
    sort: [{ field: key, direction }],
  }
}

export function isFiltered(state: ListState): boolean {
  return state.q !== undefined || state.filter !== undefined
}

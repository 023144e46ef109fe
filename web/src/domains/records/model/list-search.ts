import { Condition, Filter } from '@caseloom/contract/values/filter'
import { GROUP_UNITS, type GroupBy } from '@caseloom/contract/records/grouping'
import type { ReportView } from '@caseloom/contract/workspaces/reports'
import { z } from 'zod'
import { flatConditions } from '../../../field-types/parts/flat-conditions.ts'
import { type GridSort, MAX_SORTS } from '../../../ui/grid/grid-column.ts'
import type { ListState } from './list-state.ts'
import type { ListSearch } from './records.queries.ts'

const Conditions = z.array(Condition).max(50)
export type ListColumn = ReportView['columns'][number]

const BOARD = 'board'

export function isBoard({ show }: Pick<ListState, 'show'>): boolean {
  return show === BOARD
}

export function withBoard(state: ListState, on: boolean): ListState {
  const { show: _old, ...rest } = state
  return on ? { ...rest, show: BOARD } : rest
}

/** Drops URL parameters that a list doesn't know. */
export function cleanState(state: ListState): ListState {
  const { filter, q, sort, cols, group, show, folded, similar, panel, own } = state
  return {
    ...(filter === undefined || filterOf({ filter }) === null ? {} : { filter }),
    ...(q === undefined ? {} : { q }),
    ...(sort === undefined || sortsOf({ sort }).length === 0 ? {} : { sort }),
    ...(cols === undefined || columnsOf({ cols }).length === 0 ? {} : { cols }),
    ...(group === undefined || groupByOf({ group }) === null ? {} : { group }),
    ...(show === BOARD ? { show } : {}),
    ...(folded === undefined ? {} : { folded }),
    ...(similar === '1' ? { similar } : {}),
    ...(panel === 'facets' ? { panel } : {}),
    ...(own === '1' ? { own } : {}),
  }
}

/** Null without a filter and for invalid text. */
export function filterOf({ filter }: Pick<ListState, 'filter'>): Filter | null {
  if (filter === undefined) return null
  try {
    const value: unknown = JSON.parse(filter)
    const list = Conditions.safeParse(value)
    if (list.success) return list.data.length === 0 ? null : { all: list.data }
    const tree = Filter.safeParse(value)
    return tree.success ? tree.data : null
  } catch {
    return null
  }
}

/** Empty for invalid text and for filters of another form. */
export function conditionsOf(state: Pick<ListState, 'filter'>): Condition[] {
  return flatConditions(filterOf(state)) ?? []
}

export function withConditions(state: ListState, conditions: readonly Condition[]): ListState {
  return withFilter(state, conditions.length === 0 ? null : { all: [...conditions] })
}

/** A plain list of conditions is written as one. */
export function withFilter(state: ListState, filter: Filter | null): ListState {
  const { filter: _old, ...rest } = state
  const flat = flatConditions(filter)
  if (filter === null || flat?.length === 0) return rest
  return { ...rest, filter: JSON.stringify(flat ?? filter) }
}

/** `severity,-created_at`: by severity ascending, then by the newest; the first three count. */
export function sortsOf(state: Pick<ListState, 'sort'>): GridSort[] {
  const sorts = (state.sort ?? '').split(',').flatMap((text): GridSort[] => {
    const match = /^(-?)([a-z][a-z0-9_]{0,40})$/.exec(text)
    return match?.[2] === undefined ? [] : [{ key: match[2], direction: match[1] === '-' ? 'desc' : 'asc' }]
  })
  const isFirst = ({ key }: GridSort, at: number) => sorts.findIndex((one) => one.key === key) === at
  return sorts.filter(isFirst).slice(0, MAX_SORTS)
}

/** The list's sorts, or the default. */
export function shownSorts(state: Pick<ListState, 'sort'>): GridSort[] {
  const sorts = sortsOf(state)
  return sorts.length === 0 ? [NEWEST_FIRST] : sorts
}

export function withSorts(state: ListState, sorts: readonly GridSort[]): ListState {
  const { sort: _old, ...rest } = state
  return sorts.length === 0 ? rest : { ...rest, sort: sortText(sorts) }
}

function sortText(sorts: readonly GridSort[]): string {
  return sorts.map(({ key, direction }) => `${direction === 'desc' ? '-' : ''}${key}`).join(',')
}

export function columnsOf({ cols }: Pick<ListState, 'cols'>): ListColumn[] {
  return (cols ?? '').split(',').flatMap((text): ListColumn[] => {
    const match = /^(\*?)([a-z][a-z0-9_]{0,40})(?::(\d{2,4}))?$/.exec(text)
    if (match?.[2] === undefined) return []
    const width = Number(match[3])
    return [
      {
        field: match[2],
        ...(width >= 40 && width <= 1200 ? { width } : {}),
        ...(match[1] === '*' ? { pinned: true } : {}),
      },
    ]
  })
}

export function columnsText(columns: readonly ListColumn[]): string {
  return columns
    .map(
      ({ field, width, pinned }) =>
        `${pinned === true ? '*' : ''}${field}${width === undefined ? '' : `:${width}`}`,
    )
    .join(',')
}

/** Null without groups, and for what names none. */
export function groupByOf({ group }: { group?: string | undefined }): GroupBy | null {
  const match = /^([a-z][a-z0-9_]{0,40})(?:\.(day|week|month))?$/.exec(group ?? '')
  if (match?.[1] === undefined) return null
  const unit = GROUP_UNITS.find((one) => one === match[2])
  return unit === undefined ? { field: match[1] } : { field: match[1], unit }
}

export function groupText({ field, unit }: GroupBy): string {
  return unit === undefined ? field : `${field}.${unit}`
}

/** Other groups begin expanded. */
export function withGroupBy(state: ListState, groupBy: GroupBy | null): ListState {
  const { group: _old, folded: _folded, similar: _similar, ...rest } = state
  return groupBy === null ? rest : { ...rest, group: groupText(groupBy) }
}

/** Whether a list shows similar records in one row; groups and boards show each. */
export function isCollapsed({ similar, group, show }: ListState): boolean {
  return similar === '1' && group === undefined && show !== BOARD
}

export function withSimilar(state: ListState): ListState {
  return { ...withGroupBy(state, null), similar: '1' }
}

/** Keys of the collapsed groups. */
export function foldedOf({ folded }: { folded?: string | undefined }): ReadonlySet<string> {
  return new Set((folded ?? '').split(',').filter((key) => key !== ''))
}

export function withFolded(state: ListState, keys: ReadonlySet<string>): ListState {
  const { folded: _old, ...rest } = state
  return keys.size === 0 ? rest : { ...rest, folded: [...keys].join(',') }
}

export const NEWEST_FIRST: GridSort = { key: 'created_at', direction: 'desc' }

export function searchOf(state: ListState): ListSearch {
  const filter = filterOf(state)
  return {
    ...(filter === null ? {} : { filter }),
    ...(state.q === undefined ? {} : { text: state.q }),
    sort: shownSorts(state).map(({ key, direction }) => ({ field: key, direction })),
    ...(isCollapsed(state) ? { similar: true } : {}),
  }
}

export function isFiltered(state: ListState): boolean {
  return state.q !== undefined || state.filter !== undefined
}

/** What a saved view says of a list. */
type Shown = 'filter' | 'text' | 'sort' | 'columns' | 'groupBy' | 'show' | 'similar'

export function stateOfView(view: Pick<ReportView, Shown>): ListState {
  const sorts = view.sort.map(({ field, direction }) => ({ key: field, direction }))
  const state: ListState = {
    ...(view.text === '' ? {} : { q: view.text }),
    ...(sorts.length === 0 ? {} : { sort: sortText(sorts) }),
    ...(view.columns.length === 0 ? {} : { cols: columnsText(view.columns) }),
    ...(view.groupBy === null ? {} : { group: groupText(view.groupBy) }),
    ...(view.show === BOARD ? { show: BOARD } : {}),
    ...(view.similar === true ? { similar: '1' } : {}),
  }
  return withFilter(state, view.filter)
}

/** A list's state as stored in a saved view. */
export function viewOfState(state: ListState): Pick<ReportView, Shown> {
  return {
    filter: filterOf(state),
    text: state.q ?? '',
    sort: sortsOf(state).map(({ key, direction }) => ({ field: key, direction })),
    columns: columnsOf(state),
    groupBy: groupByOf(state),
    show: isBoard(state) ? BOARD : 'list',
    ...(state.similar === '1' ? { similar: true } : {}),
  }
}

/** Ignores the order of conditions, collapsed groups, and the panel. */
export function sameState(one: ListState, other: ListState): boolean {
  const plain = (state: ListState) => JSON.stringify(viewOfState(state))
  return plain(one) === plain(other)
}

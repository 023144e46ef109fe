import type { AppView } from '@caseloom/contract/apps/apps'
import type { GroupBy } from '@caseloom/contract/records/grouping'
import type { RecordPage } from '@caseloom/contract/records/records'
import type { RecordGroup } from '@caseloom/contract/records/search'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { usePeople } from '../../../data/people.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import type { GridGroup } from '../../../ui/grid/grid-lines.ts'
import type { ListRow } from '../list/list-columns.tsx'
import { foldedOf, groupText, isBoard, shownSorts, withFolded } from '../model/list-search.ts'
import type { ListState } from '../model/list-state.ts'
import { groupsQuery, type ListSearch, LIST_PAGE, recordListQuery } from '../model/records.queries.ts'
import { type PagesResult, useInfiniteQueries } from './useInfiniteQueries.ts'
import { boardField, withEmptyColumns } from './board-fields.ts'
import { countWords, groupHeading, groupKey, groupLabel, listGroupBy } from './group-words.tsx'

interface RecordGroupsOptions {
  app: AppView
  state: ListState
  setState: (next: ListState) => void
  search: ListSearch
  people: ReturnType<typeof usePeople>
}

/** One group as a list of its own, for the way through it. */
export interface GroupList {
  label: string
  search: ListSearch
  rows: readonly ListRow[]
  next: string | null
  total: { value: number; capped: boolean }
}

/** The groups of a list, and the rows of those that came into view; each group is a list with the same order. */
export function useRecordGroups({ app, state, setState, search, people }: RecordGroupsOptions) {
  const { tenantId } = useTenantScope()
  const groupBy = useMemo(() => listGroupBy(app, state), [app, state])
  const query = useQuery(groupsQuery(tenantId, app.id, search, groupBy))
  const columns = isBoard(state) ? boardField(app, state) : null
  // A board has no collapsed columns.
  const folded = useMemo(
    () => (columns === null ? foldedOf({ folded: state.folded }) : NO_KEYS),
    [columns, state.folded],
  )
  const [needed, setNeeded] = useNeeded(groupBy === null ? undefined : groupText(groupBy))
  const groups = useMemo(() => {
    if (query.data === undefined) return []
    if (columns !== null) return withEmptyColumns(query.data.groups, columns, people)
    return inOrder(query.data.groups, groupBy, state)
  }, [query.data, groupBy, state, columns, people])
  const filled = new Set(groups.flatMap((group) => (group.count > 0 ? [groupKey(group)] : [])))
  const isWanted = (key: string) => needed.has(key) && filled.has(key) && !folded.has(key)
  const { searches, lists } = useGroupLists({ appId: app.id, search, groups, isWanted })
  const items = useGridGroups({ app, people, groupBy, groups, folded, lists })
  if (groupBy === null) return null
  return {
    query,
    /** The field that makes the columns of a board. */
    columns,
    counted: groups,
    /** Keys of groups that came into view. */
    needed,
    /** Loaded rows of open groups, each once. */
    rows: uniqueRows(items),
    hasMore: query.data?.more === true,
    total: query.data?.total,
    partial: [...lists.values()].some(({ data }) => data?.pages[0]?.partial === true),
    grid: {
      items,
      onFold: (key: string, isOpen: boolean) => setState(withFolded(state, toggled(folded, key, isOpen))),
      onNeeded: (key: string) => setNeeded((before) => new Set([...before, key])),
      onMore: (key: string) => loadMore(lists.get(key)),
    },
    listOf: (key: string): GroupList | null => {
      const group = groups.find((each) => groupKey(each) === key)
      const item = items.find((each) => each.key === key)
      const own = searches.get(key)
      if (group === undefined || item === undefined || own === undefined) return null
      const next = lists.get(key)?.data?.pages.at(-1)?.next ?? null
      const total = { value: group.count, capped: group.capped }
      return { label: item.label, search: own, rows: item.rows ?? [], next, total }
    },
  }
}

function toggled(folded: ReadonlySet<string>, key: string, isOpen: boolean): ReadonlySet<string> {
  const others = [...folded].filter((one) => one !== key)
  return new Set(isOpen ? others : [...others, key])
}

interface GroupLists {
  appId: string
  search: ListSearch
  groups: readonly RecordGroup[]
  /** Its rows are loaded. */
  isWanted: (key: string) => boolean
}

/** Each group as a search, and the pages of those whose rows are wanted. */
function useGroupLists({ appId, search, groups, isWanted }: GroupLists) {
  const { tenantId } = useTenantScope()
  const searches = useMemo(
    () => new Map(groups.map((group) => [groupKey(group), within(search, group)])),
    [groups, search],
  )
  const wanted = [...searches].filter(([key]) => isWanted(key))
  const lists = useInfiniteQueries(
    new Map(wanted.map(([key, one]) => [key, recordListQuery(tenantId, appId, one)])),
  )
  return { searches, lists }
}

interface GridGroupsOptions extends Pick<RecordGroupsOptions, 'app' | 'people'> {
  groupBy: GroupBy | null
  groups: readonly RecordGroup[]
  folded: ReadonlySet<string>
  lists: ReadonlyMap<string, PagesResult<RecordPage>>
}

/** The groups as the grid shows them. */
function useGridGroups({ app, people, groupBy, groups, folded, lists }: GridGroupsOptions) {
  const { t } = useTranslation('records')
  return useMemo(() => {
    if (groupBy === null) return []
    return groups.map((group): GridGroup<ListRow> => {
      const key = groupKey(group)
      const words = { app, groupBy, group, people, t }
      return {
        key,
        heading: groupHeading(words),
        label: groupLabel(words),
        count: countWords(group),
        isOpen: !folded.has(key),
        expected: Math.min(group.count, LIST_PAGE),
        ...rowsOf(lists.get(key)),
      }
    })
  }, [groups, groupBy, app, people, t, folded, lists])
}

/** Groups that came into view, until the list is grouped by something else. */
function useNeeded(group: string | undefined) {
  const [needed, setNeeded] = useState<{ of: string | undefined; keys: ReadonlySet<string> }>({
    of: group,
    keys: new Set(),
  })
  const keys = needed.of === group ? needed.keys : NO_KEYS
  const set = (change: (before: ReadonlySet<string>) => ReadonlySet<string>) =>
    setNeeded((before) => ({ of: group, keys: change(before.of === group ? before.keys : NO_KEYS) }))
  return [keys, set] as const
}

const NO_KEYS: ReadonlySet<string> = new Set()

function within(search: ListSearch, { filter }: RecordGroup): ListSearch {
  return { ...search, filter: search.filter === undefined ? filter : { all: [search.filter, filter] } }
}

function rowsOf(list: PagesResult<RecordPage> | undefined) {
  return {
    rows: list?.data?.pages.flatMap((page) => page.items) ?? null,
    hasMore: list?.hasNextPage === true,
    loadingMore: list?.isFetchingNextPage === true,
    hasFailed: list?.isError === true && !list.isFetching,
  }
}

function loadMore(list: PagesResult<RecordPage> | undefined): void {
  if (list === undefined || list.isFetching) return
  void (list.data === undefined ? list.refetch() : list.fetchNextPage())
}

function uniqueRows(groups: readonly GridGroup<ListRow>[]): ListRow[] {
  const rows = groups.flatMap(({ isOpen, rows: own }) => (isOpen ? (own ?? []) : []))
  return [...new Map(rows.map((row) => [row.id, row])).values()]
}

/** A list that is sorted by the field of its groups has them in that order; the empty value is always last. */
function inOrder(groups: readonly RecordGroup[], groupBy: GroupBy | null, state: ListState): RecordGroup[] {
  const [first] = shownSorts(state)
  const isNewestFirst = groupBy?.unit !== undefined
  const isReversed =
    state.sort !== undefined &&
    first?.key === groupBy?.field &&
    (first?.direction === 'asc') === isNewestFirst
  const filled = groups.filter(({ value }) => value !== null)
  const empty = groups.filter(({ value }) => value === null)
  return [...(isReversed ? filled.toReversed() : filled), ...empty]
}

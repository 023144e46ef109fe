import { listApprovals } from '@caseloom/contract/automation/approvals'
import { listRuns } from '@caseloom/contract/automation/automation'
import {
  createRecord,
  deleteRecord,
  type FieldValues,
  getRecord,
  recordHistory,
  type RecordSearch,
  type RecordView,
  searchRecords,
  updateRecord,
} from '@caseloom/contract/records/records'
import type { RouteReply } from '@caseloom/contract/kernel/route'
import type { GroupBy } from '@caseloom/contract/records/grouping'
import { recordFacets, recordGroups } from '@caseloom/contract/records/search'
import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  skipToken,
} from '@tanstack/react-query'
import { allPages } from '../../../data/all-pages.ts'
import { call } from '../../../data/call.ts'
import { keys } from '../../../data/keys.ts'

/** Rows of one page of a list. */
export const LIST_PAGE = 100

/** The search of a list; the rest is paging. */
export type ListSearch = Pick<RecordSearch, 'filter' | 'text' | 'sort' | 'columns' | 'highlights' | 'similar'>

/** The first page includes the capped total. */
export function recordListQuery(tenantId: string, appId: string, search: ListSearch) {
  return infiniteQueryOptions({
    queryKey: keys.list(tenantId, 'records', appId, search),
    initialPageParam: null as string | null, // widened: further pages have a cursor
    queryFn: ({ pageParam, signal }) =>
      call(searchRecords, {
        params: { tenantId, appId },
        body: {
          ...search,
          limit: LIST_PAGE,
          count: pageParam === null ? 'capped' : 'none',
          ...(pageParam === null ? {} : { cursor: pageParam }),
        },
        signal,
      }),
    getNextPageParam: (page) => page.next,
  })
}

/** Current versions of some rows; those that no longer match are missing. */
export async function readAgain(asked: {
  tenantId: string
  appId: string
  search: ListSearch
  trackingIds: string[]
}) {
  const { tenantId, appId, search, trackingIds } = asked
  if (trackingIds.length === 0) return []
  const these = { field: 'tracking_id', op: 'in' as const, value: trackingIds.slice(0, 200) }
  const filter = search.filter === undefined ? these : { all: [search.filter, these] }
  const body = { ...search, filter, limit: 200 }
  return (await call(searchRecords, { params: { tenantId, appId }, body })).items
}

export function exactTotalQuery(tenantId: string, appId: string, search: ListSearch) {
  const { filter, text, similar } = search
  return queryOptions({
    queryKey: keys.list(tenantId, 'records', appId, 'total', { filter, text, similar }),
    queryFn: async ({ signal }) => {
      const body = {
        ...(filter === undefined ? {} : { filter }),
        ...(text === undefined ? {} : { text }),
        ...(similar === undefined ? {} : { similar }),
        columns: [],
        limit: 1,
        count: 'exact' as const,
      }
      const page = await call(searchRecords, { params: { tenantId, appId }, body, signal })
      return page.total?.value ?? 0
    },
  })
}

export function facetsQuery(
  tenantId: string,
  appId: string,
  asked: Pick<ListSearch, 'filter' | 'text'> & { fields: string[] },
) {
  return queryOptions({
    queryKey: keys.list(tenantId, 'records', appId, 'facets', asked),
    enabled: asked.fields.length > 0,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (await call(recordFacets, { params: { tenantId, appId }, body: { ...asked, limit: 12 }, signal }))
        .facets,
  })
}

type RecordGroups = RouteReply<typeof recordGroups>

/** Nothing without `groupBy`. */
export function groupsQuery(
  tenantId: string,
  appId: string,
  { filter, text }: Pick<ListSearch, 'filter' | 'text'>,
  groupBy: GroupBy | null,
) {
  const by = JSON.stringify(groupBy)
  return queryOptions<RecordGroups>({
    queryKey: keys.list(tenantId, 'records', appId, 'groups', { filter, text }, by),
    // Values of one field are none of another.
    placeholderData: (before, query) => (query?.queryKey.at(-1) === by ? before : undefined),
    queryFn:
      groupBy === null
        ? skipToken
        : ({ signal }) => {
            const asked = {
              ...(filter === undefined ? {} : { filter }),
              ...(text === undefined ? {} : { text }),
            }
            return call(recordGroups, { params: { tenantId, appId }, body: { ...asked, groupBy }, signal })
          },
  })
}

export function recordQuery(tenantId: string, appId: string, recordId: string) {
  return queryOptions({
    queryKey: keys.one(tenantId, 'records', recordId),
    queryFn: ({ signal }) => call(getRecord, { params: { tenantId, appId, recordId }, signal }),
  })
}

/** The history before a time, or all of it. */
export function historyQuery(tenantId: string, appId: string, recordId: string, until: string | null = null) {
  const part = until === null ? [] : [until]
  return infiniteQueryOptions({
    queryKey: keys.one(tenantId, 'records', recordId, 'history', ...part),
    initialPageParam: null as string | null, // widened: further pages have a cursor
    queryFn: ({ pageParam, signal }) =>
      call(recordHistory, {
        params: { tenantId, appId, recordId },
        // Few requests for a long history, also when it is refetched.
        query: {
          limit: pageParam === null && until === null ? 50 : 200,
          ...(pageParam === null ? {} : { cursor: pageParam }),
          ...(until === null ? {} : { until }),
        },
        signal,
      }),
    getNextPageParam: (page) => page.next,
  })
}

/** Refetched with the record. Those that began before a time, or all. */
export function recordRunsQuery(tenantId: string, recordId: string, until: string | null = null) {
  const part = until === null ? [] : [until]
  return infiniteQueryOptions({
    queryKey: keys.one(tenantId, 'records', recordId, ...part, 'runs'),
    initialPageParam: null as string | null, // widened: further pages have a cursor
    queryFn: ({ pageParam, signal }) =>
      call(listRuns, {
        params: { tenantId },
        query: {
          recordId,
          limit: LIST_PAGE,
          ...(pageParam === null ? {} : { cursor: pageParam }),
          ...(until === null ? {} : { to: until }),
        },
        signal,
      }),
    getNextPageParam: (page) => page.next,
    staleTime: 0,
  })
}

/** What runs on the record asked people, as far as the reader may see it; refetched with other requests. */
export function recordApprovalsQuery(tenantId: string, recordId: string) {
  return queryOptions({
    queryKey: keys.list(tenantId, 'approvals', 'timeline', recordId),
    queryFn: ({ signal }) => everyApproval(tenantId, recordId, signal),
    meta: { quiet: true },
  })
}

export function everyApproval(tenantId: string, recordId: string, signal?: AbortSignal) {
  return allPages((paging) =>
    call(listApprovals, {
      params: { tenantId },
      query: { box: 'visible', recordId, ...paging },
      ...(signal === undefined ? {} : { signal }),
    }),
  )
}

/** A run was started from a record, or ended: the runs that are shown beside it are refetched. */
export function refetchRecordRuns(client: QueryClient, tenantId: string): void {
  const records = keys.kind(tenantId, 'records')
  void client.invalidateQueries({
    queryKey: records,
    predicate: ({ queryKey }) => queryKey.at(-1) === 'runs',
  })
}

export interface RecordPlace {
  tenantId: string
  appId: string
}

export function saveNew(
  place: RecordPlace,
  { fields, template }: { fields: FieldValues; template?: string | undefined },
): Promise<RecordView & { folded?: true | undefined }> {
  const body = template === undefined ? { fields } : { fields, template }
  return call(createRecord, { params: { ...place }, body })
}

export function saveChanges(
  place: RecordPlace & { recordId: string },
  version: number,
  fields: FieldValues,
): Promise<RecordView> {
  return call(updateRecord, { params: { ...place }, body: { version, fields } })
}

export async function remove(place: RecordPlace & { recordId: string }): Promise<void> {
  await call(deleteRecord, { params: { ...place } })
}

/** Caches a saved record, and refetches its history and lists. */
export function keepSaved(client: QueryClient, tenantId: string, record: RecordView): void {
  // The answers of two requests can arrive in the wrong order.
  client.setQueryData<RecordView>(keys.one(tenantId, 'records', record.id), (known) => {
    if (known === undefined) return record
    // Only reading a record counts what is similar to it.
    const { similar } = known
    return known.version > record.version ? known : { ...(similar && { similar }), ...record }
  })
  for (const part of ['history', 'links', 'related'])
    void client.invalidateQueries({ queryKey: keys.one(tenantId, 'records', record.id, part) })
  void client.invalidateQueries({ queryKey: keys.list(tenantId, 'records', record.appId) })
}

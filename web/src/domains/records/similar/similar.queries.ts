import {
  foldBackOccurrence,
  listOccurrences,
  type Occurrence,
  splitOccurrence,
} from '@caseloom/contract/records/occurrences'
import { RecordId } from '@caseloom/contract/kernel/ids'
import { type RecordPage, type RecordView, searchRecords } from '@caseloom/contract/records/records'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../../data/call.ts'
import { keys } from '../../../data/keys.ts'
import type { ListSearch } from '../model/records.queries.ts'

interface Place {
  tenantId: string
  appId: string
  recordId: string
}

const PAGE = 100
/** What opens below a row; the rest is on the page of the record. */
const BELOW = 20

/** What was folded into a record, newest first; refetched with the record. */
export function occurrencesQuery(place: Place) {
  return infiniteQueryOptions({
    queryKey: keys.one(place.tenantId, 'records', place.recordId, 'occurrences'),
    initialPageParam: null as string | null, // widened: further pages have a cursor
    queryFn: ({ pageParam, signal }) =>
      call(listOccurrences, {
        params: { ...place },
        query: { limit: PAGE, ...(pageParam === null ? {} : { cursor: pageParam }) },
        signal,
      }),
    getNextPageParam: (page) => page.next,
  })
}

/** What a row of a list represents, as far as it opens in place. */
export interface Below {
  records: RecordPage['items']
  occurrences: Occurrence[]
  hasMore: boolean
}

/** Other records of the group that the list would show, and what was folded into the record itself. */
export function belowQuery(place: Place, search: ListSearch, wanted: { records: boolean; folded: boolean }) {
  const { similar: _similar, ...plain } = search
  return queryOptions({
    queryKey: keys.list(place.tenantId, 'records', place.appId, 'below', place.recordId, search, wanted),
    queryFn: async ({ signal }): Promise<Below> => {
      const similarTo = RecordId.parse(place.recordId)
      const { tenantId, appId } = place
      const body = { ...plain, similarTo, limit: BELOW }
      const [records, occurrences] = await Promise.all([
        wanted.records ? call(searchRecords, { params: { tenantId, appId }, body, signal }) : null,
        wanted.folded
          ? call(listOccurrences, { params: { ...place }, query: { limit: BELOW }, signal })
          : null,
      ])
      return {
        records: records?.items ?? [],
        occurrences: occurrences?.items ?? [],
        hasMore: (records?.next ?? occurrences?.next ?? null) !== null,
      }
    },
  })
}

export function splitOff(place: Place, occurrenceId: string): Promise<RecordView> {
  return call(splitOccurrence, { params: { ...place, occurrenceId } })
}

export async function foldBack(place: Place, occurrenceId: string, record: string): Promise<void> {
  await call(foldBackOccurrence, {
    params: { ...place, occurrenceId },
    body: { record: RecordId.parse(record) },
  })
}

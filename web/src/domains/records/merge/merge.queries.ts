import { RecordId } from '@caseloom/contract/kernel/ids'
import { listMerged, mergeRecords, unmergeRecord } from '@caseloom/contract/records/merge'
import { type RecordView, searchRecords } from '@caseloom/contract/records/records'
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../../data/call.ts'
import { keys } from '../../../data/keys.ts'

interface Place {
  tenantId: string
  appId: string
  recordId: string
}

/** Refetched with the record. */
export function mergedQuery(place: Place) {
  return queryOptions({
    queryKey: keys.one(place.tenantId, 'records', place.recordId, 'merged'),
    queryFn: async ({ signal }) => (await call(listMerged, { params: { ...place }, signal })).items,
  })
}

export function candidatesQuery(place: { tenantId: string; appId: string }, text: string) {
  return queryOptions({
    queryKey: keys.list(place.tenantId, 'records', place.appId, 'candidates', text),
    queryFn: async ({ signal }) => {
      const words = text === '' ? {} : { text }
      return (await call(searchRecords, { params: { ...place }, body: { ...words, limit: 20 }, signal }))
        .items
    },
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
}

export function merge(place: Place, records: readonly string[]): Promise<RecordView> {
  return call(mergeRecords, {
    params: { ...place },
    body: { records: records.map((id) => RecordId.parse(id)) },
  })
}

export function unmerge(place: Place, record: string): Promise<RecordView> {
  return call(unmergeRecord, { params: { ...place }, body: { record: RecordId.parse(record) } })
}

/** Anything around the records may have moved, so all of it is refetched. */
export function readAgain(client: QueryClient, tenantId: string): void {
  void client.invalidateQueries({ queryKey: keys.kind(tenantId, 'records') })
}

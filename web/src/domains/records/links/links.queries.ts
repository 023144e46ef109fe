import { findLinkable, listBackReferences, listLinks, listRelated } from '@caseloom/contract/record-links'
import type { RouteReply } from '@caseloom/contract/route'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../data/call.ts'
import { keys } from '../../../data/keys.ts'

const PAGE = 20

export type RelatedGroup = RouteReply<typeof listRelated>['groups'][number]

interface Place {
  tenantId: string
  appId: string
  recordId: string
}

/** Records that a reference field points to, with the columns that it shows; read again with the record. */
export function linksQuery({ tenantId, appId, recordId }: Place, field: string) {
  return infiniteQueryOptions({
    queryKey: keys.one(tenantId, 'records', recordId, 'links', field),
    initialPageParam: null as string | null, // widened: further pages have a cursor
    queryFn: ({ pageParam, signal }) =>
      call(listLinks, {
        params: { tenantId, appId, recordId, field },
        query: { limit: PAGE, ...(pageParam === null ? {} : { cursor: pageParam }) },
        signal,
      }),
    getNextPageParam: (page) => page.next,
  })
}

/** Everything around a record, in both directions. Others may have linked to it meanwhile, so it is always read anew. */
export function relatedQuery({ tenantId, appId, recordId }: Place) {
  return queryOptions({
    queryKey: keys.one(tenantId, 'records', recordId, 'related'),
    queryFn: async ({ signal }) =>
      (await call(listRelated, { params: { tenantId, appId, recordId }, signal })).groups,
    staleTime: 0,
  })
}

/** All records of a group of related ones, page by page. */
export function groupQuery(place: Place, { direction, field }: RelatedGroup) {
  const { tenantId, recordId } = place
  return infiniteQueryOptions({
    queryKey: keys.one(tenantId, 'records', recordId, 'related', direction, field.appId, field.key),
    initialPageParam: null as string | null, // widened: further pages have a cursor
    queryFn: ({ pageParam, signal }) => {
      const paging = { limit: 100, ...(pageParam === null ? {} : { cursor: pageParam }) }
      return direction === 'out'
        ? call(listLinks, { params: { ...place, field: field.key }, query: paging, signal })
        : call(listBackReferences, {
            params: { ...place },
            query: { ...paging, fromAppId: field.appId, field: field.key },
            signal,
          })
    },
    getNextPageParam: (page) => page.next,
  })
}

/** What a reference field may point to, by text; what was found before stays until the next answer is there. */
export function linkableQuery(place: { tenantId: string; appId: string }, field: string, text: string) {
  return queryOptions({
    queryKey: keys.list(place.tenantId, 'records', place.appId, 'linkable', field, text),
    queryFn: async ({ signal }) =>
      (await call(findLinkable, { params: { ...place, field }, query: { text, limit: 20 }, signal })).items,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
}

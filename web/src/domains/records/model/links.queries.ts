import {
  findLinkable,
  listBackReferences,
  listLinks,
  listRelated,
} from '@caseloom/contract/records/record-links'
import type { RouteReply } from '@caseloom/contract/kernel/route'
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

/** With the columns that the field shows; refetched with the record. */
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

/** Others may have linked to the record since, so this is always refetched. */
export function relatedQuery({ tenantId, appId, recordId }: Place) {
  return queryOptions({
    queryKey: keys.one(tenantId, 'records', recordId, 'related'),
    queryFn: async ({ signal }) =>
      (await call(listRelated, { params: { tenantId, appId, recordId }, signal })).groups,
    staleTime: 0,
  })
}

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

/** Previous matches stay until the next answer arrives. */
export function linkableQuery(place: { tenantId: string; appId: string }, field: string, text: string) {
  return queryOptions({
    queryKey: keys.list(place.tenantId, 'records', place.appId, 'linkable', field, text),
    queryFn: async ({ signal }) =>
      (await call(findLinkable, { params: { ...place, field }, query: { text, limit: 20 }, signal })).items,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
}

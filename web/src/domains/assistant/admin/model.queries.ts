import {
  getSent,
  listSent,
  modelChoices,
  modelSettings,
  saveModelSettings,
  tryModel,
} from '@caseloom/contract/assistant/assistant-models'
import type { RouteBodyInput, RouteQueryInput } from '@caseloom/contract/kernel/route'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { adminKeys } from '../../../data/account-admin.ts'
import { call } from '../../../data/call.ts'

export function modelQuery(accountId: string) {
  return queryOptions({
    queryKey: adminKeys.list(accountId, 'model'),
    queryFn: ({ signal }) => call(modelSettings, { params: { accountId }, signal }),
    // A form edits this: refetch only on request, never in the background.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

export function choicesQuery(accountId: string) {
  return queryOptions({
    queryKey: adminKeys.list(accountId, 'model', 'choices'),
    queryFn: async ({ signal }) => (await call(modelChoices, { params: { accountId }, signal })).apps,
  })
}

export type ModelBody = RouteBodyInput<typeof saveModelSettings>
export const saveModel = (accountId: string, body: ModelBody) =>
  call(saveModelSettings, { params: { accountId }, body })
export const tryDraft = (accountId: string, body: ModelBody) =>
  call(tryModel, { params: { accountId }, body })

const PAGE = 100
export type SentFilter = Omit<RouteQueryInput<typeof listSent>, 'limit' | 'cursor'>

export function sentQuery(accountId: string, filter: SentFilter) {
  return infiniteQueryOptions({
    queryKey: adminKeys.list(accountId, 'sent', filter),
    initialPageParam: null as string | null, // Widened: further pages have a cursor
    queryFn: ({ pageParam, signal }) =>
      call(listSent, {
        params: { accountId },
        query: { limit: PAGE, ...filter, ...(pageParam === null ? {} : { cursor: pageParam }) },
        signal,
      }),
    getNextPageParam: (page) => page.next,
    staleTime: 0,
  })
}

export function sentEntryQuery(accountId: string, sentId: string) {
  return queryOptions({
    queryKey: adminKeys.one(accountId, 'sent', sentId),
    queryFn: ({ signal }) => call(getSent, { params: { accountId, sentId }, signal }),
  })
}

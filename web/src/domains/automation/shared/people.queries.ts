import {
  answerApproval,
  answerAsk,
  type ApprovalKind,
  countApprovals,
  delegateApproval,
  getApproval,
  listApprovals,
  lookAtAsk,
  type Verdict,
} from '@caseloom/contract/automation/approvals'
import { RunId, UserId } from '@caseloom/contract/kernel/ids'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../../data/call.ts'
import { keys } from '../../../data/keys.ts'

export const BOXES = ['mine', 'answered', 'started', 'all'] as const
export type Box = (typeof BOXES)[number]

export interface InboxFilter {
  box: Box
  state?: 'open' | 'over'
  kind?: ApprovalKind
}

const PAGE = 100

export function questionsQuery(tenantId: string, filter: InboxFilter) {
  return infiniteQueryOptions({
    queryKey: keys.list(tenantId, 'approvals', filter),
    initialPageParam: null as string | null, // Widened: further pages have a cursor.
    queryFn: ({ pageParam, signal }) =>
      call(listApprovals, {
        params: { tenantId },
        query: { ...filter, limit: PAGE, ...(pageParam === null ? {} : { cursor: pageParam }) },
        signal,
      }),
    getNextPageParam: (page) => page.next,
  })
}

export function waitingCountQuery(tenantId: string) {
  return queryOptions({
    queryKey: keys.list(tenantId, 'approvals', 'count'),
    queryFn: async ({ signal }) => (await call(countApprovals, { params: { tenantId }, signal })).waiting,
    meta: { quiet: true },
  })
}

export function questionQuery(tenantId: string, approvalId: string) {
  return queryOptions({
    queryKey: keys.one(tenantId, 'approvals', approvalId),
    queryFn: ({ signal }) => call(getApproval, { params: { tenantId, approvalId }, signal }),
  })
}

export function runQuestionsQuery(tenantId: string, runId: string) {
  return queryOptions({
    queryKey: keys.list(tenantId, 'approvals', 'run', runId),
    queryFn: async ({ signal }) =>
      (
        await call(listApprovals, {
          params: { tenantId },
          query: { box: 'all', state: 'open', runId: RunId.parse(runId), limit: PAGE },
          signal,
        })
      ).items,
    meta: { quiet: true },
  })
}

/** What the caller may see of what runs on a record ask. */
export function recordQuestionsQuery(tenantId: string, recordId: string) {
  return queryOptions({
    queryKey: keys.list(tenantId, 'approvals', 'record', recordId),
    queryFn: async ({ signal }) =>
      (
        await call(listApprovals, {
          params: { tenantId },
          query: { box: 'visible', state: 'open', recordId, limit: PAGE },
          signal,
        })
      ).items,
    meta: { quiet: true },
  })
}

export interface GivenAnswer {
  verdict?: Verdict
  comment?: string
  values?: JsonObject
}

export function sendAnswer(tenantId: string, approvalId: string, body: GivenAnswer) {
  return call(answerApproval, { params: { tenantId, approvalId }, body })
}

export function sendDelegation(tenantId: string, approvalId: string, userId: string) {
  return call(delegateApproval, { params: { tenantId, approvalId }, body: { userId: UserId.parse(userId) } })
}

/** The form behind a link; never refetched automatically. */
export function askQuery(token: string) {
  return queryOptions({
    queryKey: ['ask', token],
    queryFn: ({ signal }) => call(lookAtAsk, { params: { token }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    meta: { quiet: true },
  })
}

export function sendAsk(token: string, values: JsonObject) {
  return call(answerAsk, { params: { token }, body: { values } })
}

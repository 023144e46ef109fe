import { PlaybookId, UserId } from '@caseloom/contract/kernel/ids'
import {
  getRepetition,
  type RerunVersion,
  repeatFailures,
  stopRepetition,
} from '@caseloom/contract/automation/run-control'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../data/call.ts'
import { keys } from '../../../data/keys.ts'
import { type FailureSpan, type RunFilter, sinceOf } from '../shared/automation.queries.ts'

export interface FailedAlike extends Pick<RunFilter, 'errorStep' | 'kind' | 'version' | 'startedBy'> {
  playbookId: string
  errorCode: string
  span: FailureSpan
}

const LOOK_MS = 1000

export function beginRepetition(
  tenantId: string,
  { playbookId, errorCode, span, ...more }: FailedAlike,
  runWith: RerunVersion,
) {
  const { period, ...days } = span
  const { errorStep, kind, version, startedBy } = more
  return call(repeatFailures, {
    params: { tenantId },
    body: {
      playbookId: PlaybookId.parse(playbookId),
      errorCode,
      runWith,
      ...(errorStep === undefined ? {} : { errorStep }),
      ...(kind === undefined ? {} : { kind }),
      ...(version === undefined ? {} : { version }),
      ...(startedBy === undefined ? {} : { startedBy: UserId.parse(startedBy) }),
      ...(period === undefined ? days : { from: sinceOf(period) }),
    },
  })
}

export function repetitionQuery(tenantId: string, repetitionId: string) {
  return queryOptions({
    queryKey: keys.one(tenantId, 'runs', repetitionId, 'repetition'),
    queryFn: ({ signal }) => call(getRepetition, { params: { tenantId, repetitionId }, signal }),
    refetchInterval: ({ state }) =>
      state.data === undefined || state.data.state === 'running' ? LOOK_MS : false,
  })
}

export const endRepetition = (tenantId: string, repetitionId: string) =>
  call(stopRepetition, { params: { tenantId, repetitionId } })

import * as routes from '@caseloom/contract/identity/on-call'
import type { RouteBodyInput } from '@caseloom/contract/kernel/route'
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../../data/call.ts'
import { keys } from '../../../data/keys.ts'

/** Who is on call in a span of instants. */
export function rangeQuery(tenantId: string, scheduleId: string, span: { from: number; to: number }) {
  const query = { from: new Date(span.from).toISOString(), to: new Date(span.to).toISOString() }
  return queryOptions({
    queryKey: keys.one(tenantId, 'onCall', scheduleId, 'range', query.from, query.to),
    queryFn: ({ signal }) => call(routes.onCallRange, { params: { tenantId, scheduleId }, query, signal }),
    placeholderData: keepPreviousData,
  })
}

export function nowQuery(tenantId: string, scheduleId: string) {
  return queryOptions({
    queryKey: keys.one(tenantId, 'onCall', scheduleId, 'now'),
    queryFn: ({ signal }) => call(routes.onCallNow, { params: { tenantId, scheduleId }, signal }),
    refetchInterval: 60_000,
  })
}

export function usesQuery(tenantId: string, scheduleId: string) {
  return queryOptions({
    queryKey: keys.one(tenantId, 'onCall', scheduleId, 'uses'),
    queryFn: ({ signal }) => call(routes.onCallUses, { params: { tenantId, scheduleId }, signal }),
    // Apps and playbooks change without an event of the schedule.
    staleTime: 0,
  })
}

export function addSchedule(tenantId: string, body: RouteBodyInput<typeof routes.createOnCallSchedule>) {
  return call(routes.createOnCallSchedule, { params: { tenantId }, body })
}

export function saveSchedule(
  tenantId: string,
  scheduleId: string,
  body: RouteBodyInput<typeof routes.saveOnCallSchedule>,
) {
  return call(routes.saveOnCallSchedule, { params: { tenantId, scheduleId }, body })
}

export function removeSchedule(tenantId: string, scheduleId: string) {
  return call(routes.deleteOnCallSchedule, { params: { tenantId, scheduleId } })
}

export function addOverride(
  tenantId: string,
  scheduleId: string,
  body: RouteBodyInput<typeof routes.addOnCallOverride>,
) {
  return call(routes.addOnCallOverride, { params: { tenantId, scheduleId }, body })
}

export function undoOverride(tenantId: string, scheduleId: string, overrideId: string) {
  return call(routes.undoOnCallOverride, { params: { tenantId, scheduleId, overrideId } })
}

export function addAway(tenantId: string, body: RouteBodyInput<typeof routes.addOnCallAway>) {
  return call(routes.addOnCallAway, { params: { tenantId }, body })
}

export function removeAway(tenantId: string, awayId: string) {
  return call(routes.removeOnCallAway, { params: { tenantId, awayId } })
}

/** Schedules, and everything that follows from them. */
export function refreshOnCall(client: QueryClient, tenantId: string): Promise<void> {
  return client.invalidateQueries({ queryKey: keys.kind(tenantId, 'onCall') })
}

import * as routes from '@caseloom/contract/tenancy/on-call'
import type { RouteBodyInput } from '@caseloom/contract/kernel/route'
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../../data/call.ts'
import { keys } from '../../../data/keys.ts'

interface Place {
  tenantId: string
  scheduleId: string
}

export function calendarQuery({ tenantId, scheduleId }: Place, period: { from: string; to: string }) {
  return queryOptions({
    queryKey: keys.one(tenantId, 'settings', scheduleId, 'on-call', period.from, period.to),
    queryFn: ({ signal }) =>
      call(routes.readOnCall, {
        params: { tenantId, onCallScheduleId: scheduleId },
        query: period,
        signal,
      }),
    placeholderData: keepPreviousData,
  })
}

export function usesQuery({ tenantId, scheduleId }: Place) {
  return queryOptions({
    queryKey: keys.one(tenantId, 'settings', scheduleId, 'on-call-uses'),
    queryFn: ({ signal }) =>
      call(routes.onCallUses, { params: { tenantId, onCallScheduleId: scheduleId }, signal }),
    staleTime: 0,
  })
}

export function addSchedule(tenantId: string, body: routes.OnCallScheduleInput) {
  return call(routes.createOnCall, { params: { tenantId }, body })
}

export function changeSchedule(
  tenantId: string,
  { id, revision }: routes.OnCallSchedule,
  { key: _key, ...input }: routes.OnCallScheduleInput,
) {
  const body = { ...input, revision }
  return call(routes.saveOnCall, { params: { tenantId, onCallScheduleId: id }, body })
}

export function removeSchedule({ tenantId, scheduleId }: Place) {
  return call(routes.deleteOnCall, { params: { tenantId, onCallScheduleId: scheduleId } })
}

export function addOverride(
  { tenantId, scheduleId }: Place,
  body: RouteBodyInput<typeof routes.addOnCallOverride>,
) {
  return call(routes.addOnCallOverride, { params: { tenantId, onCallScheduleId: scheduleId }, body })
}

export function removeOverride({ tenantId, scheduleId }: Place, onCallOverrideId: string) {
  const params = { tenantId, onCallScheduleId: scheduleId, onCallOverrideId }
  return call(routes.removeOnCallOverride, { params })
}

export function swapTurns({ tenantId, scheduleId }: Place, body: RouteBodyInput<typeof routes.swapOnCall>) {
  return call(routes.swapOnCall, { params: { tenantId, onCallScheduleId: scheduleId }, body })
}

/** The list and all calendars: a change of one schedule shows in both. */
export function refreshOnCall(client: QueryClient, tenantId: string): void {
  void client.invalidateQueries({ queryKey: keys.list(tenantId, 'settings', 'on-call') })
  void client.invalidateQueries({ queryKey: [...keys.kind(tenantId, 'settings'), 'one'] })
}

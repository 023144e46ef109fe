import { listOnCall } from '@caseloom/contract/tenancy/on-call'
import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'
import { keys } from './keys.ts'

/** On-call schedules of the tenant with who is on call now. */
export function onCallQuery(tenantId: string) {
  return queryOptions({
    queryKey: keys.list(tenantId, 'settings', 'on-call'),
    queryFn: ({ signal }) => call(listOnCall, { params: { tenantId }, signal }),
    // A handoff changes the answer without an event.
    refetchInterval: 60_000,
  })
}

import { listOnCallSchedules, type OnCallScheduleView } from '@caseloom/contract/identity/on-call'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from './call.ts'
import { keys } from './keys.ts'
import { useMay, useTenantScope } from './scope.tsx'

/** On-call schedules of the tenant, and whether the reader may create one. */
export function onCallSchedulesQuery(tenantId: string) {
  return queryOptions({
    queryKey: keys.list(tenantId, 'onCall', 'schedules'),
    queryFn: ({ signal }) => call(listOnCallSchedules, { params: { tenantId }, signal }),
  })
}

/** The same for those who can read them; undefined until they are loaded, and for everyone else. */
export function useOnCallSchedules(isWanted = true): readonly OnCallScheduleView[] | undefined {
  const { tenantId } = useTenantScope()
  const mayRead = useMay('record:read')
  return useQuery({ ...onCallSchedulesQuery(tenantId), enabled: mayRead && isWanted }).data?.items
}

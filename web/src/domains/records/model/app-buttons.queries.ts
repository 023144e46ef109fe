import { listButtons } from '@caseloom/contract/automation/triggers'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../data/call.ts'
import { keys } from '../../../data/keys.ts'

/** The buttons that playbooks add to the records of an app. */
export function buttonsQuery(tenantId: string, appId: string) {
  return queryOptions({
    queryKey: keys.list(tenantId, 'playbooks', 'buttons', appId),
    queryFn: async ({ signal }) => (await call(listButtons, { params: { tenantId, appId }, signal })).items,
    staleTime: 60_000,
  })
}

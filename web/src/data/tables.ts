import { listTables, type TableView } from '@caseloom/contract/automation/tables'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from './call.ts'
import { keys } from './keys.ts'
import { useMay, useTenantScope } from './scope.tsx'

/** Reference tables of the tenant. */
export function tablesQuery(tenantId: string) {
  return queryOptions({
    queryKey: keys.list(tenantId, 'playbooks', 'tables'),
    queryFn: async ({ signal }) => (await call(listTables, { params: { tenantId }, signal })).items,
  })
}

/** The same for those who can read them; undefined until they are loaded, and for everyone else. */
export function useTables(): readonly TableView[] | undefined {
  const { tenantId } = useTenantScope()
  const mayRead = useMay('playbook:read')
  return useQuery({ ...tablesQuery(tenantId), enabled: mayRead }).data
}

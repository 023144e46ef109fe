import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTenantScope } from '../data/scope.tsx'
import { workspaceQuery } from '../domains/workspaces/workspaces.queries.ts'

/** Name of the workspace that the page stands in; the tenant's until it is known. */
export function WorkspaceName() {
  const { tenantId, tenantName } = useTenantScope()
  const { workspaceId = '' } = useParams({ strict: false })
  const workspace = useQuery({ ...workspaceQuery(tenantId, workspaceId), enabled: workspaceId !== '' })
  return workspace.data?.name ?? tenantName
}

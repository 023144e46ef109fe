import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTenantScope } from '../data/scope.tsx'
import { workspaceQuery } from '../domains/workspaces/workspaces.queries.ts'

/** The tenant's name until the workspace is known. */
export function WorkspaceName() {
  const { tenantId, tenantName } = useTenantScope()
  const { workspaceId = '' } = useParams({ strict: false })
  const workspace = useQuery({ ...workspaceQuery(tenantId, workspaceId), enabled: workspaceId !== '' })
  return workspace.data?.name ?? tenantName
}

import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { appsQuery } from '../../../data/apps.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { type LinkWay, linkWays } from './link-ways.ts'

export function useLinkWays(): LinkWay[] {
  const { tenantId } = useTenantScope()
  const { appId } = useParams({ strict: false })
  return linkWays(useQuery(appsQuery(tenantId)).data ?? [], appId ?? '')
}

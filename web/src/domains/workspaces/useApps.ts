import type { AppView } from '@caseloom/contract/apps/apps'
import { useQuery } from '@tanstack/react-query'
import { appsQuery } from '../../data/apps.ts'
import { useMay, useTenantScope } from '../../data/scope.tsx'

/** The apps that widgets read; none without the permission. */
export function useApps(): readonly AppView[] {
  const { tenantId } = useTenantScope()
  return useQuery({ ...appsQuery(tenantId), enabled: useMay('app:read') }).data ?? []
}

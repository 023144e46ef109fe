import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { keys } from '../data/keys.ts'
import type { TenantScope } from '../data/scope.tsx'
import { useModelNews } from '../data/useHubs.ts'

/** Permission changes in an open tenant affect what its pages show: all of it is refetched. */
export function useRightsWatch({ tenantId, permissions, userId }: TenantScope): void {
  const client = useQueryClient()
  // Groups and roles affect apps and records without changing a permission.
  useModelNews((news) => {
    const isMine = news.kind === 'users' && news.id === userId
    if (news.tenantId !== tenantId || !(isMine || (news.kind === 'settings' && news.id === 'rights'))) return
    for (const kind of ['records', 'apps'] as const)
      void client.invalidateQueries({ queryKey: keys.kind(tenantId, kind) })
  })
  const rights = `${tenantId} ${[...permissions].toSorted().join()}`
  const before = useRef(rights)
  useEffect(() => {
    if (before.current === rights) return
    before.current = rights
    void client.invalidateQueries({ queryKey: keys.tenant(tenantId) })
  }, [client, tenantId, rights])
}

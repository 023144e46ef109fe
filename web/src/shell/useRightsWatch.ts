import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { keys } from '../data/keys.ts'
import type { TenantScope } from '../data/scope.tsx'

/** Rights that change while a tenant is open change what its pages may show and offer: all of it is read again. */
export function useRightsWatch({ tenantId, permissions }: TenantScope): void {
  const client = useQueryClient()
  const rights = `${tenantId} ${[...permissions].toSorted().join()}`
  const before = useRef(rights)
  useEffect(() => {
    if (before.current === rights) return
    before.current = rights
    void client.invalidateQueries({ queryKey: keys.tenant(tenantId) })
  }, [client, tenantId, rights])
}

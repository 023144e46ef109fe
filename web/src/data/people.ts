import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { tenantUsersQuery } from './apps.ts'
import { useTenantScope } from './scope.tsx'

interface People {
  name(userId: string): string | undefined
  me: string
}

/** Names of the tenant's people by user id, and who is reading. */
export function usePeople(): People & { all: { id: string; name: string; active: boolean }[] } {
  const { tenantId, userId } = useTenantScope()
  const { data } = useQuery(tenantUsersQuery(tenantId))
  return useMemo(() => {
    const all = data ?? []
    const names = new Map(all.map((person) => [String(person.id), person.name]))
    return { all, me: userId, name: (id: string) => names.get(id) }
  }, [data, userId])
}

import { fieldTraits } from '@caseloom/contract/field-types/field-kind'
import { tenantPrincipals } from '@caseloom/contract/identity/identity'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { appsQuery, tenantUsersQuery } from './apps.ts'
import { call } from './call.ts'
import { keys } from './keys.ts'
import { useTenantScope } from './scope.tsx'

interface People {
  name(userId: string): string | undefined
  /** Name of a group by its id. */
  group(groupId: string): string | undefined
  groups: readonly { id: string; name: string }[]
  me: string
  /** The time zone of the user of this page. */
  zone: string
}

interface Person {
  id: string
  name: string
  active: boolean
  groups: string[]
}

/** Shares its query with the sharing dialogs. */
export function principalsQuery(tenantId: string) {
  return queryOptions({
    queryKey: keys.list(tenantId, 'users', 'principals'),
    queryFn: ({ signal }) => call(tenantPrincipals, { params: { tenantId }, signal }),
  })
}

export function usePeople(): People & { all: Person[] } {
  const { tenantId, timeZone, userId } = useTenantScope()
  const { data } = useQuery(tenantUsersQuery(tenantId))
  const apps = useQuery(appsQuery(tenantId)).data
  // Group names are requested only when some app has a group field.
  const enabled = apps?.some((app) => app.fields.some((field) => fieldTraits(field).groups)) ?? false
  const principals = useQuery({ ...principalsQuery(tenantId), enabled }).data
  return useMemo(() => {
    const all = data ?? []
    const names = new Map(all.map((person) => [String(person.id), person.name]))
    const groups = principals?.groups ?? []
    const groupNames = new Map(groups.map((group) => [String(group.id), group.name]))
    return {
      all,
      groups,
      me: userId,
      zone: timeZone,
      name: (id: string) => names.get(id),
      group: (id: string) => groupNames.get(id),
    }
  }, [data, principals, timeZone, userId])
}

/** People, groups, and roles by name, for rules and warnings that name them. */
export function useActorNames() {
  const { tenantId } = useTenantScope()
  const people = usePeople()
  const { data } = useQuery(principalsQuery(tenantId))
  return useMemo(() => {
    const nameIn = (list: readonly { id: string; name: string }[] = []) => {
      const names = new Map(list.map(({ id, name }) => [String(id), name]))
      return (id: string) => names.get(id)
    }
    return { people: { ...people, group: nameIn(data?.groups) }, role: nameIn(data?.roles) }
  }, [people, data])
}

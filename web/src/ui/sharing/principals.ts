import { GroupId, RoleId, UserId } from '@caseloom/contract/ids'
import type { Grant } from '@caseloom/contract/sharing'

/** Names of all that something can be shared with; as the tenant's principals are answered. */
export interface PrincipalNames {
  roles: readonly Named[]
  groups: readonly Named[]
  users: readonly Named[]
}
interface Named {
  id: string
  name: string
}

export type PrincipalKind = 'role' | 'group' | 'user'

/** What an id stands for; a person when nobody knows it any more. */
export function kindOf(id: string, { roles, groups }: PrincipalNames): PrincipalKind {
  if (roles.some((role) => role.id === id)) return 'role'
  return groups.some((group) => group.id === id) ? 'group' : 'user'
}

/** The same as the contract wants it. */
export function principalFor(id: string, kind: PrincipalKind): Grant['to'] {
  if (kind === 'role') return { roleId: RoleId.parse(id) }
  return kind === 'group' ? { groupId: GroupId.parse(id) } : { userId: UserId.parse(id) }
}

export function nameIn(id: string, { roles, groups, users }: PrincipalNames): string | undefined {
  return [...roles, ...groups, ...users].find((each) => each.id === id)?.name
}

export const NO_PRINCIPALS: PrincipalNames = { roles: [], groups: [], users: [] }

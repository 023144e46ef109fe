import { GroupId, RoleId, UserId } from '@caseloom/contract/kernel/ids'
import type { Grant } from '@caseloom/contract/kernel/sharing'

/** Names of all principals, as the API returns them. */
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

/** A user when the ID is unknown. */
export function kindOf(id: string, { roles, groups }: PrincipalNames): PrincipalKind {
  if (roles.some((role) => role.id === id)) return 'role'
  return groups.some((group) => group.id === id) ? 'group' : 'user'
}

export function principalFor(id: string, kind: PrincipalKind): Grant['to'] {
  if (kind === 'role') return { roleId: RoleId.parse(id) }
  return kind === 'group' ? { groupId: GroupId.parse(id) } : { userId: UserId.parse(id) }
}

export function nameIn(id: string, { roles, groups, users }: PrincipalNames): string | undefined {
  return [...roles, ...groups, ...users].find((each) => each.id === id)?.name
}

export const NO_PRINCIPALS: PrincipalNames = { roles: [], groups: [], users: [] }

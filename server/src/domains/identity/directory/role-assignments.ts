import type { HeldRole } from '@caseloom/contract/identity/directory'
import type { Issue } from '@caseloom/contract/kernel/errors'
import type { Tx } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import {
  groupsOf,
  type Held,
  heldRoles,
  type Holder,
  knownGroups,
  knownRoles,
  replaceGroups,
  replaceRoles,
  sameHoldings,
} from './holdings.store.ts'

/** A tenant's name and ID, as returned by places. */
export type KnownTenants = readonly { id: string }[]

/**
 * Gives a holder exactly these roles; answers whether anything changed. Roles in tenants that are closed now may stay.
 * @throws request.invalid at the roles that are not of the account, foreign and missing alike
 */
export async function assignRoles(
  tx: Tx,
  holder: Holder,
  roles: readonly HeldRole[],
  tenants: KnownTenants,
): Promise<boolean> {
  const before = await heldRoles(tx, holder)
  if (sameHoldings(before, roles)) return false
  const ids = roles.map((role) => role.roleId)
  const known = await knownRoles(tx, holder.accountId, ids)
  const places = new Set<string | null>([null, ...tenants.map((each) => each.id), ...placesOf(before)])
  const issues = roles.flatMap((role, index): Issue[] => [
    ...(known.has(role.roleId) ? [] : [unknown(['roles', index, 'roleId'], 'No such role')]),
    ...(places.has(role.tenantId) ? [] : [unknown(['roles', index, 'tenantId'], 'No such tenant')]),
  ])
  if (issues.length > 0) throw fail('request.invalid', { issues })
  await replaceRoles(tx, holder, roles)
  return true
}

function placesOf(held: readonly Held[]): (string | null)[] {
  return held.map((each) => each.tenantId)
}

/** Puts a user into exactly these groups; answers whether anything changed. Throws request.invalid. */
export async function assignGroups(
  tx: Tx,
  user: { accountId: string; userId: string },
  groupIds: readonly string[],
): Promise<boolean> {
  const before = await groupsOf(tx, user.userId)
  if (JSON.stringify([...new Set(groupIds)].sort()) === JSON.stringify(before.sort())) return false
  const known = await knownGroups(tx, user.accountId, groupIds)
  const issues = groupIds.flatMap((id, index) =>
    known.has(id) ? [] : [unknown(['groupIds', index], 'No such group')],
  )
  if (issues.length > 0) throw fail('request.invalid', { issues })
  await replaceGroups(tx, user.userId, groupIds)
  return true
}

export function unknown(path: (string | number)[], message: string): Issue {
  return { path: ['body', ...path], code: 'unknown', message }
}

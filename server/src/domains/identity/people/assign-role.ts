import type { Permission } from '@caseloom/contract/kernel/permissions'
import type { Tx } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { newId } from '../../../platform/uuid.ts'
import { tenantRightsChanged, userChanged } from './identity.events.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { bumpUser, insertAssignment, insertGroup, insertMember, insertRole } from './user.store.ts'

type Deps = Pick<IdentityDeps, 'system' | 'places'>

export interface GivenRole {
  accountId: string
  roleId: string
  /** Who gets it: exactly one of the two. */
  to: { userId: string } | { groupId: string }
  /** null: every tenant of the account, those to come included. */
  tenantId: string | null
}

/**
 * Gives a role to a user or group; given twice it is given once.
 * @throws resource.not_found when role, receiver or tenant are not of the account
 */
export async function assignRole({ system, places }: Deps, given: GivenRole): Promise<void> {
  const { accountId, roleId, to, tenantId } = given
  const tenants = await tenantsConcerned(places, accountId, tenantId)
  const userId = 'userId' in to ? to.userId : null
  const groupId = 'groupId' in to ? to.groupId : null
  await system.tx(async (tx) => {
    const done = await insertAssignment(tx, { id: newId(), accountId, roleId, userId, groupId, tenantId })
    if (!done) throw fail('resource.not_found')
    await announce(tx, userId, tenants)
  })
}

async function tenantsConcerned(
  places: IdentityDeps['places'],
  accountId: string,
  tenantId: string | null,
): Promise<string[]> {
  const { tenants } = await places.directory([accountId])
  const ids = tenants.map((tenant) => tenant.id)
  if (tenantId === null) return ids
  if (!ids.includes(tenantId)) throw fail('resource.not_found')
  return [tenantId]
}

async function announce(tx: Tx, userId: string | null, tenants: readonly string[]): Promise<void> {
  if (userId === null) {
    for (const tenantId of tenants) tx.announce(tenantRightsChanged(tenantId))
    return
  }
  const rev = await bumpUser(tx, userId)
  for (const tenantId of tenants) tx.announce(userChanged('updated', { id: userId, rev }, tenantId))
}

/** Adds a custom role to an account; answers its id. */
export async function createRole(
  { system }: Pick<Deps, 'system'>,
  role: { accountId: string; name: string; permissions: readonly Permission[] },
): Promise<string> {
  const id = newId()
  await system.tx((tx) => insertRole(tx, { ...role, id }))
  return id
}

/** Adds a group to an account; answers its id. */
export async function createGroup(
  { system }: Pick<Deps, 'system'>,
  group: { accountId: string; name: string },
): Promise<string> {
  const id = newId()
  await system.tx((tx) => insertGroup(tx, { ...group, id }))
  return id
}

/** Puts a user into a group of the same account; throws resource.not_found when they are not of one account. */
export async function addToGroup(
  { system, places }: Deps,
  member: { accountId: string; groupId: string; userId: string },
): Promise<void> {
  const tenants = await tenantsConcerned(places, member.accountId, null)
  await system.tx(async (tx) => {
    if (!(await insertMember(tx, member))) throw fail('resource.not_found')
    await announce(tx, member.userId, tenants)
  })
}

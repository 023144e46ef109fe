import type { Tx } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { newId } from '../../../platform/uuid.ts'
import { personChanged, userChanged } from '../people/identity.events.ts'
import type { IdentityDeps } from '../people/identity-deps.ts'
import { deleteSessionsOf } from '../sessions/session.store.ts'
import { getUser, saveUser, setStatus, type UserRow, type UserStatus } from '../people/user.store.ts'

type Deps = Pick<IdentityDeps, 'system' | 'places'>

export interface NewUser {
  /** Of a new membership; an existing one keeps its own. */
  id?: string
  accountId: string
  personId: string
  status?: UserStatus
  accountAdmin?: boolean
}

/** Makes a person a user of an account; answers the user's id. Repeated, it brings the membership to these values. */
export async function addUser({ system, places }: Deps, added: NewUser): Promise<string> {
  const { tenants } = await places.directory([added.accountId])
  return system.tx(async (tx) => {
    const user = await saveUser(tx, {
      id: added.id ?? newId(),
      account_id: added.accountId,
      person_id: added.personId,
      status: added.status ?? 'active',
      account_admin: added.accountAdmin ?? false,
    })
    announce(tx, user.rev === 1 ? 'created' : 'updated', user, tenants)
    return user.id
  })
}

/** Activates or disables a user; a disabled one is signed out everywhere immediately. Throws resource.not_found. */
export async function setUserStatus(
  { system, places }: Deps,
  userId: string,
  status: UserStatus,
): Promise<void> {
  const known = await system.read((tx) => getUser(tx, userId))
  if (known === null) throw fail('resource.not_found')
  const { tenants } = await places.directory([known.account_id])
  await system.tx(async (tx) => {
    const user = await setStatus(tx, userId, status)
    if (user === null) throw fail('resource.not_found')
    if (status === 'disabled') await deleteSessionsOf(tx, user.person_id)
    announce(tx, 'updated', user, tenants)
  })
}

function announce(
  tx: Tx,
  verb: 'created' | 'updated',
  user: UserRow,
  tenants: readonly { id: string }[],
): void {
  for (const { id } of tenants) tx.announce(userChanged(verb, user, id))
  tx.announce(personChanged(user.person_id))
}

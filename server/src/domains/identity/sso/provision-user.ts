import { audit } from '../../../platform/audit/audit.ts'
import type { Tx } from '../../../platform/database/types.ts'
import { newId } from '../../../platform/uuid.ts'
import { personChanged, userChanged } from '../people/identity.events.ts'
import { savePerson } from '../people/person.store.ts'
import { bumpUser, saveUser, setStatus, type UserRow } from '../people/user.store.ts'
import type { NotifiedPerson } from '../notices/notify-person.ts'
import type { AssertedIdentity } from './asserted-identity.rules.ts'
import { type MappedRole, replaceMappedRoles } from './mapped-roles.store.ts'
import type { MetPerson } from './member.read.ts'
import { insertIdentity } from './sso.store.ts'

export interface ProvisionUser {
  accountId: string
  claimed: AssertedIdentity
  roles: readonly MappedRole[]
  /** Of the account. */
  tenants: readonly { id: string }[]
  ip: string
  /** Null: no one here yet, the person is made. */
  person: MetPerson | null
  /** The subject is matched with the person from now on. */
  link: boolean
}

/**
 * Makes the person an active user of the account with the roles that the provider assigns, and announces the changes.
 */
export async function provisionUser(tx: Tx, entry: ProvisionUser): Promise<NotifiedPerson> {
  const { accountId, claimed, tenants } = entry
  const person = entry.person ?? (await makePerson(tx, claimed))
  const { user, action } = await makeActive(tx, accountId, person)
  const facts: string[] = action === null ? [] : [action]
  if (entry.link) {
    await insertIdentity(tx, accountId, { personId: person.id, claimed })
    facts.push('user.linked_to_provider')
  }
  const known = entry.roles.filter(
    ({ tenantId }) => tenantId === null || tenants.some(({ id }) => id === tenantId),
  )
  const changed = await replaceMappedRoles(tx, { accountId, userId: user.id }, known)
  if (changed !== null) facts.push('user.roles_mapped')
  const actor = { kind: 'user' as const, id: user.id, personId: person.id, name: person.name }
  for (const fact of facts) {
    const roles = fact === 'user.roles_mapped' && changed !== null ? changed : {}
    const object = { kind: 'user', id: user.id, name: person.name }
    await audit(tx, { accountId, actor, action: fact, object, ip: entry.ip, ...roles })
  }
  if (action !== null || changed !== null) {
    const rev = await bumpUser(tx, user.id)
    const verb = action === 'user.created_by_provider' ? 'created' : 'updated'
    for (const { id } of tenants) tx.announce(userChanged(verb, { id: user.id, rev }, id))
    tx.announce(personChanged(person.id))
  }
  return person
}

async function makePerson(
  tx: Tx,
  { email, name }: AssertedIdentity,
): Promise<NotifiedPerson & { userId: null; status: null }> {
  const id = newId()
  const values = { id, email, name, passwordHash: null, superAdministrator: false, timeZone: null }
  await savePerson(tx, values)
  return { id, email, name, notifications: {}, userId: null, status: null }
}

async function makeActive(
  tx: Tx,
  accountId: string,
  person: { id: string; userId: string | null; status: UserRow['status'] | null },
): Promise<{ user: { id: string }; action: string | null }> {
  const { userId, status } = person
  if (userId === null) {
    const membership = { id: newId(), account_id: accountId, person_id: person.id }
    const user = await saveUser(tx, { ...membership, status: 'active', account_admin: false })
    return { user, action: 'user.created_by_provider' }
  }
  if (status === 'active') return { user: { id: userId }, action: null }
  await setStatus(tx, userId, 'active')
  return { user: { id: userId }, action: 'user.activated_by_provider' }
}

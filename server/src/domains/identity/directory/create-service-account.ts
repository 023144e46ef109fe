import type { createServiceAccount as createRoute, UserView } from '@caseloom/contract/identity/directory'
import { cleanText } from '@caseloom/contract/values/normalize-text'
import type { RouteBody } from '@caseloom/contract/kernel/route'
import { audit } from '../../../platform/audit/audit.ts'
import { allowInAccount } from '../../../platform/rights.ts'
import { newId } from '../../../platform/uuid.ts'
import { savePerson } from '../people/person.store.ts'
import type { Acting, DirectoryDeps } from './directory-deps.ts'
import { assignRoles } from './role-assignments.ts'
import { readUserView } from './list-users.ts'
import { saveMembership } from './membership.store.ts'
import { announceUser } from './rights-changed.ts'

/** Adds a service account: no address, no password, tokens only. Throws request.invalid at unknown roles. */
export async function createServiceAccount(
  deps: Pick<DirectoryDeps, 'system' | 'places'>,
  { actor, accountId, ip }: Acting,
  wanted: RouteBody<typeof createRoute>,
): Promise<UserView> {
  allowInAccount(actor, accountId)
  const { tenants } = await deps.places.directory([accountId])
  const userId = await deps.system.tx(async (tx) => {
    const personId = newId()
    const name = cleanText(wanted.name)
    // Never shown and never mailed to: `.invalid` names no one (RFC 2606).
    const email = `${personId}@service.invalid`
    const rest = { passwordHash: null, superAdministrator: false, timeZone: null }
    await savePerson(tx, { id: personId, email, name, ...rest })
    await tx.query(`update caseloom.person set kind = 'service' where id = $1`, [personId])
    const user = { id: newId(), accountId, personId, status: 'active', accountAdmin: false } as const
    const saved = await saveMembership(tx, { ...user, invitedUntil: null, invitedName: null })
    await assignRoles(tx, { accountId, userId: saved.id }, wanted.roles, tenants)
    const object = { kind: 'user', id: saved.id, name }
    await audit(tx, { accountId, actor, action: 'user.service_created', object, after: wanted.roles, ip })
    announceUser(tx, { ...saved, person_id: personId }, tenants, 'created')
    return saved.id
  })
  return readUserView(deps, accountId, userId)
}

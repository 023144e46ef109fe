import { z } from 'zod'
import type { Tx } from '../../../platform/database/types.ts'
import { personChanged, rightsShown, tenantRightsChanged, userChanged } from '../people/identity.events.ts'
import type { KnownTenants } from './role-assignments.ts'

export const ChangedUser = z.object({
  id: z.string(),
  person_id: z.string(),
  rev: z.number(),
})
export type ChangedUser = z.infer<typeof ChangedUser>

/** Announces to everyone that a user changed and that their permissions must be resolved again. */
export function announceUser(
  tx: Tx,
  user: ChangedUser,
  tenants: KnownTenants,
  verb: 'created' | 'updated' = 'updated',
): void {
  for (const { id } of tenants) tx.announce(userChanged(verb, user, id))
  tx.announce(personChanged(user.person_id))
}

/** Above this many announcements of single users, tenants are looked up as a whole. */
const SINGLE = 200

/** Announces that permissions of many users changed together: of a group or role, and of the users named. */
export function announceMany(tx: Tx, users: readonly ChangedUser[], tenants: KnownTenants): void {
  for (const { id } of tenants) {
    tx.announce(tenantRightsChanged(id))
    tx.announce(rightsShown(id, tx.now))
  }
  if (users.length * tenants.length <= SINGLE) for (const user of users) announceUser(tx, user, tenants)
}

import { z } from 'zod'
import type { Tx } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { PERSON_COLUMNS, PersonRow } from '../people/person.store.ts'
import { tokenHash } from './session.store.ts'
import { Strength } from './sign-in-policy.rules.ts'

/** A person with the living session that they ask by. */
export const SessionOwner = PersonRow.extend({
  session_id: z.string(),
  session_since: z.date(),
  strength: Strength,
  only_account: z.string().nullable(),
  /** Account and tenant last entered. */
  account_id: z.string().nullable(),
  tenant_id: z.string().nullable(),
  expires_at: z.date(),
})
export type SessionOwner = z.infer<typeof SessionOwner>

/** Whose session this is; throws session.none. */
export async function sessionOwnerOf(tx: Tx, token: string): Promise<SessionOwner> {
  const rows = await tx.rows(
    SessionOwner,
    `select ${PERSON_COLUMNS}, s.id as session_id, s.created_at as session_since, s.strength, s.only_account,
            s.account_id, s.tenant_id, s.expires_at
       from caseloom.session s join caseloom.person p on p.id = s.person_id
      where s.token_hash = $1 and s.expires_at > $2 and s.idle_until > $2`,
    [tokenHash(token), tx.now],
  )
  if (rows[0] === undefined) throw fail('session.none')
  return rows[0]
}

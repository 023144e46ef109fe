import { z } from 'zod'
import type { Tx } from '../../../platform/database/types.ts'
import { Met } from './join-person.rules.ts'

/** A person as a sign-in meets them, with the hash that a proof is checked against. */
export const MetPerson = Met.extend({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  notifications: z.unknown(),
  passwordHash: z.string().nullable(),
  userId: z.string().nullable(),
})
export type MetPerson = z.infer<typeof MetPerson>

const MET = `
  select p.id, p.id as "personId", p.kind, p.email, p.name, p.notifications, p.password_hash as "passwordHash",
         p.password_hash is not null as "hasPassword", u.id as "userId", u.status,
         coalesce(u.status = 'invited' and u.invited_until < $3, false) as lapsed
    from caseloom.person p left join caseloom.user u on u.person_id = p.id and u.account_id = $1`

export async function meetPerson(tx: Tx, accountId: string, personId: string): Promise<MetPerson | null> {
  const rows = await tx.rows(MetPerson, `${MET} where p.id = $2`, [accountId, personId, tx.now])
  return rows[0] ?? null
}

export async function meetEmail(tx: Tx, accountId: string, emailKey: string): Promise<MetPerson | null> {
  const rows = await tx.rows(MetPerson, `${MET} where p.email_key = $2`, [accountId, emailKey, tx.now])
  return rows[0] ?? null
}

import { z } from 'zod'
import type { Tx } from '../../../platform/database/types.ts'

export const Exemption = z.object({
  user_id: z.string(),
  reason: z.string(),
  granted_by: z.string(),
  granted_at: z.date(),
  until: z.date(),
})
export type Exemption = z.infer<typeof Exemption>

/** Grants an exemption to a user who has none, or whose last one was just taken away. */
export async function insertExemption(tx: Tx, exemption: Exemption): Promise<void> {
  const { user_id, reason, granted_by, granted_at, until } = exemption
  await tx.query(
    `insert into caseloom.factor_exemption (user_id, reason, granted_by, granted_at, until)
     values ($1, $2, $3, $4, $5)`,
    [user_id, reason, granted_by, granted_at, until],
  )
}

/** Takes a user's exemption away, expired or not; answers it, null when there is none. */
export async function takeExemption(tx: Tx, userId: string): Promise<Exemption | null> {
  const rows = await tx.rows(
    Exemption,
    'delete from caseloom.factor_exemption where user_id = $1 returning *',
    [userId],
  )
  return rows[0] ?? null
}

export const ExpiredExemption = Exemption.extend({
  account_id: z.string(),
  name: z.string(),
})
export type ExpiredExemption = z.infer<typeof ExpiredExemption>

/** Takes some of the expired exemptions away; answers them with their users. */
export async function takeExpiredExemptions(tx: Tx, limit: number): Promise<ExpiredExemption[]> {
  return tx.rows(
    ExpiredExemption,
    `delete from caseloom.factor_exemption e
      using caseloom.user u join caseloom.person p on p.id = u.person_id
      where u.id = e.user_id and e.user_id in (
        select x.user_id from caseloom.factor_exemption x where x.until <= $1
         order by x.until limit $2 for update skip locked)
      returning e.*, u.account_id, p.name`,
    [tx.now, limit],
  )
}

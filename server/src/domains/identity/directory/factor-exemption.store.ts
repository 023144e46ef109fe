import type { Tx } from '../../../platform/database/types.ts'

export interface Exemption {
  user_id: string
  reason: string
  granted_by: string
  granted_at: Date
  until: Date
}

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
  const rows = await tx.query<Exemption>(
    'delete from caseloom.factor_exemption where user_id = $1 returning *',
    [userId],
  )
  return rows[0] ?? null
}

export interface ExpiredExemption extends Exemption {
  account_id: string
  name: string
}

/** Takes some of the expired exemptions away; answers them with their users. */
export async function takeExpiredExemptions(tx: Tx, limit: number): Promise<ExpiredExemption[]> {
  return tx.query<ExpiredExemption>(
    `delete from caseloom.factor_exemption e
      using caseloom.user u join caseloom.person p on p.id = u.person_id
      where u.id = e.user_id and e.user_id in (
        select x.user_id from caseloom.factor_exemption x where x.until <= $1
         order by x.until limit $2 for update skip locked)
      returning e.*, u.account_id, p.name`,
    [tx.now, limit],
  )
}

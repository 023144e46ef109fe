import { IdRow } from '../../../platform/database/rows.ts'
import type { Tx } from '../../../platform/database/types.ts'

/** The people who administer an account. */
export async function administratorsOf(tx: Tx, accountId: string): Promise<string[]> {
  const rows = await tx.rows(
    IdRow,
    `select p.id from caseloom.user u join caseloom.person p on p.id = u.person_id
      where u.account_id = $1 and u.account_admin and u.status = 'active' and p.kind = 'person' order by p.id`,
    [accountId],
  )
  return rows.map((row) => row.id)
}

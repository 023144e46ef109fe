import type { Tx } from '../../platform/database/types.ts'
import { SetFlag } from './flags.rules.ts'

/** Every word that was given about a flag, for the installation and for accounts. */
export async function allFlags(tx: Tx): Promise<SetFlag[]> {
  return tx.rows(
    SetFlag,
    'select name, account_id, enabled from caseloom.feature_flag order by name, account_id',
  )
}

export async function deleteFlag(tx: Tx, name: string, accountId: string | null): Promise<void> {
  await tx.query(
    'delete from caseloom.feature_flag where name = $1 and account_id is not distinct from $2::uuid',
    [name, accountId],
  )
}

import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { TenantTx } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { allowInApp } from '../model/app-permissions.rules.ts'
import type { AppTable, StoredRecord } from '../model/record-shape.ts'
import { findRecord } from './search.read.ts'

/** The current record, locked until the end of the transaction. Throws resource.not_found once it is deleted. */
export async function lockedRecord(
  tx: TenantTx,
  actor: Actor,
  { app, record }: { app: AppTable; record: StoredRecord },
): Promise<StoredRecord> {
  await tx.query(`select from ${app.table} where id = $1 for update`, [record.id])
  const found = await findRecord(tx, app, record.id)
  if (found.record === null) throw fail('resource.not_found')
  allowInApp(actor, 'record:read', app, found.record)
  return found.record
}

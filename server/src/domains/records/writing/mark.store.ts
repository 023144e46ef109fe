import type { TenantTx } from '../../../platform/database/types.ts'
import type { HistoryRow } from './write.store.ts'
import type { AppTable, StoredRecord } from '../model/record-shape.ts'

/** Writes a record's list and lock with the history entry of that change; the row was locked when it was loaded. */
export async function writeMark(
  tx: TenantTx,
  app: AppTable,
  record: StoredRecord,
  { action, changes }: Pick<HistoryRow, 'action' | 'changes'>,
): Promise<void> {
  const by = JSON.stringify(record.updatedBy)
  await tx.query(
    `with upd as (update ${app.table}
        set acl = $3, lock = $4, version = $5, updated_at = $6, updated_by = $7 where id = $2 returning id)
     insert into caseloom.record_history
        (tenant_id, app_id, record_id, version, at, actor, action, changes, former_acl)
     select $8, $1, upd.id, $5, $6, $7, $9, $10, (select t.acl from ${app.table} t where t.id = $2) from upd`,
    [
      app.id,
      record.id,
      record.acl,
      record.lock === null ? null : JSON.stringify(record.lock),
      record.version,
      record.updatedAt,
      by,
      tx.tenantId,
      action,
      JSON.stringify(changes),
    ],
  )
}

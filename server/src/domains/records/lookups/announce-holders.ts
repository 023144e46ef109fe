import { z } from 'zod'
import type { TenantTx } from '../../../platform/database/types.ts'
import { recordFact } from '../model/record-fact.ts'
import { RecordRow, selectList, toRecord } from '../model/record-rows.ts'
import type { RecordsDeps } from '../model/records-deps.ts'

const HolderRow = z.object({ app_id: z.string(), record_id: z.string() })
/** The newest records that hold a value learn of a result; on others it shows when they are opened. */
const MAX_HOLDERS = 50

/** Lets open pages of records that hold the values read them again. */
export async function announceHolders(
  deps: RecordsDeps,
  tx: TenantTx,
  digests: readonly string[],
): Promise<void> {
  const holders = await tx.rows(
    HolderRow,
    `select distinct app_id, record_id from caseloom.record_observable
      where tenant_id = $1 and digest = any($2::uuid[]) order by record_id desc limit ${MAX_HOLDERS}`,
    [tx.tenantId, digests],
    'lookup-holders',
  )
  for (const [appId, rows] of Map.groupBy(holders, (row) => row.app_id)) {
    const app = await deps.apps.compiled(tx, appId, true)
    if (app === null) continue
    const records = await tx.rows(
      RecordRow,
      `select ${selectList(app, new Set())} from ${app.table} t where t.id = any($1::uuid[]) and t.deleted_at is null`,
      [rows.map((row) => row.record_id)],
    )
    for (const row of records) tx.announce(recordFact(app, 'updated', toRecord(app, row)))
  }
}

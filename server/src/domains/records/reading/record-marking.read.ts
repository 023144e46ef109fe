import type { TenantTx } from '../../../platform/database/types.ts'
import { type Marking, NO_MARKING, recordMarking, stricterMarking } from '@caseloom/contract/values/markings'
import { RecordRow, selectList, toRecord } from '../model/record-rows.ts'
import type { RecordsDeps } from '../model/records-deps.ts'

const MARKS: ReadonlySet<string> = new Set(['tlp', 'pap'])

/**
 * The strictest marking of records of an app, whatever the reader may see of them: only to be compared with limits. Unknown
 * records have none.
 */
export async function markingOfRecords(
  { apps }: Pick<RecordsDeps, 'apps'>,
  tx: TenantTx,
  { appId, recordIds }: { appId: string; recordIds: readonly string[] },
): Promise<Marking> {
  const app = await apps.compiled(tx, appId)
  if (app === null || ![...MARKS].some((key) => app.byKey.has(key))) return NO_MARKING
  const rows = await tx.rows(
    RecordRow,
    `select ${selectList(app, MARKS)} from ${app.table} t where t.id = any($1::uuid[])`,
    [recordIds],
  )
  const markings = rows.map((row) => recordMarking(toRecord(app, row).values))
  return markings.reduce(stricterMarking, NO_MARKING)
}

// What records were: the entries of the history, and a record as of one of its versions.
import { JsonColumn } from '../../../platform/database/rows.ts'
import { z } from 'zod'
import { ActorRef, HistoryEntry, RecordLock } from '@caseloom/contract/records/records'
import type { TenantTx } from '../../../platform/database/types.ts'
import { readChanges } from './history-form.rules.ts'
import type { AppTable, FieldChange, StoredRecord } from '../model/record-shape.ts'
import { replay } from './replay.rules.ts'

const RestrictionRow = z.object({
  seq: z.string(),
  acl: z.array(z.string()).nullable(),
  lock: RecordLock.nullable(),
})

/** One entry as stored. */
export interface HistoryRecord {
  version: number
  at: Date
  actor: ActorRef
  action: HistoryEntry['action']
  changes: FieldChange[]
}
/** The same before its changes are read. */
export const StoredEntry = z.object({
  version: z.number(),
  at: z.date(),
  actor: ActorRef,
  action: HistoryEntry.shape.action,
  changes: JsonColumn,
})
export type StoredEntry = z.infer<typeof StoredEntry>

export function entryOf<Entry extends StoredEntry>(row: Entry): Entry & HistoryRecord {
  return { ...row, changes: readChanges(row.changes) }
}

/** Changes of a record before a version (all when null) and a time, newest first. */
export async function historyBefore(
  tx: TenantTx,
  recordId: string,
  { before, until, limit }: { before: number | null; until?: string | undefined; limit: number },
): Promise<HistoryRecord[]> {
  const rows = await tx.rows(
    StoredEntry,
    `select version, at, actor, action, changes from caseloom.record_history
      where tenant_id = $1 and record_id = $2 and ($3::int is null or version < $3)
        and ($5::timestamptz is null or at < $5)
      order by version desc limit $4`,
    [tx.tenantId, recordId, before, limit, until ?? null],
    'record-history',
  )
  return rows.map(entryOf)
}

/** The record as it was at a version, deleted or not; null when there never was one. */
export async function recordAt(
  tx: TenantTx,
  app: AppTable,
  recordId: string,
  version: number,
): Promise<StoredRecord | null> {
  const rows = await tx.rows(RestrictionRow, `select seq, acl, lock from ${app.table} where id = $1`, [
    recordId,
  ])
  const row = rows[0]
  const entries = await historyBefore(tx, recordId, { before: version + 1, limit: version })
  if (row === undefined || entries.length === 0) return null
  return replay(app, { id: recordId, seq: Number(row.seq), acl: row.acl, lock: row.lock }, entries.reverse())
}

import type { Actor } from '@caseloom/contract/kernel/permissions'
import { actorRef, type HistoryEntry } from '@caseloom/contract/records/records'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import { recordFact } from '../model/record-fact.ts'
import type { AppTable, FieldChange, StoredRecord } from '../model/record-shape.ts'
import { writeMark } from '../writing/mark.store.ts'
import { DETAIL } from '../versions/history-form.rules.ts'

/** A scope whose work is part of a transaction that is under way. */
export function joinedTo(tx: TenantTx, scope: TenantScope): TenantScope {
  return { ...scope, tx: (work) => work(tx), read: (work) => work(tx) }
}

/** Records in a record's history what was merged into it or split off, and notifies its viewers. */
export async function markMerged(
  { tx, app, actor }: { tx: TenantTx; app: AppTable; actor: Actor },
  record: StoredRecord,
  {
    action,
    detail,
    changes,
  }: { action: HistoryEntry['action']; detail: string; changes: readonly FieldChange[] },
): Promise<StoredRecord> {
  const marked = { ...record, version: record.version + 1, updatedAt: tx.now, updatedBy: actorRef(actor) }
  const said = { field: DETAIL, from: null, to: detail }
  await writeMark(tx, app, marked, { action, changes: [said, ...changes] })
  tx.announce(recordFact(app, 'updated', marked))
  return marked
}

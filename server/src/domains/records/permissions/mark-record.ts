// Restricting and locking single records, and explaining who may see one and why.
import { normalizeGuid } from '@caseloom/contract/kernel/ids'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { actorRef } from '@caseloom/contract/records/records'
import { audit } from '../../../platform/audit/audit.ts'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { allowInApp, seen } from '../model/app-permissions.rules.ts'
import { loadForWrite } from '../writing/load.store.ts'
import { recordFact } from '../model/record-fact.ts'
import type { AppTable, RecordPlace, StoredRecord } from '../model/record-shape.ts'
import { writeProjections } from '../writing/write-projections.ts'
import { withApp } from '../model/with-app.ts'
import type { HistoryRow } from '../writing/write.store.ts'
import { writeMark } from '../writing/mark.store.ts'
import type { RecordsDeps } from '../model/records-deps.ts'
import { DETAIL } from '../versions/history-form.rules.ts'

/** Who asks for which record, from which address. */
export interface MarkCommand extends RecordPlace {
  ip: string | null
}

/** What a mark makes of a record; null leaves it as it is. */
export interface Mark {
  action: HistoryRow['action']
  acl: readonly string[] | null
  lock: StoredRecord['lock']
  /** For the history: the principals it was restricted to, or the reason for the lock. */
  detail?: string | undefined
}

/** Decides the record's new state; throws if the change isn't allowed. */
export interface Deciding {
  decide(app: AppTable, record: StoredRecord, now: Date): Mark | null
}

/**
 * Changes who may see or change a record: loads it under a row lock, lets `decide` judge, and writes, announces and
 * audits what it decided.
 * @throws resource.not_found for a record that the actor may not see, and what `decide` throws
 */
export async function markRecord(
  deps: RecordsDeps,
  scope: TenantScope,
  actor: Actor,
  command: MarkCommand & Deciding,
): Promise<{ app: AppTable; record: StoredRecord }> {
  const id = normalizeGuid(command.recordId)
  if (id === null) throw fail('resource.not_found')
  return scope.tx(async (tx) => {
    const wanted = { ids: [id], unique: new Map(), operations: [] }
    const { app, records } = await withApp(deps, tx, command.appId, (candidate) =>
      loadForWrite(tx, seen(candidate, actor), wanted),
    )
    const before = records.find((record) => record.id === id)
    if (before === undefined) throw fail('resource.not_found')
    allowInApp(actor, 'record:read', app, before)
    const mark = command.decide(app, before, tx.now)
    if (mark === null) return { app, record: before }
    const { acl, lock } = mark
    const moment = { version: before.version + 1, updatedAt: tx.now, updatedBy: actorRef(actor) }
    const record = { ...before, ...moment, acl, lock }
    await write(tx, app, { before, record, mark })
    await publishMark(tx, app, actor, { before, record, mark, ip: command.ip })
    return { app, record }
  })
}

interface Marked {
  before: StoredRecord
  record: StoredRecord
  mark: Mark
}

async function write(tx: TenantTx, app: AppTable, { record, mark }: Marked): Promise<void> {
  const { action, detail } = mark
  const changes = detail === undefined ? [] : [{ field: DETAIL, from: null, to: detail }]
  await writeMark(tx, app, record, { action, changes })
  await writeProjections(tx, app, [{ action: 'updated', record, changes: [] }])
}

/** Announces the change (a deletion for people who lost access, an update for everyone else) and audits it. */
async function publishMark(
  tx: TenantTx,
  app: AppTable,
  actor: Actor,
  { before, record, mark, ip }: Marked & { ip: string | null },
): Promise<void> {
  tx.announce({ ...recordFact(app, 'updated', record), aclBefore: before.acl })
  const state = ({ acl, lock }: StoredRecord) => ({
    restrictedTo: acl === null ? null : [...acl],
    lock: lock === null ? null : { by: lock.by.id, name: lock.by.name, at: lock.at, reason: lock.reason },
  })
  await audit(tx, {
    accountId: tx.accountId,
    tenantId: tx.tenantId,
    actor,
    action: `record.${mark.action}`,
    object: { kind: 'record', id: record.id, name: `${app.acronym}-${record.seq}` },
    before: state(before),
    after: state(record),
    ip,
  })
}

import { normalizeGuid } from '@caseloom/contract/kernel/ids'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { actorRef } from '@caseloom/contract/records/records'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import { AppError, fail } from '../../../platform/errors.ts'
import { type RecordAction, refusalInApp } from '../model/app-permissions.rules.ts'
import { loadForWrite } from './load.store.ts'
import { markDeleted } from './deletion.store.ts'
import { recordFact } from '../model/record-fact.ts'
import type { AppTable, RecordPlace, StoredRecord } from '../model/record-shape.ts'
import { writeProjections } from './write-projections.ts'
import { withApp } from '../model/with-app.ts'
import type { RecordsDeps } from '../model/records-deps.ts'

/** What became of one record: gone, or back again; or why not. */
export type Removal = { record: StoredRecord; outcome: 'deleted' } | AppError

export interface Deletion {
  appId: string
  actor: Actor
  ids: readonly string[]
  /** What else belongs into the same transaction, once the answers are known. */
  within?(tx: TenantTx, app: AppTable, answers: readonly Removal[]): Promise<void>
  /** Those for which this says why not stay. */
  unless?(record: StoredRecord): AppError | null
  /** What the actor must be allowed to do; to delete when absent. */
  action?: RecordAction
}

/**
 * Deletes a record softly, with history; its unique values and words are free again.
 * @throws resource.not_found, right.missing, record.locked
 */
export async function deleteRecord(
  deps: RecordsDeps,
  scope: TenantScope,
  actor: Actor,
  { appId, recordId }: RecordPlace,
): Promise<void> {
  const [answer] = await deleteMany(deps, scope, { appId, actor, ids: [recordId] })
  if (answer instanceof AppError) throw answer
}

/** Soft-deletes many records in one transaction, with history and a result for each. */
export async function deleteMany(
  deps: RecordsDeps,
  scope: TenantScope,
  { appId, actor, ids, within, unless, action = 'record:delete' }: Deletion,
): Promise<Removal[]> {
  const bare = ids.map((id) => normalizeGuid(id))
  return scope.tx(async (tx) => {
    const wanted = { ids: bare.flatMap((id) => id ?? []), unique: new Map(), operations: [] }
    const { app, records } = await withApp(deps, tx, appId, (candidate) =>
      loadForWrite(tx, candidate, wanted),
    )
    const byId = new Map(records.map((record) => [record.id, record]))
    const seen = new Set<string>()
    const answers = bare.map((id): Removal => {
      const record = id === null || seen.has(id) ? undefined : byId.get(id)
      const refused = refusalInApp(actor, action, app, record) ?? (record && unless?.(record)) ?? null
      if (record === undefined || refused !== null) return refused ?? fail('resource.not_found')
      seen.add(record.id)
      const gone = { ...record, version: record.version + 1, updatedAt: tx.now, updatedBy: actorRef(actor) }
      return { record: gone, outcome: 'deleted' }
    })
    const gone = answers.flatMap((answer) => (answer instanceof AppError ? [] : [answer.record]))
    await markDeleted(tx, app, gone)
    await writeProjections(
      tx,
      app,
      gone.map((record) => ({ action: 'deleted', record, changes: [] })),
    )
    for (const record of gone) tx.announce(recordFact(app, 'destroyed', record))
    await within?.(tx, app, answers)
    return answers
  })
}

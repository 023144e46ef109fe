import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { actorRef } from '@caseloom/contract/records/records'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import { AppError, fail } from '../../../platform/errors.ts'
import { type RecordAction, refusalInApp } from '../model/app-permissions.rules.ts'
import { Batch } from './batch.ts'
import { loadDeleted, markRestored, writeWords } from './deletion.store.ts'
import { loadForWrite } from './load.store.ts'
import { recordFact } from '../model/record-fact.ts'
import type { AppTable, StoredRecord } from '../model/record-shape.ts'
import { writeProjections } from './write-projections.ts'
import { withApp } from '../model/with-app.ts'
import type { RecordsDeps } from '../model/records-deps.ts'
import { searchRow } from '../indexing/search-row.ts'

export type Restoring = { record: StoredRecord; outcome: 'created' } | AppError

export interface Restoration {
  appId: string
  actor: Actor
  /** Ids with the versions that their deletion made. */
  deleted: readonly { id: string; version: number }[]
  /** What the actor must be allowed to do; to delete when absent. */
  action?: RecordAction
  within?(tx: TenantTx, app: AppTable, answers: readonly Restoring[]): Promise<void>
}

/** Brings deleted records back in one transaction, with words and links; not those whose unique values are taken. */
export async function restoreMany(
  deps: RecordsDeps,
  scope: TenantScope,
  { appId, actor, deleted, within, action = 'record:delete' }: Restoration,
): Promise<Restoring[]> {
  return scope.tx(async (tx) => {
    const ids = deleted.map(({ id }) => id)
    const { app, records } = await withApp(deps, tx, appId, (candidate) => loadDeleted(tx, candidate, ids))
    const { records: living } = await loadForWrite(tx, app, {
      ids: [],
      unique: uniquesOf(app, records),
      operations: [],
    })
    const batch = new Batch(app, living)
    const byId = new Map(records.map((record) => [record.id, record]))
    const answers = deleted.map(({ id, version }): Restoring => {
      const record = byId.get(id)
      const refused = refusalInApp(actor, action, app, record?.version === version ? record : undefined)
      if (record === undefined || refused !== null) return refused ?? fail('resource.not_found')
      const taken = batch.clash(id, record.values)
      if (taken !== null) return fail('record.duplicate_value', { issues: [duplicate(taken)] })
      const back = { ...record, version: version + 1, updatedAt: tx.now, updatedBy: actorRef(actor) }
      batch.apply({ action: 'created', record: back, changes: [] })
      return { record: back, outcome: 'created' }
    })
    const back = answers.flatMap((answer) => (answer instanceof AppError ? [] : [answer.record]))
    await markRestored(tx, app, back)
    const classes = [...app.readClasses.keys()]
    const words = back.flatMap((record) => classes.map((name) => searchRow(app, record, name, true)))
    await writeWords(tx, app, words)
    await writeProjections(tx, app, back.map(asNew))
    for (const record of back) tx.announce(recordFact(app, 'created', record))
    await within?.(tx, app, answers)
    return answers
  })
}

/** Rows beside a record went with it: all of its values are new to them. */
function asNew(record: StoredRecord) {
  const filled = Object.entries(record.values).filter(([, value]) => value !== null)
  return {
    action: 'created' as const,
    record,
    changes: filled.map(([field, to]) => ({ field, from: null, to })),
  }
}

function uniquesOf(app: AppTable, records: readonly StoredRecord[]): Map<string, JsonValue[]> {
  const unique = new Map<string, JsonValue[]>()
  for (const field of app.fields.filter((one) => one.unique))
    unique.set(
      field.key,
      records.flatMap((record) => record.values[field.key] ?? []),
    )
  return unique
}

function duplicate(field: string) {
  return { path: ['body', 'fields', field], code: 'duplicate', message: 'This value is already in use' }
}

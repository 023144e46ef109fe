import { normaliseGuid } from '@caseloom/contract/ids'
import type { Actor } from '@caseloom/contract/permissions'
import { actorRef } from '@caseloom/contract/records'
import type { TenantScope } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { allowInApp } from '../model/app-permissions.rules.ts'
import { loadForWrite } from './load.store.ts'
import { recordFact } from '../model/record-fact.ts'
import { writeProjections } from './write-projections.ts'
import { writeDeletion } from './write.store.ts'
import { withApp } from '../model/with-app.ts'
import type { RecordsDeps } from '../model/records-deps.ts'
import type { RecordPlace } from '../model/record-shape.ts'

/** Deletes a record softly, with history; its unique values and words are free again. */
export async function deleteRecord(
  deps: RecordsDeps,
  scope: TenantScope,
  actor: Actor,
  { appId, recordId }: RecordPlace,
): Promise<void> {
  const id = normaliseGuid(recordId)
  if (id === null) throw fail('resource.not_found')
  await scope.tx(async (tx) => {
    const wanted = { ids: [id], unique: new Map(), operations: [] }
    const { app, records } = await withApp(deps, tx, appId, (candidate) =>
      loadForWrite(tx, candidate, wanted),
    )
    const record = records[0]
    allowInApp(actor, 'record:delete', app)
    if (record === undefined) throw fail('resource.not_found')
    allowInApp(actor, 'record:delete', app, record)
    const version = record.version + 1
    const entry = { record: id, version, at: tx.now, actor: actorRef(actor), action: 'deleted' as const }
    await writeDeletion(tx, app, { ...entry, changes: [] })
    await writeProjections(tx, app, [{ action: 'deleted', record, changes: [] }])
    tx.announce(recordFact(app, 'destroyed', { ...record, version }))
  })
}

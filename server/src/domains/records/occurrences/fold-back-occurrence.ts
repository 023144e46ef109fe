import { normalizeGuid } from '@caseloom/contract/kernel/ids'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { actorRef } from '@caseloom/contract/records/records'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { markMerged } from '../merge/mark-merged.ts'
import { aliasOf } from '../model/alias.ts'
import { allowInApp } from '../model/app-permissions.rules.ts'
import { recordFact } from '../model/record-fact.ts'
import type { AppTable, StoredRecord } from '../model/record-shape.ts'
import type { RecordsDeps } from '../model/records-deps.ts'
import { markDeleted } from '../writing/deletion.store.ts'
import { writeProjections } from '../writing/write-projections.ts'
import { lockOccurrence, markFoldedBack, takeNames } from './occurrences.store.ts'
import { lockedTarget, type OccurrencePlace } from './split-occurrence.ts'

/**
 * Undoes splitting off an occurrence: its record is deleted, and it counts as folded again.
 * @throws resource.not_found, right.missing, record.locked, resource.version_conflict once its record was changed
 */
export async function foldBackOccurrence(
  deps: RecordsDeps,
  scope: TenantScope,
  actor: Actor,
  place: OccurrencePlace & { record: string },
): Promise<undefined> {
  await scope.tx(async (tx) => {
    const [id, splitId] = [normalizeGuid(place.occurrenceId), normalizeGuid(place.record)]
    if (id === null || splitId === null) throw fail('resource.not_found')
    const { app, target, records } = await lockedTarget(deps, tx, actor, { ...place, others: [splitId] })
    const split = records.find((record) => record.id === splitId)
    const row = await lockOccurrence(tx, target.id, id)
    if (split === undefined || row?.split_id !== splitId) throw fail('resource.not_found')
    allowInApp(actor, 'record:update', app, split)
    // Restricting it right away was part of splitting it off.
    if (split.version > (split.acl === null ? 1 : 2)) throw fail('resource.version_conflict')
    await remove(tx, app, {
      ...split,
      version: split.version + 1,
      updatedAt: tx.now,
      updatedBy: actorRef(actor),
    })
    await markFoldedBack(tx, id, splitId)
    const names = app.fields.flatMap(({ key, unique }) => {
      const value = split.values[key] ?? null
      return unique && value !== null ? [aliasOf(key, value)] : []
    })
    await takeNames(tx, app.id, id, names)
    const detail = `${app.acronym}-${split.seq}`
    await markMerged({ tx, app, actor }, target, { action: 'folded_back', detail, changes: [] })
  })
}

async function remove(tx: TenantTx, app: AppTable, gone: StoredRecord): Promise<void> {
  await markDeleted(tx, app, [gone])
  await writeProjections(tx, app, [{ action: 'deleted', record: gone, changes: [] }])
  tx.announce(recordFact(app, 'destroyed', gone))
}

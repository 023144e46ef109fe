import { z } from 'zod'
import { kindTraits } from '@caseloom/contract/field-types/field-kind'
import { normalizeGuid } from '@caseloom/contract/kernel/ids'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { RecordView } from '@caseloom/contract/records/records'
import { audit } from '../../../platform/audit/audit.ts'
import type { TenantScope } from '../../../platform/database/types.ts'
import { AppError, fail } from '../../../platform/errors.ts'
import { accessTo, allowInApp, seen } from '../model/app-permissions.rules.ts'
import { recordView } from '../model/record-view.ts'
import { rewriteWords } from '../indexing/comment-words.ts'
import { loadForWrite } from '../writing/load.store.ts'
import type { RecordPlace, StoredRecord } from '../model/record-shape.ts'
import { restoreMany } from '../writing/restore-many.ts'
import { withApp } from '../model/with-app.ts'
import { takenBack } from './merge.rules.ts'
import { mergeValues, type Place } from './merge-values.ts'
import * as store from './merge.store.ts'
import { noteMovedLinks } from './note-moved-links.ts'
import { joinedTo, markMerged } from './mark-merged.ts'
import type { RecordsDeps } from '../model/records-deps.ts'

const VersionRow = z.object({ version: z.number() })

/**
 * Unmerges a record and restores its comments, files, and links. Values that the survivor took from it are removed,
 * unless someone changed them since.
 * @throws resource.not_found, right.missing, record.locked, record.duplicate_value if its unique values are taken
 */
export async function unmergeRecord(
  deps: RecordsDeps,
  scope: TenantScope,
  actor: Actor,
  command: RecordPlace & { record: string; ip: string | null },
): Promise<RecordView> {
  const [id, wanted] = [normalizeGuid(command.recordId), normalizeGuid(command.record)]
  if (id === null || wanted === null) throw fail('resource.not_found')
  return scope.tx(async (tx) => {
    const { app, records } = await withApp(deps, tx, command.appId, (candidate) =>
      loadForWrite(tx, seen(candidate, actor), { ids: [id], unique: new Map(), operations: [] }),
    )
    const survivor = records.find((record) => record.id === id)
    if (survivor === undefined) throw fail('resource.not_found')
    allowInApp(actor, 'record:update', app, survivor)
    const merge = (await store.mergedInto(tx, id)).find((one) => one.record_id === wanted)
    if (merge === undefined) throw fail('resource.not_found')
    const place = { tx, scope, app, actor, deps }
    const after = await giveBack(place, survivor, merge)
    const back = await restored(place, wanted)
    await moveBack(place, merge, after)
    await store.dropMerge(tx, wanted)
    const detail = `${app.acronym}-${back.seq}`
    const marked = await markMerged(place, after, { action: 'unmerged', detail, changes: [] })
    await audit(tx, {
      accountId: tx.accountId,
      tenantId: tx.tenantId,
      actor,
      action: 'record.unmerged',
      object: { kind: 'record', id, name: `${app.acronym}-${survivor.seq}` },
      after: { unmerged: wanted },
      ip: command.ip,
    })
    return recordView(accessTo(app, actor), marked)
  })
}

async function giveBack(
  place: Place,
  survivor: StoredRecord,
  { moved }: store.MergeRow,
): Promise<StoredRecord> {
  const isFiles = (key: string) => {
    const field = place.app.byKey.get(key)
    return field !== undefined && kindTraits(field.kind).files
  }
  const before = takenBack(survivor.values, moved.changes, isFiles)
  return (await mergeValues(place, survivor.id, before)).record
}

/** Merging needed no right to delete, so neither does its undoing. */
async function restored({ tx, scope, app, actor, deps }: Place, id: string): Promise<StoredRecord> {
  const rows = await tx.rows(VersionRow, `select version from ${app.table} where id = $1`, [id])
  const deleted = rows.map(({ version }) => ({ id, version }))
  const [answer] = await restoreMany(deps, joinedTo(tx, scope), {
    appId: app.id,
    actor,
    deleted,
    action: 'record:update',
  })
  if (answer === undefined) throw fail('resource.not_found')
  if (answer instanceof AppError) throw answer
  return answer.record
}

async function moveBack(
  place: Place,
  { record_id: id, moved }: store.MergeRow,
  survivor: StoredRecord,
): Promise<void> {
  const { tx, app } = place
  const threads = await store.threadsOf(tx, [moved])
  await store.putComments(tx, moved.comments, id)
  await store.putFiles(tx, moved.files, id)
  await store.putAttackEvents(tx, moved, { to: id, survivor: survivor.id })
  await store.turnBack(tx, app, moved.into, id)
  await store.dropLinks(tx, app, moved.out)
  await noteMovedLinks(place, [moved], { survivor: survivor.id, action: 'unlinked' })
  const wanted = { ids: [id], unique: new Map(), operations: [] }
  const { records } = await loadForWrite(tx, app, wanted)
  for (const record of [survivor, ...records])
    for (const thread of threads) await rewriteWords(tx, app, record, thread)
}

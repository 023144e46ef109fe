// Uploading, listing, attaching, downloading, and purging files of records.
import type { FileView } from '@caseloom/contract/records/files'
import { type Actor } from '@caseloom/contract/kernel/permissions'
import { actorRef } from '@caseloom/contract/records/records'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { allow } from '../../../platform/rights.ts'
import { allowInApp, mayInApp, mayReadField } from '../model/app-permissions.rules.ts'
import { visibleRecord } from '../reading/get-record.ts'
import { lockedRecord } from '../reading/locked-record.ts'
import { DETAIL } from '../versions/history-form.rules.ts'
import { writeMark } from '../writing/mark.store.ts'
import type { AppTable, RecordPlace, StoredRecord } from '../model/record-shape.ts'
import { recordFact } from '../model/record-fact.ts'
import {
  type FileRow,
  fileView,
  filesOfRecord,
  findFile,
  hangFiles,
  lockFiles,
  takeOff,
} from '../file-fields/file.store.ts'
import { mayHang } from '../file-fields/own-files.rules.ts'
import type { RecordsDeps } from '../model/records-deps.ts'

export interface PlacedFile extends FileView {
  place: string
  can: { remove: boolean }
}

/** All files of a record whose places the actor may see. */
export async function listRecordFiles(
  deps: RecordsDeps,
  scope: TenantScope,
  actor: Actor,
  place: RecordPlace,
): Promise<{ items: PlacedFile[]; can: { attach: boolean } }> {
  allow(actor, 'record:read')
  return scope.read(async (tx) => {
    const { app, record } = await visibleRecord(deps, tx, actor, place)
    const rows = await filesOfRecord(tx, record.id)
    const mayRemove = mayInApp(actor, 'record:update', app, record)
    const items = rows.flatMap((row): PlacedFile[] => {
      const where = placeFor(app, actor, row)
      return where === null
        ? []
        : [{ ...fileView(row), place: where, can: { remove: mayRemove && where === 'record' } }]
    })
    return { items, can: { attach: mayRemove } }
  })
}

/** Where a file is attached, or null if the actor may not see that place. A comment's file belongs to its thread. */
export function placeFor(app: AppTable, actor: Actor, row: FileRow): string | null {
  const key = row.field_id === null ? null : readableKey(app, actor, row.field_id)
  if (row.field_id !== null && key === null) return null
  return row.comment_id === null ? (key ?? 'record') : 'comment'
}

function readableKey(app: AppTable, actor: Actor, fieldId: string): string | null {
  for (const field of app.byKey.values())
    if (field.definition.id === fieldId && mayReadField(actor, field)) return field.key
  return null
}

/**
 * Hangs one's own uploads onto the record itself.
 * @throws resource.not_found, right.missing, record.locked, request.invalid for files that are not one's own
 */
export async function attachFiles(
  deps: RecordsDeps,
  scope: TenantScope,
  actor: Actor,
  { files: ids, ...place }: RecordPlace & { files: readonly string[] },
): Promise<{ items: FileView[] }> {
  return scope.tx(async (tx) => {
    const { app, record } = await changeable(deps, tx, actor, place)
    const rows = await ownFiles(tx, actor, { ids, path: ['body', 'files'], recordId: record.id })
    await hangFiles(
      tx,
      rows.map(({ id }) => ({ file: id, record: record.id, field: null, comment: null })),
    )
    if (rows.length > 0) await note(tx, { app, record, actor }, 'file_added', rows)
    return { items: rows.map(fileView) }
  })
}

/** Takes a file off the record itself; files of fields and comments go with those. */
export async function removeFile(
  deps: RecordsDeps,
  scope: TenantScope,
  actor: Actor,
  { fileId, ...place }: RecordPlace & { fileId: string },
): Promise<void> {
  await scope.tx(async (tx) => {
    const { app, record } = await changeable(deps, tx, actor, place)
    const row = await findFile(tx, record.id, fileId)
    if (row === null || placeFor(app, actor, row) !== 'record') throw fail('resource.not_found')
    await takeOff(tx, [row.id])
    await note(tx, { app, record, actor }, 'file_removed', [row])
  })
}

async function changeable(
  deps: RecordsDeps,
  tx: TenantTx,
  actor: Actor,
  place: RecordPlace,
): Promise<{ app: AppTable; record: StoredRecord }> {
  const { app, ...found } = await visibleRecord(deps, tx, actor, place)
  const record = await lockedRecord(tx, actor, { app, ...found })
  allowInApp(actor, 'record:update', app, record)
  return { app, record }
}

interface Noted {
  app: AppTable
  record: StoredRecord
  actor: Actor
}

/** Says in the history which files of the record itself came or went, and notifies viewers. */
async function note(
  tx: TenantTx,
  { app, record, actor }: Noted,
  action: 'file_added' | 'file_removed',
  files: readonly FileRow[],
): Promise<void> {
  const marked = { ...record, version: record.version + 1, updatedAt: tx.now, updatedBy: actorRef(actor) }
  const names = files.map(({ name }) => name).join(', ')
  await writeMark(tx, app, marked, { action, changes: [{ field: DETAIL, from: null, to: names }] })
  tx.announce(recordFact(app, 'updated', marked))
}

/** The actor's own uploads that hang nowhere yet, locked, in the order of the ids. */
export async function ownFiles(
  tx: TenantTx,
  actor: Actor,
  /** `recordId`: files that were taken off this record itself may come back to it. */
  { ids, path, recordId }: { ids: readonly string[]; path: string[]; recordId: string | null },
): Promise<FileRow[]> {
  const rows = await lockFiles(tx, ids)
  const here = { recordId, fieldId: null, by: actorRef(actor) }
  const found = [...new Set(ids)].map((id, at) => {
    const row = rows.get(id)
    const fits =
      row !== undefined &&
      (row.record_id === null || row.comment_id === null) &&
      mayHang({ ...fileView(row), recordId: row.record_id, fieldId: row.field_id }, here)
    return fits ? row : at
  })
  const issues = found.flatMap((row) =>
    typeof row === 'number'
      ? [
          {
            path: [...path, row],
            code: 'unknown_file',
            message: 'No such file, or it belongs to another record',
          },
        ]
      : [],
  )
  if (issues.length > 0) throw fail('request.invalid', { issues })
  return found.filter((row) => typeof row !== 'number')
}

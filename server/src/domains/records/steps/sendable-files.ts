import type { Actor } from '@caseloom/contract/kernel/permissions'
import { normalizeGuid } from '@caseloom/contract/kernel/ids'
import { storedTouches, type Touch } from '@caseloom/contract/records/touches'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import { isFailure } from '../../../platform/errors.ts'
import { type FileRow, filesById } from '../file-fields/file.store.ts'
import { placeFor } from '../files/record-files.ts'
import { visibleRecord } from '../reading/get-record.ts'
import { appOfRecord } from './app-of-record.read.ts'
import { withheldFrom } from '../model/app-permissions.rules.ts'
import type { RecordsDeps } from '../model/records-deps.ts'

export interface SendableFile {
  id: string
  name: string
  mediaType: string
  size: number
  sha256: string
  /** What its content counts as: its record, or what the step that wrote it had read. */
  from: readonly Touch[]
}

/** Files that the actor may pass on: those of records that they may see, and their own; the others are missing. */
export async function sendableFiles(
  deps: RecordsDeps,
  scope: TenantScope,
  actor: Actor,
  ids: readonly string[],
): Promise<{ found: SendableFile[]; missing: string[] }> {
  if (ids.length === 0) return { found: [], missing: [] }
  return scope.read(async (tx) => {
    const rows = await filesById(
      tx,
      ids.flatMap((id) => normalizeGuid(id) ?? []),
    )
    const found: SendableFile[] = []
    const missing: string[] = []
    for (const id of ids) {
      const row = rows.get(normalizeGuid(id) ?? '')
      const from = row === undefined ? null : await originOf(deps, tx, actor, row)
      if (row === undefined || from === null) missing.push(id)
      else found.push(sendable(row, from))
    }
    return { found, missing }
  })
}

/** Null for a file that the actor may not read. */
async function originOf(
  deps: RecordsDeps,
  tx: TenantTx,
  actor: Actor,
  row: FileRow,
): Promise<readonly Touch[] | null> {
  if (row.removed_at !== null) return null
  if (row.record_id === null) {
    if (row.by.kind !== actor.kind || row.by.id !== actor.id) return null
    return row.touches === null ? [] : storedTouches(row.touches)
  }
  const appId = await appOfRecord(tx, row.record_id)
  if (appId === null) return null
  try {
    const { app, record } = await visibleRecord(deps, tx, actor, { appId, recordId: row.record_id })
    if (placeFor(app, actor, row) === null) return null
    return [{ appId: app.id, recordId: record.id, trackingId: '', withheld: withheldFrom(app, actor) }]
  } catch (error) {
    if (isFailure(error, 'resource.not_found') || isFailure(error, 'right.missing')) return null
    throw error
  }
}

function sendable(row: FileRow, from: readonly Touch[]): SendableFile {
  const { id, name, media_type: mediaType, size, sha256 } = row
  return { id, name, mediaType, size: Number(size), sha256, from }
}

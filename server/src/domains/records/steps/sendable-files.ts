import type { Actor } from '@caseloom/contract/kernel/permissions'
import { normalizeGuid } from '@caseloom/contract/kernel/ids'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import { isFailure } from '../../../platform/errors.ts'
import { type FileRow, filesById } from '../file-fields/file.store.ts'
import { placeFor } from '../files/record-files.ts'
import { visibleRecord } from '../reading/get-record.ts'
import { appOfRecord } from './app-of-record.read.ts'
import type { RecordsDeps } from '../model/records-deps.ts'

export interface SendableFile {
  id: string
  name: string
  mediaType: string
  size: number
  sha256: string
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
      if (row === undefined || !(await mayRead(deps, tx, actor, row))) missing.push(id)
      else found.push(sendable(row))
    }
    return { found, missing }
  })
}

async function mayRead(deps: RecordsDeps, tx: TenantTx, actor: Actor, row: FileRow): Promise<boolean> {
  if (row.removed_at !== null) return false
  if (row.record_id === null) return row.by.kind === actor.kind && row.by.id === actor.id
  const appId = await appOfRecord(tx, row.record_id)
  if (appId === null) return false
  try {
    const { app } = await visibleRecord(deps, tx, actor, { appId, recordId: row.record_id })
    return placeFor(app, actor, row) !== null
  } catch (error) {
    if (isFailure(error, 'resource.not_found') || isFailure(error, 'right.missing')) return false
    throw error
  }
}

function sendable({ id, name, media_type: mediaType, size, sha256 }: FileRow): SendableFile {
  return { id, name, mediaType, size: Number(size), sha256 }
}

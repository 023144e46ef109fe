import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { FileView } from '@caseloom/contract/records/files'
import type { TenantScope } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import type { FileAnswer } from '../../../platform/http/types.ts'
import { allow } from '../../../platform/rights.ts'
import { visibleRecord } from '../reading/get-record.ts'
import { fileView, findFile } from '../file-fields/file.store.ts'
import { placeFor } from './record-files.ts'
import type { RecordsDeps } from '../model/records-deps.ts'
import type { RecordPlace } from '../model/record-shape.ts'

/** Kinds that a browser draws without running anything of them. */
const DRAWN: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/bmp',
  'application/pdf',
])

/** Downloads a record's file; throws resource.not_found unless the actor may see where it is attached. */
export async function downloadFile(
  deps: RecordsDeps & { files: FileStore },
  scope: TenantScope,
  actor: Actor,
  place: RecordPlace & { fileId: string },
): Promise<FileAnswer> {
  allow(actor, 'record:read')
  const file = await readableFile(deps, scope, actor, place)
  const content = await deps.files.open(scope.tenantId, file.sha256)
  if (content === null) throw new Error(`The bytes of a file are missing: ${file.sha256}`)
  const mediaType = DRAWN.has(file.mediaType) ? file.mediaType : 'application/octet-stream'
  return { mediaType, content, size: file.size, fileName: file.name }
}

/** A file of a record; throws resource.not_found unless the actor may see where it is attached. */
export async function readableFile(
  deps: RecordsDeps,
  scope: TenantScope,
  actor: Actor,
  { fileId, ...place }: RecordPlace & { fileId: string },
): Promise<FileView> {
  const row = await scope.read(async (tx) => {
    const { app, record } = await visibleRecord(deps, tx, actor, place)
    const found = await findFile(tx, record.id, fileId)
    return found === null || placeFor(app, actor, found) === null ? null : found
  })
  if (row === null) throw fail('resource.not_found')
  return fileView(row)
}

import type { FileView } from '@caseloom/contract/records/files'
import { MAX_FILE_BYTES } from '@caseloom/contract/field-types/attachment'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { actorRef } from '@caseloom/contract/records/records'
import type { Readable } from 'node:stream'
import type { TenantScope } from '../../../platform/database/types.ts'
import { cleanFileName } from '../../../platform/files/file-name.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { mediaTypeOf } from '../../../platform/files/media-type.ts'
import { allow } from '../../../platform/rights.ts'
import { newId } from '../../../platform/uuid.ts'
import { fileView, insertFile } from '../file-fields/file.store.ts'

/**
 * Stores an upload for the actor until a record or comment references it.
 * @throws request.too_large, request.malformed if the upload is cut off, file.storage_full; nothing is stored then
 */
export async function uploadFile(
  { files }: { files: FileStore },
  scope: TenantScope,
  actor: Actor,
  { name, content }: { name: string; content: Readable },
): Promise<FileView> {
  allow(actor, 'record:update')
  // The bytes first, outside of any transaction: a row that is not written leaves a spare file, never a gap.
  const { sha256, size, head } = await files.receive(scope.tenantId, content, MAX_FILE_BYTES)
  const clean = cleanFileName(name)
  const file = {
    id: newId(),
    sha256,
    size,
    mediaType: mediaTypeOf(head, clean),
    name: clean,
    by: actorRef(actor),
  }
  return fileView(await scope.tx((tx) => insertFile(tx, file)))
}

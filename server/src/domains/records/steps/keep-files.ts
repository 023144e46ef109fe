import { FileView } from '@caseloom/contract/records/files'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { actorRef } from '@caseloom/contract/records/records'
import type { Touch } from '@caseloom/contract/records/touches'
import { z } from 'zod'
import type { TenantScope } from '../../../platform/database/types.ts'
import { cleanFileName } from '../../../platform/files/file-name.ts'
import { sha256Of, type FileStore } from '../../../platform/files/file-store.ts'
import { mediaTypeOf } from '../../../platform/files/media-type.ts'
import { runIdempotent } from '../../../platform/idempotency/run-once.ts'
import { allow } from '../../../platform/rights.ts'
import { newId } from '../../../platform/uuid.ts'
import { fileView, insertFile, type NewFile } from '../file-fields/file.store.ts'

/** A file that a step makes. */
export interface MadeFile {
  name: string
  bytes: Uint8Array
}

const Stored = z.array(FileView)

/** Stores what a step made as files of the actor that no record names yet; the same key again answers the same files. */
export async function keepFiles(
  { files }: { files: Pick<FileStore, 'put'> },
  scope: TenantScope,
  actor: Actor,
  command: { made: readonly MadeFile[]; touches: readonly Touch[]; operationKey: string },
): Promise<FileView[]> {
  allow(actor, 'record:update')
  const rows = command.made.map(({ name, bytes }) => newFile(actor, { name, bytes }, command.touches))
  const memo = await runIdempotent(scope, command.operationKey, {
    async work(taking) {
      // The bytes first, outside of any transaction: a row that is not written leaves spare bytes, never a gap.
      for (const { bytes } of command.made) await files.put(scope.tenantId, bytes)
      return taking.tx(async (tx) => {
        const stored: FileView[] = []
        for (const row of rows) stored.push(fileView(await insertFile(tx, row)))
        return stored
      })
    },
    memo: (stored) => z.json().parse(Stored.parse(stored)),
  })
  return Stored.parse(memo)
}

function newFile(actor: Actor, { name, bytes }: MadeFile, touches: readonly Touch[]): NewFile {
  const clean = cleanFileName(name)
  return {
    id: newId(),
    sha256: sha256Of(bytes),
    size: bytes.length,
    mediaType: mediaTypeOf(bytes, clean),
    name: clean,
    by: actorRef(actor),
    touches,
  }
}

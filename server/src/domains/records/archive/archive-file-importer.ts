import { type ActorRef } from '@caseloom/contract/records/records'
import { MAX_FILE_BYTES } from '@caseloom/contract/field-types/attachment'
import type { TenantTx } from '../../../platform/database/types.ts'
import { cleanFileName } from '../../../platform/files/file-name.ts'
import { mediaTypeOf } from '../../../platform/files/media-type.ts'
import { newId } from '../../../platform/uuid.ts'
import { insertFile, type NewFile } from '../file-fields/file.store.ts'
import type { JobContext } from '../job-state/job-context.ts'
import type { Contents } from '../tables/table-shape.ts'
import type { ArchivedFile } from '../tables/archive-shape.ts'

/** Rows of files that are written together. */
const TOGETHER = 300

interface Parts {
  context: JobContext
  contents: Contents | undefined
  /** Stores nothing: a dry run only checks whether the contents are there. */
  dry: boolean
}

/** Brings contents of an archive into the file store, each once, and files as the importer's own uploads. */
export class ArchiveFileImporter {
  readonly #parts: Parts
  readonly #brought = new Map<string, { size: number; mediaType: string } | null>()
  #waiting: NewFile[] = []

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** The id of a file of this content that hangs nowhere yet; null when the archive has no such content. */
  async fileOf({ sha256, name, size = 0, mediaType }: ArchivedFile, by: ActorRef): Promise<string | null> {
    const { contents, dry } = this.#parts
    if (contents?.has(sha256) !== true) return null
    const clean = cleanFileName(name)
    const declared = { size, mediaType: mediaType ?? mediaTypeOf(Buffer.alloc(0), clean) }
    const facts = dry ? declared : await this.#bring(sha256, clean)
    if (facts === null) return null
    const file = { id: newId(), sha256, name: clean, by, ...facts }
    this.#waiting.push(file)
    return file.id
  }

  /** Writes the rows of the requested files; returns their IDs. */
  async write(): Promise<string[]> {
    const files = this.#waiting
    this.#waiting = []
    for (let at = 0; at < files.length; at += TOGETHER)
      await this.#parts.context.scope.tx(async (tx) => {
        for (const file of files.slice(at, at + TOGETHER)) await insertFile(tx, file)
      })
    return files.map(({ id }) => id)
  }

  /** Null when the content is not what its name says. */
  async #bring(sha256: string, name: string): Promise<{ size: number; mediaType: string } | null> {
    const before = this.#brought.get(sha256)
    if (before !== undefined) return before
    const { context, contents } = this.#parts
    if (contents === undefined) return null
    const { deps, job } = context
    const received = await deps.bytes.receive(job.tenantId, await contents.open(sha256), MAX_FILE_BYTES)
    const facts =
      received.sha256 === sha256 ? { size: received.size, mediaType: mediaTypeOf(received.head, name) } : null
    this.#brought.set(sha256, facts)
    return facts
  }
}

/** Deletes the files that a dry run created for validation. */
export async function purgeImportedRows(tx: TenantTx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx.query(
    'delete from caseloom.file where tenant_id = $1 and id = any($2::uuid[]) and record_id is null',
    [tx.tenantId, ids],
  )
}

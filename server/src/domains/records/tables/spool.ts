import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fail } from '../../../platform/errors.ts'
import { isDiskFull } from '../../../platform/files/full-disk.ts'
import type { OpenUpload } from './table-shape.ts'

/** An upload on the disk of this machine, to be read from any place. */
interface Spooled {
  path: string
  remove(): Promise<void>
}

/**
 * Copies an upload to a separate folder, because a ZIP file's directory is at its end.
 * @throws file.storage_full; nothing is left then
 */
export async function spool(upload: OpenUpload): Promise<Spooled> {
  const folder = await mkdtemp(join(tmpdir(), 'caseloom-import-')).catch(explain)
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    const path = join(folder, 'upload')
    await pipeline(await upload.open(), createWriteStream(path, { mode: 0o600 }))
    return { path, remove }
  } catch (error) {
    await remove()
    return explain(error)
  }
}

function explain(error: unknown): never {
  throw isDiskFull(error) ? fail('file.storage_full', { detail: 'The disk is full', cause: error }) : error
}

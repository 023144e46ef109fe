import { UUID_TEXT } from '@caseloom/contract/kernel/ids'
import { type FileHandle, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { fail } from '../../../platform/errors.ts'
import { isDiskFull } from '../../../platform/files/full-disk.ts'
import { nullIfMissing } from '../../../platform/start-error.ts'

/** Files that jobs make, one per job, gone with it. */
export interface JobFiles {
  /** Writes the chunks and answers their size; on any fault nothing is left. Throws file.storage_full. */
  write(tenantId: string, jobId: string, chunks: AsyncIterable<Uint8Array | string>): Promise<number>
  /** Null when it is gone. */
  open(tenantId: string, jobId: string): Promise<Readable | null>
  delete(tenantId: string, jobId: string): Promise<void>
  deleteTenant(tenantId: string): Promise<void>
}

const ID = new RegExp(`^${UUID_TEXT}$`)

/** Job files in a local folder: `<root>/<tenant>/<job>`. */
export function createJobFiles(root: string): JobFiles {
  const folderOf = (tenantId: string) => {
    if (!ID.test(tenantId)) throw new Error('Not a tenant id')
    return join(root, tenantId)
  }
  const pathOf = (tenantId: string, jobId: string) => {
    if (!ID.test(jobId)) throw new Error('Not a job id')
    return join(folderOf(tenantId), jobId)
  }
  return {
    async write(tenantId, jobId, chunks) {
      const path = pathOf(tenantId, jobId)
      await mkdir(folderOf(tenantId), { recursive: true, mode: 0o700 })
      const part = `${path}.part`
      try {
        const size = await writeWhole(part, chunks)
        await rename(part, path)
        return size
      } catch (error) {
        await rm(part, { force: true })
        throw explain(error)
      }
    },
    async open(tenantId, jobId) {
      const path = pathOf(tenantId, jobId)
      const there = await stat(path).catch(nullIfMissing)
      return there === null ? null : createReadStream(path)
    },
    async delete(tenantId, jobId) {
      const path = pathOf(tenantId, jobId)
      await rm(path, { force: true })
      await rm(`${path}.part`, { force: true })
    },
    deleteTenant: (tenantId) => rm(folderOf(tenantId), { recursive: true, force: true }),
  }
}

/** Written beside its place and synced: a file under its final name is always whole. */
async function writeWhole(part: string, chunks: AsyncIterable<Uint8Array | string>): Promise<number> {
  let file: FileHandle | undefined
  try {
    // Discards a partial file left by a crash.
    file = await open(part, 'w', 0o600)
    for await (const chunk of chunks) await file.appendFile(chunk)
    await file.sync()
    return (await file.stat()).size
  } finally {
    await file?.close()
  }
}

function explain(error: unknown): unknown {
  return isDiskFull(error) ? fail('file.storage_full', { detail: 'The disk is full', cause: error }) : error
}

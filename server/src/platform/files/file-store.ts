import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import {
  type FileHandle,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  unlink,
  utimes,
} from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline, type Readable } from 'node:stream'
import { fail } from '../errors.ts'
import { nullIfMissing } from '../start-error.ts'
import { isDiskFull } from './full-disk.ts'
import { checkingHash, type Received, receiveInto } from './receive-file.ts'

/** Bytes of a tenant by their SHA-256 (64 hex digits). What is the same is stored once; nothing is ever overwritten. */
export interface FileStore {
  /** Stores the bytes and answers their name; they survive a crash from then on. */
  put(tenantId: string, bytes: Uint8Array): Promise<string>
  /** The bytes, or null when there are none of that name. Throws when they do not match their name any more. */
  get(tenantId: string, sha256: string): Promise<Buffer | null>
  /**
   * Stores what comes, piece by piece; an upload that ends early, is too long or finds the disk full leaves nothing.
   * Nor does one that `admit` throws for. Throws request.too_large, request.malformed, file.storage_full.
   */
  receive(
    tenantId: string,
    source: Readable,
    limit: number,
    admit?: (received: Received) => Promise<void>,
  ): Promise<Received>
  /** The bytes as a stream that fails when they do not match their name; null when there are none. */
  open(tenantId: string, sha256: string): Promise<Readable | null>
  delete(tenantId: string, sha256: string): Promise<void>
  /** Deletes bytes that no one stored within the last hour: someone may be about to name those. */
  deleteOld(tenantId: string, sha256: string): Promise<void>
  /** Removes everything of a tenant. */
  deleteTenant(tenantId: string): Promise<void>
}

/** SHA-256 of the bytes as 64 hex digits. */
export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** A file store in a local folder: `<root>/<tenant>/<sha256>`, readable for the product's own user only. */
export function createLocalFileStore(root: string, openFile: OpenFile = open): FileStore {
  return new LocalFileStore(root, openFile)
}

type OpenFile = (path: string, flags: string, mode: number) => Promise<FileHandle>

class LocalFileStore implements FileStore {
  readonly #root: string
  readonly #openFile: OpenFile

  constructor(root: string, openFile: OpenFile) {
    this.#root = root
    this.#openFile = openFile
  }

  async put(tenantId: string, bytes: Uint8Array): Promise<string> {
    const folder = this.#folderOf(tenantId)
    const sha256 = sha256Of(bytes)
    const target = join(folder, sha256)
    try {
      if (await isThere(target, bytes.length)) return sha256
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await this.#whole(folder, { write: (file) => file.writeFile(bytes), nameOf: () => sha256 })
    } catch (error) {
      throw explain(error)
    }
    return sha256
  }

  async get(tenantId: string, sha256: string): Promise<Buffer | null> {
    try {
      const bytes = await readFile(this.#pathOf(tenantId, sha256))
      if (sha256Of(bytes) !== sha256) throw new Error('A stored file no longer matches its name')
      return bytes
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return null
      throw error
    }
  }

  async receive(
    tenantId: string,
    source: Readable,
    limit: number,
    admit?: (received: Received) => Promise<void>,
  ): Promise<Received> {
    const folder = this.#folderOf(tenantId)
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      return await this.#whole(folder, {
        async write(file) {
          const received = await receiveInto(file, source, limit)
          await admit?.(received)
          return received
        },
        nameOf: (received) => received.sha256,
      })
    } catch (error) {
      throw isDiskFull(error) ? fail('file.storage_full', { cause: error }) : explain(error)
    }
  }

  async open(tenantId: string, sha256: string): Promise<Readable | null> {
    const path = this.#pathOf(tenantId, sha256)
    const facts = await stat(path).catch(nullIfMissing)
    if (facts === null) return null
    const checked = checkingHash(sha256)
    // Anyone who reads hears of the failure from the stream itself.
    pipeline(createReadStream(path), checked, () => undefined)
    return checked
  }

  async deleteOld(tenantId: string, sha256: string): Promise<void> {
    const path = this.#pathOf(tenantId, sha256)
    if (await isOld(path)) await rm(path, { force: true })
  }

  async delete(tenantId: string, sha256: string): Promise<void> {
    await rm(this.#pathOf(tenantId, sha256), { force: true })
  }

  async deleteTenant(tenantId: string): Promise<void> {
    await rm(this.#folderOf(tenantId), { recursive: true, force: true })
  }

  // Written beside its place, synced and renamed: a file under its final name is always whole.
  async #whole<T>(
    folder: string,
    { write, nameOf }: { write(file: FileHandle): Promise<T>; nameOf(written: T): string },
  ): Promise<T> {
    const part = join(folder, `.part-${randomBytes(12).toString('hex')}`)
    let file: FileHandle | undefined
    try {
      file = await this.#openFile(part, 'wx', 0o600)
      const written = await write(file)
      await file.sync()
      await file.close()
      file = undefined
      await rename(part, join(folder, nameOf(written)))
      await syncFolder(folder)
      return written
    } catch (error) {
      // The first error is the one to report; leftovers are removed later.
      await file?.close().catch(() => undefined)
      // The error that ended the writing is the one that is reported.
      await unlink(part).catch(() => undefined)
      throw error
    }
  }

  // Only these two shapes ever become a part of a path, so that no name can lead out of the folder.
  #folderOf(tenantId: string): string {
    if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(tenantId)) throw new Error('Not a tenant ID')
    return join(this.#root, tenantId)
  }

  #pathOf(tenantId: string, sha256: string): string {
    if (!/^[0-9a-f]{64}$/.test(sha256)) throw new Error('Not a SHA-256')
    return join(this.#folderOf(tenantId), sha256)
  }
}

async function isThere(path: string, size: number): Promise<boolean> {
  try {
    if ((await stat(path)).size !== size) return false
    // As young as if it were written now, so that no one forgets it meanwhile.
    await utimes(path, new Date(), new Date())
    return true
  } catch {
    // It is written again, which reports what is wrong.
    return false
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

// A younger one may be another process's, still being written.
async function isOld(path: string): Promise<boolean> {
  const facts = await stat(path).catch(nullIfMissing)
  return facts !== null && Date.now() - facts.mtimeMs > 3_600_000
}

/** Removes what crashes left half-written, once it is an hour old. */
export async function removeHalfWritten(root: string): Promise<void> {
  for (const entry of (await readdir(root, { withFileTypes: true }).catch(nullIfMissing)) ?? []) {
    if (!entry.isDirectory()) continue
    const folder = join(root, entry.name)
    for (const name of await readdir(folder)) {
      const path = join(folder, name)
      if (name.startsWith('.part-') && (await isOld(path))) await rm(path, { force: true })
    }
  }
}

function explain(error: unknown): unknown {
  const code = codeOf(error)
  if (isDiskFull(error)) {
    return fail('dependency.unavailable', {
      detail: 'The disk of the file store is full',
      retryAfter: 60,
      cause: error,
    })
  }
  if (code === 'EROFS' || code === 'EACCES') {
    const detail = 'Couldn’t write to the file store'
    return fail('dependency.unavailable', { detail, retryAfter: 60, cause: error })
  }
  return error
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

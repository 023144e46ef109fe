import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { systemErrorCode } from '../platform/start-error.ts'

/** One copied file: path from the folder's root with `/`, size in bytes, SHA-256 in hex. */
export interface CopiedFile {
  path: string
  size: number
  sha256: string
}

export interface TreeCopy {
  from: string
  to: string
  /** Paths that are left out, with all that is below them. */
  skip?: (path: string) => boolean
  /** Called for each folder and file that was made, so that its owner can be set. */
  made?: (path: string) => void
}

/** Copies a folder whose files may change or go meanwhile: what is gone is left out. Folders come along empty too. */
export async function copyTree(copy: TreeCopy): Promise<CopiedFile[]> {
  const files: CopiedFile[] = []
  await walk(copy, '', files)
  return files
}

async function walk(copy: TreeCopy, folder: string, files: CopiedFile[]): Promise<void> {
  const target = join(copy.to, folder)
  await mkdir(target, { recursive: true, mode: 0o700 })
  copy.made?.(target)
  const entries = await orGone(readdir(join(copy.from, folder), { withFileTypes: true }))
  for (const entry of entries ?? []) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (copy.skip?.(path) === true) continue
    if (entry.isDirectory()) await walk(copy, path, files)
    else if (entry.isFile()) {
      const copied = await orGone(copyFile(join(copy.from, path), join(copy.to, path)))
      if (copied === null) continue
      copy.made?.(join(copy.to, path))
      files.push({ path, ...copied })
    }
  }
}

/** Copies one file to disk permanently, hashing it on the way. */
export async function copyFile(from: string, to: string): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256')
  let size = 0
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      size += chunk.length
      done(null, chunk)
    },
  })
  const source = await open(from, 'r')
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  await pipeline(source.createReadStream(), count, createWriteStream(to, { mode: 0o600, flush: true }))
  return { size, sha256: hash.digest('hex') }
}

/** Size and digest of a file as it is. */
export async function digestOf(path: string): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of createReadStream(path)) {
    const bytes: Buffer = Buffer.from(chunk)
    hash.update(bytes)
    size += bytes.length
  }
  return { size, sha256: hash.digest('hex') }
}

async function orGone<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return null
    throw error
  }
}

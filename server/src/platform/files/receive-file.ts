import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { Readable, Transform } from 'node:stream'
import { fail } from '../errors.ts'
import { HEAD_BYTES } from './media-type.ts'

/** What a stream held. */
export interface Received {
  /** 64 hex digits. */
  sha256: string
  /** Bytes. */
  size: number
  /** The beginning, by which its media type is known. */
  head: Buffer
}

/**
 * Writes a stream into an open file as it comes; never more than a piece of it is in memory.
 * @throws request.too_large beyond the limit, request.malformed when the sender broke off
 */
export async function receiveInto(file: FileHandle, source: Readable, limit: number): Promise<Received> {
  const hash = createHash('sha256')
  let size = 0
  let head = Buffer.alloc(0)
  for await (const chunk of pieces(source)) {
    size += chunk.length
    if (size > limit) throw fail('request.too_large', { detail: `At most ${limit} bytes` })
    hash.update(chunk)
    if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES - head.length)])
    await file.writeFile(chunk)
  }
  return { sha256: hash.digest('hex'), size, head }
}

/** The source stays open when reading stops early, so that the sender can still be answered. */
async function* pieces(source: Readable): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of source.iterator({ destroyOnReturn: false }))
      yield chunk instanceof Buffer ? chunk : Buffer.from(chunk)
  } catch (error) {
    throw fail('request.malformed', { detail: 'The upload was interrupted', cause: error })
  }
}

/** Passes bytes on and fails at their end when they do not match their name. */
export function checkingHash(sha256: string): Transform {
  const hash = createHash('sha256')
  return new Transform({
    transform(chunk, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
    flush(done) {
      const same = hash.digest('hex') === sha256
      done(same ? null : new Error('A stored file no longer matches its name'))
    },
  })
}

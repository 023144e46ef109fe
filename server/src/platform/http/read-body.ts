import type { Readable } from 'node:stream'
import { fail } from '../errors.ts'
import type { BodyLease } from './body-memory.ts'

/** How slowly a body may arrive: after the grace, its average must reach the rate. */
export interface BodyPace {
  graceMs: number
  bytesPerSecond: number
}

/** A phone on a poor line sends 8 kB a second; a sender that holds a connection open on purpose doesn't. */
export const BODY_PACE: BodyPace = { graceMs: 10_000, bytesPerSecond: 8 * 1024 }

/** What a chunk costs at least, in bytes: a body in pieces of one byte takes far more memory than its length. */
const CHUNK_COST = 256

export interface ReadBody {
  /** Largest accepted body in bytes. */
  limit: number
  /** Bytes that the Content-Length header announces; null without one. */
  announced: number | null
  lease: BodyLease
  pace?: BodyPace
}

/**
 * Reads a body into memory. Throws request.too_large (before reading when its header says so), request.too_slow,
 * request.too_many when the memory for bodies is used up, request.malformed when the connection breaks.
 */
export async function readBody(
  stream: Readable,
  { limit, announced, lease, pace = BODY_PACE }: ReadBody,
): Promise<Buffer> {
  if (announced !== null && announced > limit) throw tooLarge(limit)
  const chunks: Buffer[] = []
  let size = 0
  if (stream.destroyed) throw brokenOff()
  await new Promise<void>((resolve, reject) => {
    const started = performance.now()
    const timer = setInterval(() => {
      const ms = performance.now() - started
      if (ms >= pace.graceMs && size < (pace.bytesPerSecond * ms) / 1000) stop(fail('request.too_slow'))
    }, pace.graceMs / 4)
    const stop = (error?: Error) => {
      clearInterval(timer)
      stream.off('data', read).off('end', stop).off('error', broken).off('close', broken)
      if (error === undefined) resolve()
      else {
        stream.pause()
        reject(error)
      }
    }
    const read = (chunk: Buffer) => {
      size += chunk.length
      try {
        if (size > limit) throw tooLarge(limit)
        lease.take(Math.max(chunk.length, CHUNK_COST))
        chunks.push(chunk)
      } catch (error) {
        stop(error instanceof Error ? error : new Error(String(error)))
      }
    }
    const broken = () => stop(brokenOff())
    stream.on('data', read)
    stream.once('end', () => stop())
    stream.once('error', broken)
    stream.once('close', broken)
  })
  const [only] = chunks
  return chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks, size)
}

const tooLarge = (limit: number) => fail('request.too_large', { detail: `At most ${limit} bytes` })
const brokenOff = () => fail('request.malformed', { detail: 'The body broke off' })

import { IncomingMessage } from 'node:http'
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
  const bytes = new Gathered(lease)
  let size = 0
  if (stream.destroyed) throw brokenOff()
  const isReceived = stream instanceof IncomingMessage
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
        bytes.free()
        reject(error)
      }
    }
    const read = (chunk: Buffer) => {
      size += chunk.length
      try {
        if (size > limit) throw tooLarge(limit)
        if (chunk.length === announced) bytes.take(chunk)
        else {
          bytes.copy(chunk)
          if (isReceived) freePiece(chunk)
        }
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
  return bytes.whole()
}

/**
 * Gives the memory of a piece back that the connection has read and that no one else holds: as garbage outside of the
 * heap it stays until the heap itself is full, which takes a hundred megabytes of such pieces.
 */
export function freePiece(piece: Buffer): void {
  if (piece.byteLength === piece.buffer.byteLength) freeBuffer(piece)
}

function freeBuffer({ buffer }: Buffer): void {
  if (buffer instanceof ArrayBuffer) buffer.transfer(0)
}

const BLOCK = 256 * 1024

/**
 * A body as it grows. Pieces are copied into blocks: a piece of one byte would otherwise hold on to the whole buffer that
 * the socket read into.
 */
class Gathered {
  readonly #lease: BodyLease
  readonly #full: Buffer[] = []
  /** Every block of this body, full or not. */
  readonly #blocks: Buffer[] = []
  #block = Buffer.alloc(0)
  #used = 0

  constructor(lease: BodyLease) {
    this.#lease = lease
  }

  /** A piece that is all of the body. Throws request.too_many when there is no memory for it. */
  take(piece: Buffer): void {
    this.#lease.take(piece.length)
    this.#full.push(piece)
  }

  /** Throws request.too_many when there is no memory for it. */
  copy(piece: Buffer): void {
    for (let from = 0; from < piece.length; ) {
      if (this.#used === this.#block.length) this.#grow()
      const copied = piece.copy(this.#block, this.#used, from)
      this.#used += copied
      from += copied
    }
  }

  whole(): Buffer {
    const rest = this.#block.subarray(0, this.#used)
    const [first] = this.#full
    if (first === undefined) return rest
    return this.#full.length === 1 && this.#used === 0 ? first : Buffer.concat([...this.#full, rest])
  }

  /** Gives the blocks back now. */
  free(): void {
    for (const block of this.#blocks.splice(0)) freeBuffer(block)
  }

  /** Small first, so that many small concurrent bodies don't take a block each. */
  #grow(): void {
    const size = Math.min(BLOCK, Math.max(4 * 1024, this.#block.length * 4))
    this.#lease.take(size)
    if (this.#used > 0) this.#full.push(this.#block)
    this.#block = Buffer.allocUnsafeSlow(size)
    this.#blocks.push(this.#block)
    this.#used = 0
  }
}

const tooLarge = (limit: number) => fail('request.too_large', { detail: `At most ${limit} bytes` })
const brokenOff = () => fail('request.malformed', { detail: 'The body is incomplete' })

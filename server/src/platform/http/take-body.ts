import type { AnyRoute } from '@caseloom/contract/kernel/route'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import { fail } from '../errors.ts'
import type { BodyMemory } from './body-memory.ts'
import { type DutyCycle, LARGE_JSON } from './duty-cycle.ts'
import { parseInput, parseJsonBody } from './parse.ts'
import { readBody } from './read-body.ts'
import type { Context } from './types.ts'

/** What the bodies of one process share. */
export interface BodyMeans {
  bodies: BodyMemory
  largeJson: DutyCycle
}

type TakenBody = Pick<Context<AnyRoute>, 'query' | 'body' | 'raw' | 'stream'>
const NO_BYTES = Buffer.alloc(0)

/** Query and body as the handler gets them; a body in memory counts until the answer is sent. */
export async function takeBody(
  means: BodyMeans,
  route: AnyRoute,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { tenantId, limit }: { tenantId: string | null; limit: number },
): Promise<TakenBody> {
  const stream = request.body instanceof Readable ? request.body : Readable.from([])
  const announced = announcedSize(request)
  if (route.bodyKind === 'stream') {
    if (announced !== null && announced > limit)
      throw fail('request.too_large', { detail: `At most ${limit} bytes` })
    return { ...parseInput(route, request.query, undefined), raw: NO_BYTES, stream }
  }
  const lease = means.bodies.lease({ tenantId, stranger: route.open === true })
  reply.raw.once('close', () => lease.release())
  const read = () =>
    readBody(stream, { limit, announced, lease }).catch((error: unknown) => {
      // What was read of it is no one's any more, however long the sender takes to hear why.
      lease.release()
      throw error
    })
  const bytes = request.body instanceof Readable ? await read() : NO_BYTES
  if (route.bodyKind === 'raw') return { ...parseInput(route, request.query, undefined), raw: bytes, stream }
  const parse = () => parseInput(route, request.query, parseJsonBody(bytes, request.headers['content-type']))
  const input = bytes.length < LARGE_JSON ? parse() : await means.largeJson.run(parse)
  return { ...input, raw: NO_BYTES, stream }
}

/** Bytes that the Content-Length header announces; null without a usable one. */
export function announcedSize(request: FastifyRequest): number | null {
  const size = Number(request.headers['content-length'])
  return request.headers['content-length'] !== undefined && Number.isSafeInteger(size) ? size : null
}

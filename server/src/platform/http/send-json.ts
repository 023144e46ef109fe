import type { FastifyReply } from 'fastify'

/** From so many characters on an answer leaves as bytes: a text would be copied behind its headers first. */
const LONG_ANSWER = 16_384

/** Answers with the value as JSON. */
export function sendJson(reply: FastifyReply, result: unknown): FastifyReply {
  if (typeof result !== 'object' || result === null) return reply.send(result)
  const json = JSON.stringify(result)
  if (!reply.hasHeader('content-type')) reply.type('application/json; charset=utf-8')
  return reply.send(json.length < LONG_ANSWER ? json : Buffer.from(json))
}

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ProblemReply } from './problem.ts'

/** Long enough for a sender to stop and read why, on a line across the world. */
const LINGER_MS = 1_000
/** Connections that wait for their sender at a time; the next ones are closed without waiting. */
const MAX_LINGERING = 64

/** Answers requests whose body is left unread. */
export type RefuseUnread = (
  request: FastifyRequest,
  reply: FastifyReply,
  problem: ProblemReply,
) => FastifyReply

/**
 * Sends the whole answer and closes the connection once the sender has, or after a second, without reading on. Node's own
 * way to end such a request is to read what comes and throw it away, in copies of 64 kB each: under a flood that is
 * megabytes of garbage for every request refused. Closing at the end of the answer would often reset the connection
 * before the answer is read.
 */
export function createRefuseUnread(): RefuseUnread {
  let lingering = 0
  return (request, reply, { status, body }) => {
    const { raw } = reply
    const { socket } = request.raw
    const bytes = Buffer.from(JSON.stringify(body))
    reply.hijack()
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) raw.setHeader(name, value)
    raw.writeHead(status, { connection: 'close', 'content-length': bytes.length })
    // Before the listener of Node that reads on.
    raw.prependOnceListener('finish', () => socket.destroy())
    raw.write(bytes)
    if (lingering >= MAX_LINGERING) {
      raw.end()
      return reply
    }
    lingering += 1
    const timer = setTimeout(() => raw.end(), LINGER_MS)
    raw.once('close', () => {
      lingering -= 1
      clearTimeout(timer)
    })
    return reply
  }
}

import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2'

type Handler = (request: Http2ServerRequest, response: Http2ServerResponse) => void

const MAX_KNOWN = 64

/**
 * Hands requests to `strict`, which checks their signature, unless the very same signature held for the same path a
 * moment ago and has not run out: the engine signs once per second, and each check costs most of a millisecond.
 */
export function checkedOnce(strict: Handler, believing: Handler, now: () => number = Date.now): Handler {
  /** When each signature that held runs out, in milliseconds. */
  const known = new Map<string, number>()
  return (request, response) => {
    const token = request.headers['x-restate-jwt-v1']
    const name = `${request.url} ${String(token)}`
    if ((known.get(name) ?? 0) > now()) return believing(request, response)
    strict(request, response)
    if (typeof token !== 'string') return
    // By then it has been refused, or its answer has begun.
    setImmediate(() => {
      if (!response.headersSent || response.statusCode !== 200) return
      const [oldest] = known.keys()
      if (known.size >= MAX_KNOWN && oldest !== undefined) known.delete(oldest)
      known.set(name, expiryOf(token))
    })
  }
}

/** Of a token whose signature held; 0 when it names no time. */
function expiryOf(token: string): number {
  const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  const isTimed = typeof claims === 'object' && claims !== null && 'exp' in claims
  return isTimed && typeof claims.exp === 'number' ? claims.exp * 1000 : 0
}

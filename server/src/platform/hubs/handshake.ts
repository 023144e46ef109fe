import { readBearer, readToken } from '../http/cookies.ts'
import { isKnownHost } from '../http/known-host.ts'

/** The parts of a handshake that decide who is asking. */
export interface HandshakeFacts {
  origin: string | undefined
  cookie: string | undefined
  /** `auth.token` of the client, unchecked. */
  authToken: unknown
  publicUrl: string
}

/** True when a browser page of ours, or no browser at all, opens the connection. */
export function isOwnOrigin(
  origin: string | undefined,
  host: string | undefined,
  publicUrl: string,
): boolean {
  if (origin === undefined || origin === publicUrl) return true
  const parsed = URL.parse(origin)
  const isHere = parsed !== null && /^https?:$/.test(parsed.protocol) && parsed.host === host
  return isHere && isKnownHost(publicUrl, host)
}

/** The token of a handshake. A cookie counts only with an Origin header, which every browser sends. */
export function handshakeToken(facts: HandshakeFacts): string | null {
  if (typeof facts.authToken === 'string') {
    return readBearer(`Bearer ${facts.authToken}`)
  }
  if (facts.origin === undefined) return null
  return readToken({ cookie: facts.cookie }, facts.publicUrl)?.token ?? null
}

import type { Dispatcher } from 'undici'

/** One request on its way; redirects make the next of it. */
export interface Hop {
  url: string
  method: string
  /** Lower-case names. */
  headers: Readonly<Record<string, string>>
  body: string | Uint8Array | null
}

const REDIRECTS = new Set([301, 302, 303, 307, 308])
/** What continues to another origin; anything else may be a credential under a name of its own. */
const HARMLESS = new Set([
  'accept',
  'accept-language',
  'content-type',
  'content-language',
  'idempotency-key',
  'user-agent',
])

/** The request that a redirect asks for (Fetch standard, 4.4); null when the answer is final. */
export function nextHop(hop: Hop, status: number, location: string | undefined): Hop | null {
  if (!REDIRECTS.has(status) || location === undefined) return null
  const url = URL.parse(location, hop.url)
  if (url === null) return null
  const fetches = (status === 303 && hop.method !== 'HEAD') || (status <= 302 && hop.method === 'POST')
  const method = fetches ? 'GET' : hop.method
  const foreign = url.origin !== new URL(hop.url).origin
  const headers = Object.entries(hop.headers).filter(
    ([name]) => (!foreign || HARMLESS.has(name)) && !(fetches && name.startsWith('content-')),
  )
  return { url: url.href, method, headers: Object.fromEntries(headers), body: fetches ? null : hop.body }
}

/** Names that only the transport itself may set: they decide framing, routing or the connection. */
const OURS =
  /^(host|connection|content-length|transfer-encoding|keep-alive|upgrade|expect|te|trailer|proxy-.*|idempotency-key)$/

/** Lower-case headers, or what is wrong with them. */
export function cleanHeaders(
  headers: Readonly<Record<string, string>>,
): { headers: Record<string, string> } | { wrong: string } {
  const clean: Record<string, string> = {}
  for (const [raw, value] of Object.entries(headers)) {
    const name = raw.toLowerCase()
    if (!/^[a-z0-9!#$%&'*+.^_`|~-]{1,200}$/.test(name))
      return { wrong: 'A header name contains forbidden characters' }
    if (OURS.test(name)) return { wrong: `The header ${name} is set by the product itself` }
    if (!/^[\t\x20-\x7e\u0080-\u00ff]{0,8000}$/.test(value)) {
      return { wrong: `The header ${name} contains line breaks or other forbidden characters` }
    }
    clean[name] = value
  }
  return { headers: clean }
}

/** Milliseconds of a Retry-After header (seconds or a date), at most a day; null when absent or unreadable. */
export function retryAfterMs(value: string | undefined, now: number): number | null {
  if (value === undefined) return null
  const text = value.trim()
  const wait = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now
  return Number.isFinite(wait) ? Math.min(Math.max(wait, 0), 86_400_000) : null
}

/** Headers of an answer by lower-case names. */
export function joined(headers: Dispatcher.ResponseData['headers']): Record<string, string> {
  const result: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) result[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value
  }
  return result
}

import { fail } from '../errors.ts'
import type { RequestFacts } from './types.ts'

const LOOPBACK = /^(?:localhost|(?:[\w-]+\.)+localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i

/** Whether a Host header names this server: as PUBLIC_URL does, or as this machine itself. Other names may be rebound. */
export function isKnownHost(publicUrl: string, host: string | string[] | undefined): boolean {
  return typeof host === 'string' && (host === URL.parse(publicUrl)?.host || LOOPBACK.test(host))
}

/** Refuses requests that reach the server by a name that is not its own. Throws request.origin_refused. */
export function requireKnownHost(publicUrl: string, headers: RequestFacts['headers']): void {
  if (headers['origin'] === publicUrl || isKnownHost(publicUrl, headers['host'])) return
  throw unknownHost(publicUrl)
}

/** Says how to fix it: most often PUBLIC_URL was left at its default. */
export function unknownHost(publicUrl: string) {
  const detail = `This server is known as ${publicUrl}. Open it there, or set PUBLIC_URL to the address you use.`
  return fail('request.origin_refused', { detail })
}

import { fail } from '../../../platform/errors.ts'
import { readDevice, readToken } from '../../../platform/http/cookies.ts'
import type { RequestFacts } from '../../../platform/http/types.ts'
import type { Origin } from './session.store.ts'

/** Where a request comes from, for sessions, mails and the audit log. */
export function originOf({ ip, headers }: RequestFacts, publicUrl: string): Origin {
  const agent = headers['user-agent']
  const { cookie } = headers
  const device = typeof cookie === 'string' ? readDevice(cookie, publicUrl) : null
  return { ip, agent: typeof agent === 'string' ? agent : null, device }
}

/** The token of a request, from wherever it comes; null when there is none. */
export function tokenOf({ headers }: RequestFacts, publicUrl: string): string | null {
  const { authorization, cookie } = headers
  const text = (value: string | string[] | undefined) => (typeof value === 'string' ? value : undefined)
  return readToken({ authorization: text(authorization), cookie: text(cookie) }, publicUrl)?.token ?? null
}

/** The token of a request; throws session.none. */
export function requiredToken(request: RequestFacts, publicUrl: string): string {
  const token = tokenOf(request, publicUrl)
  if (token === null) throw fail('session.none')
  return token
}

/** The session of a browser, which alone may change how its person signs in; throws right.missing for API tokens. */
export function ownSession(sessionToken: string | null): string {
  if (sessionToken !== null) return sessionToken
  throw fail('right.missing', { detail: 'Sign in to do this. API tokens aren’t accepted.' })
}

import { readCookie } from '../../../platform/http/cookies.ts'
import type { ReplyControl, RequestFacts } from '../../../platform/http/types.ts'
import { newToken } from '../sessions/session.store.ts'

const LIFE_SECONDS = 20 * 60

/**
 * Binds a sign-in to the browser that began it. SameSite=Lax, on https as on http: the provider's POST comes without
 * it, which is why nothing is opened there; our own page brings it when it hands the one-time code in.
 */
export interface BrowserCookies {
  /** The browser's mark, null when it has none. */
  read(request: RequestFacts): string | null
  /** The mark to begin a sign-in with: the one there is, so that two tabs do not disturb each other. */
  give(request: RequestFacts, reply: ReplyControl): string
  clear(reply: ReplyControl): void
}

export function browserCookies(publicUrl: string): BrowserCookies {
  const secure = publicUrl.startsWith('https:')
  // A neighbor on the same domain can't plant a cookie of this name.
  const name = secure ? '__Host-caseloom_sso' : 'caseloom_sso'
  const write = (reply: ReplyControl, value: string, seconds: number) => {
    const rest = `Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure ? '; Secure' : ''}`
    reply.header('set-cookie', `${name}=${value}; ${rest}`)
  }
  const read: BrowserCookies['read'] = ({ headers }) => {
    const value = readCookie(headers.cookie?.toString(), name)
    return value !== null && /^[\w-]{43}$/.test(value) ? value : null
  }
  return {
    read,
    give(request, reply) {
      const mark = read(request) ?? newToken()
      write(reply, mark, LIFE_SECONDS)
      return mark
    },
    clear: (reply) => write(reply, '', 0),
  }
}

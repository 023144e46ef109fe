/** The session cookie; `__Host-` is not used because plain http on localhost must work. */
export const SESSION_COOKIE = 'caseloom_session'

/** Value of one cookie of a Cookie header, or null. */
export function readCookie(header: string | undefined, name: string): string | null {
  if (header === undefined) return null
  for (const part of header.split(';')) {
    const at = part.indexOf('=')
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim()
  }
  return null
}

/** The token of a request: bearer first, then the cookie. Tokens are opaque; anything over 500 characters is none. */
export function readToken(headers: { authorization?: string | undefined; cookie?: string | undefined }): {
  token: string
  from: 'bearer' | 'cookie'
} | null {
  const bearer = /^Bearer ([\w.~+/=-]{1,500})$/i.exec(headers.authorization ?? '')?.[1]
  if (bearer !== undefined) return { token: bearer, from: 'bearer' }
  const cookie = readCookie(headers.cookie, SESSION_COOKIE)
  return cookie !== null && /^[\w.~+/=-]{1,500}$/.test(cookie) ? { token: cookie, from: 'cookie' } : null
}

/** Text of a Set-Cookie header; a null token clears the cookie. */
export function sessionCookie(
  token: string | null,
  options: { secure: boolean; expires?: Date | undefined },
): string {
  const parts = [`${SESSION_COOKIE}=${token ?? ''}`, 'Path=/', 'HttpOnly', 'SameSite=Lax']
  if (options.secure) parts.push('Secure')
  if (token === null) parts.push('Max-Age=0')
  else if (options.expires !== undefined) parts.push(`Expires=${options.expires.toUTCString()}`)
  return parts.join('; ')
}

const SESSION_COOKIE = 'caseloom_session'

/** Over https no other host can set our cookies (`__Host-`, RFC 6265bis); plain http on localhost must work too. */
function hostName(name: string, publicUrl: string): string {
  return publicUrl.startsWith('https:') ? `__Host-${name}` : name
}

/** Name of the session cookie. */
export function sessionCookieName(publicUrl: string): string {
  return hostName(SESSION_COOKIE, publicUrl)
}

const DEVICE_COOKIE = 'caseloom_device'
/** As long as browsers keep any cookie. */
const DEVICE_SECONDS = 400 * 24 * 3600

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
export function readToken(
  headers: { authorization?: string | undefined; cookie?: string | undefined },
  publicUrl: string,
): { token: string; from: 'bearer' | 'cookie' } | null {
  const bearer = readBearer(headers.authorization)
  if (bearer !== null) return { token: bearer, from: 'bearer' }
  const cookie = readCookie(headers.cookie, sessionCookieName(publicUrl))
  return cookie !== null && /^[\w.~+/=-]{1,500}$/.test(cookie) ? { token: cookie, from: 'cookie' } : null
}

/** The bearer token of an Authorization header, or null. */
export function readBearer(authorization: string | undefined): string | null {
  return /^Bearer ([\w.~+/=-]{1,500})$/i.exec(authorization ?? '')?.[1] ?? null
}

/** Text of a Set-Cookie header; a null token clears the cookie. */
export function sessionCookie(
  token: string | null,
  options: { publicUrl: string; expires?: Date | undefined },
): string {
  const parts = [
    `${sessionCookieName(options.publicUrl)}=${token ?? ''}`,
    'Path=/',
    'HttpOnly',
    'SameSite=Lax',
  ]
  if (options.publicUrl.startsWith('https:')) parts.push('Secure')
  if (token === null) parts.push('Max-Age=0')
  else if (options.expires !== undefined) parts.push(`Expires=${options.expires.toUTCString()}`)
  return parts.join('; ')
}

/** Token of a browser that someone signed in with; null when the Cookie header holds none. */
export function readDevice(header: string, publicUrl: string): string | null {
  const token = readCookie(header, hostName(DEVICE_COOKIE, publicUrl))
  return token !== null && /^[\w-]{43}$/.test(token) ? token : null
}

/** Text of the Set-Cookie header that makes a browser known. */
export function deviceCookie(token: string, publicUrl: string): string {
  const parts = [`${hostName(DEVICE_COOKIE, publicUrl)}=${token}`, 'Path=/', 'HttpOnly', 'SameSite=Lax']
  const secure = publicUrl.startsWith('https:') ? ['Secure'] : []
  return [...parts, ...secure, `Max-Age=${DEVICE_SECONDS}`].join('; ')
}

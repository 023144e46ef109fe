const NOT_A_GOAL =
  /^\/(?:login|logout|install|install-status|set-password|unlock|error|tenant-error|unauthorized)(?:[/?#]|$)/

/**
 * The page to open after sign-in, or null when the requested one isn't ours. Only a path of this origin passes: no
 * scheme, no `//host`, no backslash or control character that a browser would read as one.
 */
export function safeReturnTo(asked: unknown, origin: string): string | null {
  if (typeof asked !== 'string' || asked.length > 2000) return null
  // Browsers drop tabs and line ends inside addresses and read \ as /.
  // oxlint-disable-next-line no-control-regex
  if (!asked.startsWith('/') || /[\u0000-\u001f\u007f\\]/.test(asked)) return null
  if (asked.startsWith('//')) return null
  let url: URL
  try {
    url = new URL(asked, origin)
  } catch {
    return null
  }
  if (url.origin !== origin) return null
  // Dot segments may have made a second slash at the front: `/.//host`.
  const path = `${url.pathname}${url.search}${url.hash}`
  if (path.startsWith('//') || path === '/' || NOT_A_GOAL.test(path)) return null
  return path
}

export function loginAddress(path: string, origin: string): string {
  const back = safeReturnTo(path, origin)
  return back === null ? '/login' : `/login?returnTo=${encodeURIComponent(back)}`
}

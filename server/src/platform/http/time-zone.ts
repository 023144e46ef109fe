const known = new Map<string, string>()

/** The zone to work in: the header's when it is an IANA name, UTC otherwise. */
export function appliedZone(header: string | string[] | undefined): string {
  if (typeof header !== 'string' || header.length === 0 || header.length > 60) return 'UTC'
  const cached = known.get(header)
  if (cached !== undefined) return cached
  const zone = resolveZone(header)
  if (known.size > 1000) known.clear()
  known.set(header, zone)
  return zone
}

function resolveZone(name: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    // A browser’s name that the runtime doesn’t know.
    return 'UTC'
  }
}

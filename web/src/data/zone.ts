let stored: string | null = null

/** Remembers the zone that the user chose; null goes back to the browser's. */
export function setUserZone(zone: string | null): void {
  stored = zone
}

/** The zone of the header `Timezone`: the user's stored one, else the browser's guess. */
export function userZone(): string {
  return stored ?? (Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC')
}

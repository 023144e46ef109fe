let stored: string | null = null

/** Null returns to the browser's zone. */
export function setUserZone(zone: string | null): void {
  stored = zone
}

/** The zone of the header `Timezone`: the user's stored one, else the browser's guess. */
export function userZone(): string {
  return stored ?? (Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC')
}

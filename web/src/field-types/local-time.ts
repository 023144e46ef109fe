/** The local time of an instant, for a datetime-local input; to the minute, or with its seconds. */
export function localTime(instant: string, length: 16 | 19 = 16): string {
  const at = new Date(instant)
  if (Number.isNaN(at.getTime())) return ''
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, length)
}

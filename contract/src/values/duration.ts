const ISO = /^P(?:(\d+)W)?(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/i
const WORDS =
  /^(?:(\d+)\s*w)?\s*(?:(\d+)\s*d)?\s*(?:(\d+)\s*h)?\s*(?:(\d+)\s*m(?:in)?)?\s*(?:(\d+)\s*s(?:ec)?)?$/i
const UNITS = [604_800, 86_400, 3_600, 60, 1]
/** Ten thousand years: beyond it nothing is measured in seconds. */
export const LONGEST_DURATION = 315_576_000_000

/**
 * Whole seconds of a duration: ISO 8601 without months and years, which have no fixed length (`PT2H30M`), the short form
 * (`2h 30m`), or `HH:MM[:SS]`. Null when the text is none, or too long a time.
 */
export function readDuration(input: string): number | null {
  const text = input.trim()
  if (text.length === 0 || text.length > 60) return null
  const clock = /^(\d{1,9}):([0-5]\d)(?::([0-5]\d))?$/.exec(text)
  const parts = clock === null ? (ISO.exec(text) ?? WORDS.exec(text))?.slice(1) : ['', '', ...clock.slice(1)]
  if (parts === undefined || parts.every((part) => (part ?? '') === '')) return null
  const seconds = parts.reduce((sum, part, at) => sum + Number(part ?? 0) * (UNITS[at] ?? 0), 0)
  return seconds <= LONGEST_DURATION ? seconds : null
}

/** A duration as people read and type it, the two greatest units and what is left: `7h 02m`, `3d 00h 05m`, `45s`. */
export function writeDuration(seconds: number): string {
  const sizes: [number, string][] = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor((seconds % 86_400) / 3_600), 'h'],
    [Math.floor((seconds % 3_600) / 60), 'm'],
    [seconds % 60, 's'],
  ]
  const first = sizes.findIndex(([count]) => count > 0)
  if (first < 0) return '0s'
  const shown = sizes.slice(first)
  // Zeros at the end say nothing: 7h 00m 00s is 7h.
  while (shown.length > 1 && shown.at(-1)?.[0] === 0) shown.pop()
  return shown
    .map(([count, unit], at) => `${at === 0 ? String(count) : String(count).padStart(2, '0')}${unit}`)
    .join(' ')
}

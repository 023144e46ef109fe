import { z } from 'zod'

/** A time zone by its name in the IANA database. */
export const TimeZone = z
  .string()
  .min(1)
  .max(64)
  .refine(isZone, 'Invalid time zone. Use a name such as Europe/Berlin.')

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    // A name that the runtime refuses is no zone: that is the answer.
    return false
  }
}

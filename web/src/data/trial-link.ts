import { JsonValue } from '@caseloom/contract/kernel/json'
import { z } from 'zod'

// A link into the workflow editor that starts the trial with a record and a change to it.

const TrialStart = z.object({
  record: z.string(),
  /** Values by field, over those of the record. */
  set: z.record(z.string(), JsonValue),
  /** The item of the workflow that is selected. */
  item: z.string().optional(),
})
export type TrialStart = z.infer<typeof TrialStart>

const PREFIX = 'try='

/** The fragment of the editor's address. */
export function trialHash(start: TrialStart): string {
  return `${PREFIX}${encodeURIComponent(JSON.stringify(start))}`
}

/** Null for any other fragment. */
export function readTrialHash(hash: string): TrialStart | null {
  const text = hash.startsWith('#') ? hash.slice(1) : hash
  if (!text.startsWith(PREFIX)) return null
  try {
    const read = TrialStart.safeParse(JSON.parse(decodeURIComponent(text.slice(PREFIX.length))))
    return read.success ? read.data : null
  } catch {
    return null
  }
}

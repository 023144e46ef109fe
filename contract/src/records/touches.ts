import { z } from 'zod'

/** What values that are passed on came from: pure, for those who keep it and those who judge it. */

/** A record, or part of an app, whose values were handed to someone who passes them on. */
export interface Touch {
  appId: string
  recordId: string
  trackingId: string
  /** Ids of guarded fields that were not handed out; whatever isn't listed counts as handed out. */
  withheld?: readonly string[]
}

const NIL = '00000000-0000-0000-0000-000000000000'
const MAX = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Represents a record: the fields of the app were used, and no record of it. */
export const NO_RECORD = NIL
/** Represents a record: any record of the app may be behind it. */
export const ALL_RECORDS = MAX
/** Any value of any app may be behind it. */
export const ANYTHING: Touch = { appId: NIL, recordId: MAX, trackingId: '' }

const StoredTouches = z.array(
  z.object({
    appId: z.string(),
    recordId: z.string(),
    trackingId: z.string(),
    withheld: z.array(z.string()),
  }),
)

/** Touches as they are stored beside a value; a value from before they were stored counts as made of anything. */
export function storedTouches(stored: unknown): Touch[] {
  return StoredTouches.safeParse(stored).data ?? [ANYTHING]
}

export function isAnything({ appId }: Pick<Touch, 'appId'>): boolean {
  return appId === NIL
}

/** One touch for each record, with only what all of them withheld. */
export function mergedTouches<One extends Touch>(touches: readonly One[]): One[] {
  return [...addTouches(new Map<string, One>(), touches).values()]
}

/** The same, into touches that were merged before. */
export function addTouches<One extends Touch>(
  merged: Map<string, One>,
  touches: readonly One[],
): Map<string, One> {
  for (const one of touches) {
    const key = `${one.appId}/${one.recordId}`
    const known = merged.get(key)
    const withheld = known?.withheld?.filter((id) => one.withheld?.includes(id)) ?? []
    merged.set(key, known === undefined ? one : { ...known, withheld })
  }
  return merged
}

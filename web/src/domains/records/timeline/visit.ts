import { z } from 'zod'
import { peopleOf, type TimelineItem } from './merged-timeline.ts'

/** Milliseconds since 1970. */
const Visit = z.object({
  /** The end of the visit before this one; null on the first. */
  before: z.number().nullable(),
  last: z.number(),
})
export type Visit = z.infer<typeof Visit>

/** By record. */
export const Visits = z.record(z.string(), Visit)
export type Visits = z.infer<typeof Visits>

/** After this long, coming back is another visit. */
const APART_MS = 10 * 60_000
/** Of the records that were visited last. */
const MAX_VISITS = 300

/** The visit of someone who is on the record now. */
export function visitAt(previous: Visit | undefined, now: number): Visit {
  if (previous === undefined) return { before: null, last: now }
  return { before: now - previous.last > APART_MS ? previous.last : previous.before, last: now }
}

export function withVisit(visits: Visits, recordId: string, visit: Visit): Visits {
  const others = Object.entries(visits).filter(([id]) => id !== recordId)
  const latest = others.toSorted(([, a], [, b]) => b.last - a.last).slice(0, MAX_VISITS - 1)
  return Object.fromEntries([[recordId, visit], ...latest])
}

/** The first item from before the last visit, below those that are new to the reader; null without any of either. */
export function firstSeen(items: readonly TimelineItem[], before: number, me: string): TimelineItem | null {
  const at = items.findIndex((item) => Date.parse(item.at) <= before)
  const isNew = (item: TimelineItem) => !peopleOf(item).some(({ id }) => id === me)
  return items.slice(0, Math.max(at, 0)).some(isNew) ? (items[at] ?? null) : null
}

import { z } from 'zod'
import { Instant, UserId } from '../kernel/ids.ts'
import { route } from '../kernel/route.ts'

/** What an entry of a timeline is about. */
export const TIMELINE_KINDS = [
  'attack',
  'people',
  'runs',
  'sla',
  'tasks',
  'files',
  'links',
  'record',
] as const
export const TimelineKind = z.enum(TIMELINE_KINDS)
export type TimelineKind = z.infer<typeof TimelineKind>

/** Attack events at the time they happened, or at the time they were recorded. */
export const TIMELINE_CLOCKS = ['happened', 'recorded'] as const

/** How many entries of each kind a timeline has by step of time, newest first; steps without entries are left out. */
export const TimelineCounts = z.object({
  /** Length of a step in seconds. */
  step: z.number().int().min(1),
  items: z.array(z.object({ at: Instant, kind: TimelineKind, count: z.number().int().min(1) })),
})
export type TimelineCounts = z.infer<typeof TimelineCounts>

/** Distinct steps of one reply. */
export const MAX_TIMELINE_STEPS = 240
/** Each list of a record is counted as far back as this many entries. */
export const MAX_COUNTED_ENTRIES = 20_000

export const countHistory = route({
  method: 'GET',
  path: '/api/tenant/:tenantId/apps/:appId/records/:recordId/history/counts',
  summary: 'Counts the changes and attack events of a record by kind and step of time',
  needs: 'record:read',
  query: z.strictObject({
    /** Only those of this user. */
    by: UserId.optional(),
    clock: z.enum(TIMELINE_CLOCKS).default('happened'),
  }),
  reply: TimelineCounts,
  on404: 'here',
})

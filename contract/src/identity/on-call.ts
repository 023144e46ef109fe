import { z } from 'zod'
import { Key, Label } from '../field-types/common-settings.ts'
import { Instant, OnCallAwayId, OnCallOverrideId, OnCallScheduleId, UserId } from '../kernel/ids.ts'
import { route } from '../kernel/route.ts'
import { TimeZone } from '../values/time-zones.ts'

/** Upper limits of a tenant’s on-call schedules. */
export const ON_CALL_LIMITS = {
  schedules: 50,
  layers: 10,
  shifts: 8,
  people: 50,
  /** Overrides of one schedule that have not ended. */
  overrides: 500,
  /** Times away of one person that have not ended. */
  away: 50,
  /** Days of one answer. */
  days: 366,
} as const

const Clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Use a time such as 08:30')
const Weekday = z.int().min(1).max(7)

export const OnCallShift = z.strictObject({
  key: Key,
  name: Label,
  /** Monday is 1. */
  days: z.array(Weekday).min(1).max(7),
  from: Clock,
  /** Not after `from`: on the next day. */
  to: Clock,
})
export type OnCallShift = z.infer<typeof OnCallShift>

export const OnCallRotation = z.strictObject({
  every: z.enum(['day', 'week']),
  /** Days or weeks of one turn. */
  length: z.int().min(1).max(52).default(1),
  /** The weekday of the handoff in weekly rotations; Monday is 1. */
  day: Weekday.default(1),
  time: Clock.default('08:00'),
  /** The first day of the first person. */
  start: z.iso.date(),
})
export type OnCallRotation = z.infer<typeof OnCallRotation>

export const OnCallLayer = z.strictObject({
  key: Key,
  name: Label,
  people: z.array(UserId).min(1).max(ON_CALL_LIMITS.people),
  /** Null: each shift always has the same person. */
  rotation: OnCallRotation.nullable().default(null),
  /** None: around the clock. */
  shifts: z.array(OnCallShift).max(ON_CALL_LIMITS.shifts).default([]),
})
export type OnCallLayer = z.infer<typeof OnCallLayer>

const plan = {
  name: Label,
  zone: TimeZone,
  /** In the order in which they count: the first that has someone decides who is on call. */
  layers: z.array(OnCallLayer).min(1).max(ON_CALL_LIMITS.layers),
}
/** Playbooks and fields name the schedule by its key, which never changes. */
export const OnCallInput = z.strictObject({ key: Key, ...plan })
export type OnCallInput = z.infer<typeof OnCallInput>

export const OnCallScheduleView = z.object({
  id: OnCallScheduleId,
  key: Key,
  ...plan,
  revision: z.int(),
  updatedAt: Instant,
  can: z.object({
    /** Change the schedule, and overrides and times away of everyone. */
    edit: z.boolean(),
    /** Make overrides, and times away of one’s own. */
    override: z.boolean(),
  }),
})
export type OnCallScheduleView = z.infer<typeof OnCallScheduleView>

/** A row of a schedule. */
const lane = { layer: Key, shift: Key.nullable() }
const span = { from: Instant, to: Instant }
const ordered = ({ from, to }: { from: string; to: string }) => Date.parse(from) < Date.parse(to)
const inOrder = { error: 'The end must be after the start', path: ['to'] }

export const OnCallOverride = z.object({
  id: OnCallOverrideId,
  ...lane,
  ...span,
  userId: UserId,
  reason: z.string().nullable(),
  /** The other half of a swap; null for a cover. */
  swapWith: OnCallOverrideId.nullable(),
  madeBy: z.object({ id: UserId.nullable(), name: z.string() }),
  madeAt: Instant,
  can: z.object({ undo: z.boolean() }),
})
export type OnCallOverride = z.infer<typeof OnCallOverride>

export const OnCallOverrideInput = z
  .strictObject({
    ...lane,
    ...span,
    userId: UserId,
    reason: z.string().trim().max(500).nullable().default(null),
    /** What the person who is replaced takes in return. */
    swap: z
      .strictObject({ ...lane, ...span, userId: UserId })
      .refine(ordered, inOrder)
      .optional(),
  })
  .refine(ordered, inOrder)
export type OnCallOverrideInput = z.infer<typeof OnCallOverrideInput>

export const OnCallAway = z.object({
  id: OnCallAwayId,
  userId: UserId,
  ...span,
  reason: z.string().nullable(),
  can: z.object({ remove: z.boolean() }),
})
export type OnCallAway = z.infer<typeof OnCallAway>

export const OnCallAwayInput = z
  .strictObject({ userId: UserId, ...span, reason: z.string().trim().max(200).nullable().default(null) })
  .refine(ordered, inOrder)
export type OnCallAwayInput = z.infer<typeof OnCallAwayInput>

/** Part of a lane with one person. */
const block = {
  ...lane,
  ...span,
  userId: UserId,
  override: OnCallOverrideId.nullable(),
  /** Whose turn it would be without the override. */
  insteadOf: UserId.nullable(),
  /** Why no one has the shift; null when the person has it. */
  gap: z.enum(['away', 'inactive']).nullable(),
}
export const OnCallBlockView = z.object(block)
export type OnCallBlockView = z.infer<typeof OnCallBlockView>

export const OnCallRange = z.object({
  /** Per layer and shift. */
  blocks: z.array(OnCallBlockView),
  /** Who is on call: at every instant the first layer that has someone. */
  result: z.array(z.object({ ...block, standsIn: z.object({ ...lane, userId: UserId }).nullable() })),
  gaps: z.array(
    z.object({
      ...lane,
      ...span,
      userId: UserId,
      reason: z.enum(['away', 'inactive']),
      /** Someone of the layer who is free then. */
      proposal: UserId.nullable(),
    }),
  ),
  hours: z.array(z.object({ userId: UserId, hours: z.number() })),
  overrides: z.array(OnCallOverride),
  away: z.array(OnCallAway),
})
export type OnCallRange = z.infer<typeof OnCallRange>

export const OnCallNow = z.object({
  at: Instant,
  /** Those who are on call now, the one who counts first. */
  people: z.array(z.object({ ...lane, userId: UserId, until: Instant })),
  /** When the first of them changes within two weeks, and to which person. */
  next: z.object({ at: Instant, userId: UserId }).nullable(),
})
export type OnCallNow = z.infer<typeof OnCallNow>

export const OnCallUse = z.object({
  kind: z.enum(['app', 'playbook']),
  id: z.string(),
  name: z.string(),
  /** Fields of the app, steps of the playbook. */
  parts: z.array(z.string()),
})
export type OnCallUse = z.infer<typeof OnCallUse>

const base = '/api/tenant/:tenantId/on-call' as const
const one = `${base}/schedules/:scheduleId` as const

export const listOnCallSchedules = route({
  method: 'GET',
  path: `${base}/schedules`,
  summary: 'Lists the on-call schedules of the tenant',
  needs: 'record:read',
  reply: z.object({ items: z.array(OnCallScheduleView), can: z.object({ create: z.boolean() }) }),
})
export const createOnCallSchedule = route({
  method: 'POST',
  path: `${base}/schedules`,
  summary: 'Creates an on-call schedule',
  needs: 'app:build',
  body: OnCallInput,
  reply: OnCallScheduleView,
  status: 201,
  fails: ['schedule.key_taken', 'schedule.invalid'],
})
export const saveOnCallSchedule = route({
  method: 'PUT',
  path: one,
  summary: 'Updates an on-call schedule. Overrides of removed layers and shifts are deleted.',
  needs: 'app:build',
  body: z.strictObject({ ...plan, revision: z.int() }),
  reply: OnCallScheduleView,
  fails: ['resource.version_conflict', 'schedule.invalid'],
  on404: 'here',
})
export const deleteOnCallSchedule = route({
  method: 'DELETE',
  path: one,
  summary: 'Deletes an on-call schedule that no app and no published playbook uses',
  needs: 'app:build',
  fails: ['schedule.in_use'],
  on404: 'here',
})
export const onCallUses = route({
  method: 'GET',
  path: `${one}/uses`,
  summary: 'Lists the apps and playbooks that use an on-call schedule',
  needs: 'record:read',
  reply: z.object({
    items: z.array(OnCallUse),
    /** How many more aren’t shared with the reader. */
    others: z.int(),
  }),
  on404: 'here',
})
export const onCallRange = route({
  method: 'GET',
  path: `${one}/range`,
  summary:
    'Returns who is on call between two instants, at most a year apart, with gaps, hours, and overrides',
  needs: 'record:read',
  query: z
    .strictObject(span)
    .refine(ordered, inOrder)
    .refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= ON_CALL_LIMITS.days * 86_400_000, {
      error: `At most ${ON_CALL_LIMITS.days} days`,
      path: ['to'],
    }),
  reply: OnCallRange,
  on404: 'here',
})
export const onCallNow = route({
  method: 'GET',
  path: `${one}/now`,
  summary: 'Returns who is on call now, and the next handoff',
  needs: 'record:read',
  reply: OnCallNow,
  on404: 'here',
})
export const addOnCallOverride = route({
  method: 'POST',
  path: `${one}/overrides`,
  summary: 'Gives part of a layer or shift to someone, and optionally another part in return',
  needs: 'record:read',
  body: OnCallOverrideInput,
  reply: OnCallOverride,
  status: 201,
  fails: ['schedule.override_invalid'],
  on404: 'here',
})
export const undoOnCallOverride = route({
  method: 'DELETE',
  path: `${one}/overrides/:overrideId`,
  summary: 'Deletes an override that has not ended; both halves of a swap',
  needs: 'record:read',
  fails: ['schedule.override_invalid'],
  on404: 'here',
})
export const addOnCallAway = route({
  method: 'POST',
  path: `${base}/away`,
  summary: 'Notes when someone can’t be on call, in all schedules of the tenant',
  needs: 'record:read',
  body: OnCallAwayInput,
  reply: OnCallAway,
  status: 201,
  fails: ['schedule.away_invalid'],
})
export const removeOnCallAway = route({
  method: 'DELETE',
  path: `${base}/away/:awayId`,
  summary: 'Deletes a time away',
  needs: 'record:read',
  on404: 'here',
})

import { z } from 'zod'
import { Key, Label } from '../field-types/common-settings.ts'
import { Instant, OnCallOverrideId, OnCallScheduleId, UserId } from '../kernel/ids.ts'
import { route } from '../kernel/route.ts'
import { TimeZone } from '../values/time-zones.ts'

/** Upper limits of on-call schedules. */
export const ON_CALL_LIMITS = {
  schedules: 100,
  layers: 12,
  people: 50,
  hours: 14,
  /** Overrides that haven't ended. */
  overrides: 500,
  /** Days of one override, and of one reading. */
  days: 100,
} as const

const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Use a time of day such as 08:00')

/** When a layer is on call; an end that isn't later than the start is on the next day. */
export const OnCallHours = z.strictObject({
  /** Monday is 1. */
  days: z.array(z.int().min(1).max(7)).min(1).max(7),
  from: TimeOfDay,
  to: TimeOfDay,
})
export type OnCallHours = z.infer<typeof OnCallHours>

export const OnCallLayer = z.strictObject({
  name: Label,
  /** In the order of their turns. */
  people: z.array(UserId).min(1).max(ON_CALL_LIMITS.people),
  /** The day on which the turn of the first person begins, and every turn's time of day. */
  startsOn: z.iso.date(),
  handoff: TimeOfDay,
  turn: z.strictObject({ count: z.int().min(1).max(52), unit: z.enum(['day', 'week']) }),
  /** An empty list means around the clock. */
  hours: z.array(OnCallHours).max(ON_CALL_LIMITS.hours).default([]),
})
export type OnCallLayer = z.infer<typeof OnCallLayer>

export const OnCallScheduleInput = z.strictObject({
  key: Key,
  name: Label,
  /** The zone of all times of day. */
  zone: TimeZone,
  /** The first layer that has someone decides who is on call. */
  layers: z.array(OnCallLayer).min(1).max(ON_CALL_LIMITS.layers),
})
export type OnCallScheduleInput = z.infer<typeof OnCallScheduleInput>

export const OnCallSchedule = OnCallScheduleInput.extend({
  id: OnCallScheduleId,
  revision: z.int(),
  updatedAt: Instant,
  can: z.object({ manage: z.boolean() }),
})
export type OnCallSchedule = z.infer<typeof OnCallSchedule>

export const OnCallPerson = z.object({ id: UserId, name: z.string() })

/** Who is on call now, until when, and who follows. */
export const OnCallNow = z.object({
  person: OnCallPerson.nullable(),
  /** Null when nothing changes within the next weeks. */
  until: Instant.nullable(),
  /** Null when no one follows; `person` is null where a gap follows. */
  next: z.object({ person: OnCallPerson.nullable(), from: Instant }).nullable(),
})
export type OnCallNow = z.infer<typeof OnCallNow>

export const OnCallListItem = OnCallSchedule.extend({ now: OnCallNow })
export type OnCallListItem = z.infer<typeof OnCallListItem>

export const OnCallOverrideView = z.object({
  id: OnCallOverrideId,
  person: OnCallPerson,
  from: Instant,
  to: Instant,
  note: z.string().nullable(),
  createdBy: z.string(),
  createdAt: Instant,
  /** The other half of a swap. */
  swappedWith: OnCallOverrideId.nullable(),
})
export type OnCallOverrideView = z.infer<typeof OnCallOverrideView>

const Stretch = { from: Instant, to: Instant }
export const OnCallSpanView = z.object({
  ...Stretch,
  /** Null is a gap. */
  person: OnCallPerson.nullable(),
  /** The override that put the person there, or the layer by its place. */
  override: OnCallOverrideId.nullable(),
  layer: z.int().nullable(),
  /** People who are scheduled but no longer active in the tenant: they can't be on call. */
  away: z.array(OnCallPerson),
})
export type OnCallSpanView = z.infer<typeof OnCallSpanView>

export const OnCallCalendar = z.object({
  schedule: OnCallListItem,
  /** Names of the people of all layers; `active` is false for those who can't be on call. */
  people: z.array(OnCallPerson.extend({ active: z.boolean() })),
  /** The result, without holes. */
  spans: z.array(OnCallSpanView),
  /** The turns of each layer, in the order of the layers. */
  layers: z.array(z.array(z.object({ ...Stretch, person: OnCallPerson }))),
  overrides: z.array(OnCallOverrideView),
})
export type OnCallCalendar = z.infer<typeof OnCallCalendar>

/** What refers to a schedule. */
export const OnCallUse = z.object({ kind: z.enum(['app', 'playbook']), id: z.string(), name: z.string() })
export type OnCallUse = z.infer<typeof OnCallUse>

const inOrder = ({ from, to }: { from: string; to: string }) => Date.parse(from) < Date.parse(to)
const NOT_IN_ORDER = { path: ['to'], message: 'The end must be after the start' }
const Period = z.strictObject(Stretch).refine(inOrder, NOT_IN_ORDER)

const base = '/api/tenant/:tenantId/on-call' as const
const one = `${base}/:onCallScheduleId` as const

export const listOnCall = route({
  method: 'GET',
  path: base,
  summary: 'Lists the on-call schedules of the tenant with who is on call now',
  needs: 'record:read',
  reply: z.object({ items: z.array(OnCallListItem), can: z.object({ manage: z.boolean() }) }),
})
export const readOnCall = route({
  method: 'GET',
  path: one,
  summary: 'Gets an on-call schedule with who is on call during a period of at most 100 days',
  needs: 'record:read',
  query: Period,
  reply: OnCallCalendar,
  on404: 'here',
})
export const createOnCall = route({
  method: 'POST',
  path: base,
  summary: 'Creates an on-call schedule',
  needs: 'workspace:manage',
  body: OnCallScheduleInput,
  reply: OnCallSchedule,
  status: 201,
  fails: ['on_call.key_taken'],
})
export const saveOnCall = route({
  method: 'PUT',
  path: one,
  summary: 'Updates an on-call schedule. Overrides stay. The key can’t be changed.',
  needs: 'workspace:manage',
  body: OnCallScheduleInput.omit({ key: true }).extend({ revision: z.int() }),
  reply: OnCallSchedule,
  fails: ['resource.version_conflict'],
  on404: 'here',
})
export const deleteOnCall = route({
  method: 'DELETE',
  path: one,
  summary: 'Deletes an on-call schedule that no app and no published playbook uses',
  needs: 'workspace:manage',
  fails: ['on_call.in_use'],
  on404: 'here',
})
export const onCallUses = route({
  method: 'GET',
  path: `${one}/uses`,
  summary:
    'Lists the apps and published playbooks that use an on-call schedule, as far as the caller may see them',
  needs: 'record:read',
  reply: z.object({
    items: z.array(OnCallUse),
    /** How many of those the caller may not see. */
    others: z.int(),
  }),
  on404: 'here',
})
export const addOnCallOverride = route({
  method: 'POST',
  path: `${one}/overrides`,
  summary: 'Puts someone on call for a period, whatever the layers say',
  needs: 'workspace:manage',
  body: z
    .strictObject({ ...Stretch, userId: UserId, note: z.string().trim().max(500).nullable().default(null) })
    .refine(inOrder, NOT_IN_ORDER),
  reply: OnCallOverrideView,
  status: 201,
  on404: 'here',
})
export const removeOnCallOverride = route({
  method: 'DELETE',
  path: `${one}/overrides/:onCallOverrideId`,
  summary: 'Removes an override; both halves of a swap are removed together',
  needs: 'workspace:manage',
  on404: 'here',
})
export const swapOnCall = route({
  method: 'POST',
  path: `${one}/swap`,
  summary: 'Swaps two turns: the person on call during one is on call during the other instead',
  needs: 'workspace:manage',
  body: z.strictObject({ first: Period, second: Period }),
  reply: z.object({ items: z.array(OnCallOverrideView) }),
  status: 201,
  on404: 'here',
})

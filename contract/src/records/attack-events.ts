import { z } from 'zod'
import { ATTACK_EVENT_TYPES } from '../values/attack-event-types.ts'
import { TACTIC_NAMES } from '../values/attack-tactics.ts'
import { AppId, AttackEventId, Instant, RecordId } from '../kernel/ids.ts'
import { route } from '../kernel/route.ts'
import { NamedRecord } from './observables.ts'
import { ActorRef } from './records.ts'

/** Attack events of one record. */
export const MAX_ATTACK_EVENTS = 500

export const AttackEventType = z.enum(ATTACK_EVENT_TYPES)
export type AttackEventType = z.infer<typeof AttackEventType>

export const AttackTactic = z.enum(TACTIC_NAMES)

/** A record that the caller can read, or the name of something without one. */
export const AttackAsset = z.union([
  z.strictObject({ appId: AppId, recordId: RecordId }),
  z.strictObject({ name: z.string().trim().min(1).max(200) }),
])
export type AttackAsset = z.infer<typeof AttackAsset>

export const AttackEventView = z.object({
  id: AttackEventId,
  happenedAt: Instant,
  /** When it was added; `by` added it. */
  recordedAt: Instant,
  by: ActorRef,
  editedAt: Instant.nullable(),
  type: AttackEventType,
  text: z.string(),
  /** ID of an ATT&CK technique. */
  technique: z.string().nullable(),
  /** The tactic that was chosen, if any. */
  tactic: AttackTactic.nullable(),
  /** The chosen tactic, or all tactics of the technique. */
  tactics: z.array(AttackTactic),
  /** Null if there is none, or it's a record that the reader can't see. */
  asset: z.object({ name: z.string(), record: NamedRecord.nullable() }).nullable(),
  source: z.string().nullable(),
})
export type AttackEventView = z.infer<typeof AttackEventView>

const changes = {
  /** An ID such as T1059.001, in any case. */
  technique: z.string().trim().max(20).nullable().optional(),
  /** One of the technique’s tactics, or any without a technique. */
  tactic: AttackTactic.nullable().optional(),
  asset: AttackAsset.nullable().optional(),
  source: z.string().trim().min(1).max(200).nullable().optional(),
}
const text = z.string().trim().min(1).max(2_000)

export const AttackEventCreate = z.strictObject({
  happenedAt: Instant,
  type: AttackEventType,
  text,
  ...changes,
})
export type AttackEventCreate = z.infer<typeof AttackEventCreate>

export const AttackEventUpdate = z.strictObject({
  happenedAt: Instant.optional(),
  type: AttackEventType.optional(),
  text: text.optional(),
  ...changes,
})
export type AttackEventUpdate = z.infer<typeof AttackEventUpdate>

const base = '/api/tenant/:tenantId/apps/:appId/records/:recordId/attack-events' as const

export const listAttackEvents = route({
  method: 'GET',
  path: base,
  summary: 'Lists the attack events of a record in the order in which they happened',
  needs: 'record:read',
  reply: z.object({ items: z.array(AttackEventView), can: z.object({ change: z.boolean() }) }),
  on404: 'here',
})
export const addAttackEvent = route({
  method: 'POST',
  path: base,
  summary: `Adds an attack event to a record, which can have ${MAX_ATTACK_EVENTS}`,
  needs: 'record:update',
  body: AttackEventCreate,
  reply: AttackEventView,
  status: 201,
  fails: ['record.locked', 'request.key_reused'],
  on404: 'here',
})
export const editAttackEvent = route({
  method: 'PATCH',
  path: `${base}/:attackEventId`,
  summary: 'Updates an attack event',
  needs: 'record:update',
  body: AttackEventUpdate,
  reply: AttackEventView,
  fails: ['record.locked'],
  on404: 'here',
})
export const deleteAttackEvent = route({
  method: 'DELETE',
  path: `${base}/:attackEventId`,
  summary: 'Deletes an attack event',
  needs: 'record:update',
  fails: ['record.locked'],
  on404: 'here',
})

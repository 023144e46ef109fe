import { z } from 'zod'
import { Filter } from '../values/filter.ts'
import { AppId, CommentId, Instant, RecordId } from '../kernel/ids.ts'
import { JsonValue } from '../kernel/json.ts'
import { PageQuery, pageOf } from '../kernel/paging.ts'
import { type Actor, CHANGE_VIAS } from '../kernel/permissions.ts'
import { route } from '../kernel/route.ts'
import { Hits } from '../values/snippet.ts'
import { LinkedRecord } from './record-links.ts'

/** Who made a change. `id` is the user's, or the playbook's; a playbook's change names its run. */
export const ActorRef = z.object({
  kind: z.enum(['user', 'playbook', 'system']),
  id: z.string().nullable(),
  name: z.string(),
  runId: z.string().optional(),
  /** The user did it by a job. */
  via: z.enum(CHANGE_VIAS).optional(),
})
export type ActorRef = z.infer<typeof ActorRef>

/** How an actor is written beside what they changed. */
export function actorRef(actor: Actor): ActorRef {
  const { kind, name, runId, via } = actor
  const id = kind === 'playbook' ? (actor.playbookId ?? actor.id) : actor.id
  return {
    kind,
    id,
    name,
    ...(runId === undefined ? {} : { runId }),
    ...(via === undefined ? {} : { via }),
  }
}

/**
 * Values by field key: text and url as strings, number as number (as string beyond 15 digits), datetime as instant,
 * selection as option key (list when multiple), user and group as id (list when multiple), json as any JSON, date as
 * `2026-11-21`, time as `14:05:00`, duration as whole seconds, list as a list of texts or numbers. null is empty.
 */
export const FieldValues = z.record(z.string().max(100), JsonValue)
export type FieldValues = z.infer<typeof FieldValues>

/** Who locked a record for everyone else. */
export const RecordLock = z.object({ by: ActorRef, at: Instant, reason: z.string().nullable() })
export type RecordLock = z.infer<typeof RecordLock>

/** `folded`: what was folded into the record; `others`: records of its group, in a list that shows them in one row. */
export const Similar = z.object({
  folded: z.number().int(),
  others: z.number().int(),
  lastSeen: Instant,
})
export type Similar = z.infer<typeof Similar>

export const RecordView = z.object({
  id: RecordId,
  appId: AppId,
  trackingId: z.string(),
  version: z.number().int(),
  createdAt: Instant,
  createdBy: ActorRef,
  updatedAt: Instant,
  updatedBy: ActorRef,
  fields: FieldValues,
  /** Why formulas are empty that could not be computed, by key; where one record is asked for. */
  faults: z.record(z.string(), z.string()).optional(),
  /** True when only some of those who see the app see this record. */
  restricted: z.boolean(),
  lock: RecordLock.nullable(),
  /** What a correlation rule of the app folded into it; absent where nothing was. */
  similar: Similar.optional(),
  can: z.object({
    update: z.boolean(),
    delete: z.boolean(),
    restrict: z.boolean(),
    lock: z.boolean(),
    unlock: z.boolean(),
  }),
})
export type RecordView = z.infer<typeof RecordView>

export const RecordCreate = z.strictObject({
  fields: FieldValues,
  /** Key of a template of the app: fills what `fields` leaves out, as far as the caller may write it. */
  template: z.string().max(32).optional(),
})
export const RecordUpdate = z.strictObject({
  /** The version that was edited. Changes of other fields since then merge; the same field answers 409 with both values. */
  version: z.number().int(),
  fields: FieldValues,
})
export const RecordUpsert = z.strictObject({
  /** Unique fields only; an empty value is refused. */
  match: FieldValues,
  set: FieldValues,
})
export const RecordSearch = z.strictObject({
  filter: Filter.optional(),
  text: z.string().max(500).optional(),
  /** Field keys or system fields; the record id breaks ties. */
  sort: z
    .array(z.strictObject({ field: z.string().max(100), direction: z.enum(['asc', 'desc']) }))
    .max(3)
    .optional(),
  /** Field keys to return; all readable ones when absent. */
  columns: z.array(z.string().max(100)).max(500).optional(),
  limit: z.number().int().min(1).max(200).default(50),
  cursor: z.string().max(4000).optional(),
  /** capped counts to 10,000 and says so; exact counts all. */
  count: z.enum(['none', 'capped', 'exact']).default('none'),
  /** Of records that repeat each other by a correlation rule, the newest alone; `similar` of its view counts the others. */
  similar: z.boolean().optional(),
  /** The other records that this one represents in such a list. */
  similarTo: RecordId.optional(),
  /** With a text: where its words stand in each item. */
  highlights: z.boolean().optional(),
})
export type RecordSearch = z.infer<typeof RecordSearch>
export const RecordPage = pageOf(RecordView.extend({ hits: Hits.optional() })).extend({
  total: z.object({ value: z.number().int(), capped: z.boolean() }).optional(),
  /** A search by text may miss records: an import or a change of readers still has words to write. */
  partial: z.literal(true).optional(),
})
export type RecordPage = z.infer<typeof RecordPage>

export const HistoryEntry = z.object({
  version: z.number().int(),
  at: Instant,
  actor: ActorRef,
  action: z.enum([
    'created',
    'updated',
    'deleted',
    'restored',
    'restricted',
    'opened',
    'locked',
    'unlocked',
    'merged',
    'unmerged',
    'commented',
    'comment_edited',
    'comment_deleted',
    'attack_event_added',
    'attack_event_edited',
    'attack_event_deleted',
    'file_added',
    'file_removed',
    'linked',
    'unlinked',
    'folded',
    'split_off',
    'folded_back',
  ]),
  changes: z.array(
    z.object({
      field: z.string(),
      from: JsonValue,
      to: JsonValue,
      /** The app’s workflow set it, not the actor. */
      by: z.literal('workflow').optional(),
    }),
  ),
  /**
   * Names of those with access after `restricted`, the reason of a lock, the technique and text of an attack event, or
   * the names of files of the record itself.
   */
  detail: z.string().optional(),
  /** After `folded`: how many were folded into the record by then. */
  count: z.number().int().optional(),
  /** What was said, and before an edit; absent for those who may not read the thread. `version` stayed the same. */
  comment: z
    .object({
      id: CommentId,
      /** Key of the comments field; null is the record's own thread. */
      field: z.string().nullable(),
      before: z.string().nullable(),
      text: z.string().nullable(),
    })
    .optional(),
  /** After `linked` and `unlinked`: the record that links to this one, and its field. `version` stayed the same. */
  link: z
    .object({
      field: z.object({ appId: AppId, key: z.string(), label: z.string() }),
      record: LinkedRecord,
    })
    .optional(),
})
export type HistoryEntry = z.infer<typeof HistoryEntry>

/** The `conflicts` member of a 409 on update. */
export const RecordConflict = z.object({ field: z.string(), mine: JsonValue, theirs: JsonValue })

const base = '/api/tenant/:tenantId/apps/:appId/records' as const
const inputFails = ['field.unknown', 'record.duplicate_value', 'request.key_reused'] as const

export const searchRecords = route({
  method: 'POST',
  path: `${base}/search`,
  summary: 'Searches records by filter and text, with sorting and cursor paging',
  needs: 'record:read',
  body: RecordSearch,
  reply: RecordPage,
  fails: ['field.unknown'],
})
export const createRecord = route({
  method: 'POST',
  path: base,
  summary: 'Creates a record',
  needs: 'record:create',
  body: RecordCreate,
  /** `folded`: a correlation rule folded it into this record, and no record was created. */
  reply: RecordView.extend({ folded: z.literal(true).optional() }),
  status: 201,
  fails: inputFails,
  on404: 'here',
})
export const upsertRecord = route({
  method: 'POST',
  path: `${base}/upsert`,
  summary: 'Creates a record or updates the one that matches the unique fields',
  needs: 'record:create',
  body: RecordUpsert,
  reply: RecordView.extend({ outcome: z.enum(['created', 'updated', 'unchanged', 'folded']) }),
  fails: [...inputFails, 'record.locked'],
  on404: 'here',
})
export const getRecord = route({
  method: 'GET',
  path: `${base}/:recordId`,
  summary: 'Gets a record. For a merged record, returns the one it was merged into.',
  needs: 'record:read',
  reply: RecordView,
})
export const updateRecord = route({
  method: 'PATCH',
  path: `${base}/:recordId`,
  summary: 'Updates fields of a record',
  needs: 'record:update',
  body: RecordUpdate,
  reply: RecordView,
  fails: [...inputFails, 'record.locked', 'resource.version_conflict'],
  on404: 'here',
})
export const deleteRecord = route({
  method: 'DELETE',
  path: `${base}/:recordId`,
  summary: 'Deletes a record. Its history is retained.',
  needs: 'record:delete',
  fails: ['record.locked'],
  on404: 'here',
})
export const recordHistory = route({
  method: 'GET',
  path: `${base}/:recordId/history`,
  summary: 'Lists the changes of a record, newest first',
  needs: 'record:read',
  /** `until` leaves out what happened at that time or later. */
  query: PageQuery.extend({ until: Instant.optional() }),
  reply: pageOf(HistoryEntry),
  on404: 'here',
})

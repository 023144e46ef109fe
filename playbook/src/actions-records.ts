import { ATTACK_EVENT_TYPES } from '@caseloom/contract/values/attack-event-types'
import { TACTIC_NAMES } from '@caseloom/contract/values/attack-tactics'
import { z } from 'zod'
import { type ActionSpec, AnyJson, App, objectSchema, RecordPlace } from './action-spec.ts'

const id = z.string().min(1).max(200)
const Fields = z.record(z.string().min(1), AnyJson)
const Filter = z.record(z.string(), AnyJson)

const Match = z
  .record(z.string().min(1), z.union([z.string(), z.number(), z.boolean()]))
  .refine((match) => Object.keys(match).length > 0, 'must name at least one unique field')

const Search = z.strictObject({
  app: App,
  filter: Filter.optional(),
  text: z.string().max(1_000).optional(),
  sort: z
    .array(z.strictObject({ field: z.string().min(1), direction: z.enum(['asc', 'desc']).default('asc') }))
    .max(3)
    .optional(),
  limit: z.int().min(1).max(1_000).optional(),
})

const Bulk = z.strictObject({
  app: App,
  /** Of the type of record filters; must hold at least one condition. */
  filter: Filter.refine((filter) => Object.keys(filter).length > 0, 'must contain a condition'),
  set: Fields,
})

const Link = z.strictObject({
  app: App,
  id,
  /** Key of a reference field. */
  field: z.string().min(1).max(200),
  add: z.array(id).max(1_000).optional(),
  remove: z.array(id).max(1_000).optional(),
})

const Merge = z.strictObject({
  app: App,
  id,
  /** Ids of the records that go into it. */
  records: z.array(id).min(1).max(50),
})

const AttackEvent = z.strictObject({
  app: App,
  id,
  text: z.string().min(1).max(2_000),
  /** An instant; when the step runs, if absent. */
  happenedAt: z.string().max(40).optional(),
  type: z.enum(ATTACK_EVENT_TYPES).optional(),
  /** An ID of MITRE ATT&CK such as `T1059.001`. */
  technique: z.string().max(20).optional(),
  /** The name of a tactic such as `Initial Access`, for a technique that has several. */
  tactic: z.enum(TACTIC_NAMES).optional(),
  /** A name, or the app and ID of a record. */
  asset: z.union([z.string().min(1).max(200), RecordPlace]).optional(),
  source: z.string().min(1).max(200).optional(),
})

const Clock = z.strictObject({ app: App, id, field: z.string().min(1).max(200) })

/** As `observable.extract` gives them, or values alone. */
const observables = z.array(
  z.union([
    z.string().min(1).max(2_000),
    z.looseObject({ kind: z.string().max(40).optional(), value: z.string().min(1).max(2_000) }),
  ]),
)
const Enrich = z.strictObject({ observables: observables.max(100) })

const Check = z.strictObject({ observables: observables.max(1_000) })

const found = objectSchema({ kind: { type: 'string' }, value: { type: 'string' } })
const instant = { type: 'string', format: 'date-time' }
const record = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    appId: { type: 'string' },
    trackingId: { type: 'string' },
    fields: { type: 'object' },
    createdAt: instant,
    updatedAt: instant,
  },
}

type Part = Pick<ActionSpec, 'title' | 'description' | 'input'> & Partial<ActionSpec>

function recordAction(name: string, part: Part): ActionSpec {
  return { name, kind: 'effect', required: ['app', 'id'], output: record, ...part }
}

/** Actions on records of apps, with the permissions of the run. */
export const recordActions: readonly ActionSpec[] = [
  recordAction('record.upsert', {
    title: 'Create or update a record',
    description: 'Updates the record with matching unique fields, or creates one.',
    // `create` holds fields that are set only when there is no such record yet.
    input: z.strictObject({ app: App, match: Match, set: Fields, create: Fields.optional() }),
    required: ['app', 'match'],
  }),
  recordAction('record.create', {
    title: 'Create a record',
    description: 'Creates a record in an app.',
    input: z.strictObject({
      app: App,
      set: Fields,
      /** Key of a template of the app, for what `set` leaves out. */
      template: z.string().min(1).max(32).optional(),
    }),
    required: ['app'],
  }),
  recordAction('record.update', {
    title: 'Update a record',
    description: 'Updates fields of a record.',
    input: z.strictObject({ app: App, id, set: Fields }),
  }),
  recordAction('record.get', {
    title: 'Get a record',
    description: 'Gets one record with its fields.',
    input: RecordPlace,
  }),
  recordAction('record.search', {
    title: 'Search records',
    description: 'Finds records by filter, text, or both.',
    input: Search,
    required: ['app'],
    output: objectSchema({ items: { type: 'array', items: record }, more: { type: 'boolean' } }),
  }),
  recordAction('record.delete', {
    title: 'Delete a record',
    description: 'Deletes a record. Its history is retained.',
    input: RecordPlace,
    output: objectSchema({ id: { type: 'string' } }),
  }),
  recordAction('record.bulk', {
    title: 'Update records in bulk',
    description: 'Updates fields of all records that match a filter, up to 10,000.',
    input: Bulk,
    required: ['app', 'filter'],
    output: objectSchema({
      count: { type: 'integer' },
      updated: { type: 'integer' },
      unchanged: { type: 'integer' },
      failed: { type: 'integer' },
      faults: { type: 'array', items: { type: 'object' } },
    }),
  }),
  recordAction('record.link', {
    title: 'Link records',
    description: 'Adds records to a reference field or removes them.',
    input: Link,
    required: ['app', 'id', 'field'],
  }),
  recordAction('record.merge', {
    title: 'Merge records',
    description: 'Merges other records of the app into one. They redirect to it afterward.',
    input: Merge,
    required: ['app', 'id', 'records'],
  }),
  recordAction('record.lock', {
    title: 'Lock a record',
    description: 'Locks a record so that it can’t be edited.',
    input: RecordPlace.extend({ reason: z.string().max(1_000).optional() }),
  }),
  recordAction('record.unlock', {
    title: 'Unlock a record',
    description: 'Unlocks a record so that it can be edited again.',
    input: RecordPlace,
  }),
  recordAction('record.comment', {
    title: 'Comment on a record',
    description: 'Adds a comment to a record.',
    input: z.strictObject({ app: App, id, text: z.string().min(1).max(100_000) }),
    required: ['app', 'id', 'text'],
    output: objectSchema({ id: { type: 'string' } }),
  }),
  recordAction('record.attackEvent', {
    title: 'Add an attack event',
    description: 'Adds an attack event to the timeline of a record, at the time it happened.',
    input: AttackEvent,
    required: ['app', 'id', 'text'],
    output: objectSchema({ id: { type: 'string' } }),
  }),
  recordAction('observable.enrich', {
    title: 'Enrich observables',
    description:
      'Looks up each observable: the records it appears in, how many, and when it was first and last seen.',
    input: Enrich,
    required: [],
    absent: { observables: [] },
    output: {
      type: 'array',
      items: objectSchema({
        kind: { type: ['string', 'null'] },
        value: { type: 'string' },
        known: { type: 'boolean' },
        records: { type: 'integer' },
        firstSeen: { ...instant, type: ['string', 'null'] },
        lastSeen: { ...instant, type: ['string', 'null'] },
        found: {
          type: 'array',
          items: objectSchema({
            id: { type: 'string' },
            appId: { type: 'string' },
            appName: { type: 'string' },
            trackingId: { type: 'string' },
            title: { type: 'string' },
            field: { type: 'string' },
            kind: { type: 'string' },
            at: instant,
          }),
        },
      }),
    },
  }),
  recordAction('observable.check', {
    title: 'Check observables against warning lists',
    description: 'Separates harmless observables, which warning lists name, from the others.',
    input: Check,
    required: [],
    absent: { observables: [] },
    output: objectSchema({
      observables: { type: 'array', items: found },
      hidden: {
        type: 'array',
        items: objectSchema({
          kind: { type: 'string' },
          value: { type: 'string' },
          lists: { type: 'array', items: { type: 'string' } },
        }),
      },
    }),
  }),
  recordAction('clock.start', {
    title: 'Start a clock',
    description: 'Starts a clock of a record or resumes a paused one.',
    input: Clock,
    required: ['app', 'id', 'field'],
  }),
  recordAction('clock.pause', {
    title: 'Pause a clock',
    description: 'Pauses a running clock of a record.',
    input: Clock,
    required: ['app', 'id', 'field'],
  }),
  recordAction('clock.stop', {
    title: 'Stop a clock',
    description: 'Stops a clock of a record permanently.',
    input: Clock,
    required: ['app', 'id', 'field'],
  }),
]

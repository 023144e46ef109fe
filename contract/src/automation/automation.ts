import { z } from 'zod'
import { Issue } from '../kernel/errors.ts'
import { Label } from '../field-types/common-settings.ts'
import { DeliveryId, Instant, PlaybookId, RunId, TriggerId, UserId } from '../kernel/ids.ts'
import { JsonObject, JsonValue } from '../kernel/json.ts'
import { PageQuery, pageOf } from '../kernel/paging.ts'
import { route } from '../kernel/route.ts'
import { HookAuth } from './hook-auth.ts'
import { Redeliveries, RedeliverBlock, RedeliveryOrigin, RunRedelivery } from './redelivery.ts'

export const RunState = z.enum(['queued', 'running', 'waiting', 'succeeded', 'failed', 'cancelled'])
export type RunState = z.infer<typeof RunState>
export const StepState = z.enum([
  'queued',
  'running',
  'waiting',
  'retrying',
  'succeeded',
  'failed',
  'skipped',
  'cancelled',
])
export type StepState = z.infer<typeof StepState>

export const StepError = z.object({
  code: z.string(),
  message: z.string(),
  retryable: z.boolean().optional(),
  detail: JsonValue.optional(),
})
export type StepError = z.infer<typeof StepError>

/** Fixed once the playbook has been published. */
export const PlaybookKey = z.string().regex(/^[a-z][a-z0-9_-]{0,62}$/)

/** `document` is a caseloom.playbook/1 document as JSON; its schema and validator are the playbook package's. */
export const PlaybookSummary = z.object({
  id: PlaybookId,
  key: PlaybookKey,
  title: Label,
  description: z.string().nullable(),
  publishedVersion: z.number().int().nullable(),
  triggers: z.array(z.object({ key: z.string(), kind: z.string() })),
  lastRun: z.object({ id: RunId, state: RunState, at: Instant }).nullable(),
  runsLastDay: z.object({ succeeded: z.number().int(), failed: z.number().int() }),
  updatedAt: Instant,
})
export type PlaybookSummary = z.infer<typeof PlaybookSummary>

export const TriggerView = z.object({
  id: TriggerId,
  key: z.string(),
  kind: z.literal('webhook'),
  auth: HookAuth,
  /** Absolute address under PUBLIC_URL. */
  address: z.string(),
  enabled: z.boolean(),
  /** Since when the secret is what it is. */
  secretAt: Instant.nullable(),
  /** Until when the secret before it lets senders in, too; null when it does not. */
  oldSecretUntil: Instant.nullable(),
})
export type TriggerView = z.infer<typeof TriggerView>

export const PlaybookView = PlaybookSummary.extend({
  revision: z.number().int(),
  /** Who changed the draft last, at `updatedAt` or before; null when it is not known any more. */
  savedBy: z.object({ name: Label, at: Instant, own: z.boolean() }).nullable(),
  draft: JsonObject,
  published: JsonObject.nullable(),
  /** Problems of the draft, each with its place in the document. */
  problems: z.array(Issue),
  /** What does not stop publishing but fails or stays empty in a run: unknown paths below `trigger`, unknown people. */
  warnings: z.array(Issue),
  /** Webhook triggers of the published version. */
  hooks: z.array(TriggerView),
  can: z.object({ build: z.boolean(), readSecret: z.boolean() }),
})
export type PlaybookView = z.infer<typeof PlaybookView>

/**
 * A start that was refused because it would have continued a loop. `members` names the playbooks in order; null is
 * one that the reader may not see. `rule` is the limit that was met.
 */
export const LoopStop = z.object({
  code: z.literal('loop.stopped'),
  rule: z.enum(['depth', 'repeats', 'runs']),
  members: z.array(Label.nullable()),
})
export type LoopStop = z.infer<typeof LoopStop>

export const DeliveryOutcome = z.enum(['accepted', 'filtered', 'duplicate', 'refused', 'failed'])
export const DeliveryView = z.object({
  id: DeliveryId,
  at: Instant,
  outcome: DeliveryOutcome,
  reason: z.string().nullable(),
  dedupKey: z.string().nullable(),
  runId: RunId.nullable(),
  /** Current state of the run of an accepted delivery; null without a run. */
  runState: RunState.nullable(),
  /** Why that run failed, as in the list of runs; null for all others. */
  runError: StepError.nullable(),
  size: z.number().int(),
  summary: z.string().nullable(),
  /** Why a refused delivery would have continued a loop; null for all others. */
  loop: LoopStop.nullable(),
  /** Null for what a sender or an event delivered. */
  redelivery: RedeliveryOrigin.nullable(),
  /** Null while no one has redelivered it. */
  redeliveries: Redeliveries.nullable(),
  /** Null where it can be redelivered. */
  redeliverBlock: RedeliverBlock.nullable(),
  can: z.object({ payload: z.boolean(), redeliver: z.boolean() }),
})
export type DeliveryView = z.infer<typeof DeliveryView>

export const RunSummary = z.object({
  id: RunId,
  /** Counts up in a tenant; shown as "Run 18,442". */
  number: z.number().int(),
  playbook: z.object({ id: PlaybookId, key: PlaybookKey, title: Label, version: z.number().int() }),
  state: RunState,
  trigger: z.object({ key: z.string(), kind: z.string(), deliveryId: DeliveryId.nullable() }),
  startedAt: Instant,
  endedAt: Instant.nullable(),
  error: StepError.nullable(),
  /** Of a draft that someone tried. */
  test: z.boolean(),
  /** The run that this one repeats with the same version and trigger input; null for all others. */
  rerunOf: z.object({ id: RunId, number: z.number().int() }).nullable(),
  /** Whether something that it wanted to start was refused because of a loop. */
  loopStopped: z.boolean(),
})
export type RunSummary = z.infer<typeof RunSummary>

export const StepAttempt = z.object({
  attempt: z.number().int(),
  startedAt: Instant,
  endedAt: Instant.nullable(),
  error: StepError.nullable(),
})
/**
 * What a step read or wrote, by reference: fetch it with `stepValue`. Absent when there is none. `recomputed` values are
 * not stored but computed again when asked for; `size` (characters of JSON) is null when it was too big to count.
 */
export const ValueRef = z.object({ size: z.number().int().nullable(), recomputed: z.boolean() })
/** Of a loop: its turns; `failedAt` holds the first hundred indexes. */
export const StepTurns = z.object({
  total: z.number().int(),
  done: z.number().int(),
  failed: z.number().int(),
  failedAt: z.array(z.number().int()),
})
/**
 * How often a step inside loops ran. Pure steps are not reported individually: their figures are those of the
 * surrounding iterations (`known: false`). `failedPaths` holds the first hundred.
 */
export const StepInstances = z.object({
  total: z.number().int(),
  succeeded: z.number().int(),
  failed: z.number().int(),
  cancelled: z.number().int(),
  open: z.number().int(),
  known: z.boolean(),
  failedPaths: z.array(z.string()),
})
/**
 * A step of a run. Steps inside loops stand here once for all their turns: their path has `#*` for the turn, times are
 * from the first to the last, and `durationMs` is that of one on average; `getRunStep` gives a single one.
 */
export const StepView = z.object({
  // `lookup`, `each#*/lookup` (any turn), `each#3/lookup` (the fourth), `safe/lookup`, `both/left/lookup`, `save!undo`.
  path: z.string(),
  /** Unique in the run: the step's key, with `!undo` for what undid it. */
  key: z.string(),
  /** 0 for steps of the playbook itself, one more in each block. */
  depth: z.number().int(),
  /** Key of the block around it. */
  parent: z.string().nullable(),
  /** Which list of the block: `catch`, `finally`, the key of a branch, `onError`, `undo`; null for its body. */
  part: z.string().nullable(),
  turns: StepTurns.nullable(),
  instances: StepInstances.nullable(),
  title: z.string(),
  action: z.string(),
  pure: z.boolean(),
  state: StepState,
  startedAt: Instant.nullable(),
  endedAt: Instant.nullable(),
  durationMs: z.number().nullable(),
  attempts: z.array(StepAttempt),
  input: ValueRef.nullable(),
  output: ValueRef.nullable(),
  error: StepError.nullable(),
  idempotencyKey: z.string().nullable(),
})
export type StepView = z.infer<typeof StepView>

/** A run that led to another one; `playbook` is null for readers who may not see it. */
export const CauseRun = z.object({
  id: RunId,
  number: z.number().int(),
  playbook: Label.nullable(),
})
export type CauseRun = z.infer<typeof CauseRun>

/** Why work of an open run is repeated until the database does it; nothing has failed. */
export const DatabaseWait = z.object({
  reason: z.string(),
  since: Instant,
  /** Path of the step that waits; null where no single step is known. */
  step: z.string().nullable(),
})
export type DatabaseWait = z.infer<typeof DatabaseWait>

export const RunView = RunSummary.extend({
  /** The version that runs, for its graph. */
  document: JsonObject,
  steps: z.array(StepView),
  records: z.array(z.object({ appId: z.string(), recordId: z.string(), trackingId: z.string() })),
  /** Null also when it is too long to stand here: fetch it with `stepValue`, path '' and side output. */
  output: JsonValue,
  /** Who asked this run to stop, as long as it may still do so or because it did. */
  cancel: z.object({ by: z.string(), at: Instant }).nullable(),
  /** When it is forgotten with all that belongs to it, once it has ended; null: never, or not by time. */
  keptUntil: Instant.nullable(),
  /** Runs that repeat this one, newest first, at most twenty. */
  reruns: z.array(z.object({ id: RunId, number: z.number().int(), state: RunState })),
  /**
   * What led to it: `depth` runs, one after the other, from `root` to `parent`; each null once it is forgotten. Null for
   * a run that a person or something outside began.
   */
  cause: z
    .object({ depth: z.number().int(), root: CauseRun.nullable(), parent: CauseRun.nullable() })
    .nullable(),
  /** Null while nothing of it waits for the database. */
  databaseWait: DatabaseWait.nullable(),
  redelivery: RunRedelivery.nullable(),
  /** Starts that it was refused because of a loop, at most twenty; `times` counts those of one playbook. */
  loopStops: z.array(LoopStop.extend({ playbook: Label.nullable(), times: z.number().int(), at: Instant })),
  /** Permissions only: `cancel` and `rerun` don't say whether the run's state allows it. */
  can: z.object({ data: z.boolean(), cancel: z.boolean(), rerun: z.boolean() }),
})
export type RunView = z.infer<typeof RunView>

/** Which runs of a tenant; all parts must hold. */
export const RunQuery = z.strictObject({
  playbookId: PlaybookId.optional(),
  recordId: z.string().max(60).optional(),
  state: RunState.optional(),
  /** Kind of trigger, for example `webhook`. */
  kind: z.string().max(40).optional(),
  /** Begun at or after, and before. */
  from: Instant.optional(),
  to: Instant.optional(),
  /** Code of the error that ended the run, and the step that met it. */
  errorCode: z.string().max(200).optional(),
  errorStep: z.string().max(500).optional(),
  /** Only test runs; without it only others. */
  test: z.enum(['true', 'false']).optional(),
  /** Its number, as people read it. */
  number: z.coerce.number().int().min(1).optional(),
  /** Number of the published version that it runs; 0 for drafts. */
  version: z.coerce.number().int().min(0).max(1_000_000).optional(),
  /** The person who started it: by a button, a form, a component or Hero AI. */
  startedBy: UserId.optional(),
  /** Only runs that something was refused because of a loop. */
  loop: z.literal('stopped').optional(),
})
export type RunQuery = z.infer<typeof RunQuery>

const base = '/api/tenant/:tenantId/orchestration/api' as const
export const listPlaybooks = route({
  method: 'GET',
  path: `${base}/playbooks`,
  summary: 'Lists the playbooks of the tenant',
  needs: 'playbook:read',
  reply: z.object({ items: z.array(PlaybookSummary) }),
})
export const countFailingPlaybooks = route({
  method: 'GET',
  path: `${base}/playbooks/failing`,
  summary: 'Counts published playbooks whose last finished run failed',
  needs: 'playbook:read',
  reply: z.object({ failing: z.number().int() }),
  on404: 'here',
})
export const createPlaybook = route({
  method: 'POST',
  path: `${base}/playbooks`,
  summary: 'Creates a playbook from a document. It remains a draft until published.',
  needs: 'playbook:build',
  body: z.strictObject({ document: JsonObject }),
  reply: PlaybookView,
  status: 201,
  fails: ['playbook.invalid', 'playbook.key_taken'],
  on404: 'here',
})
export const getPlaybook = route({
  method: 'GET',
  path: `${base}/playbooks/:playbookId`,
  summary: 'Gets a playbook with its draft, published version, and hooks',
  needs: 'playbook:read',
  reply: PlaybookView,
})
export const savePlaybookDraft = route({
  method: 'PUT',
  path: `${base}/playbooks/:playbookId`,
  summary: 'Saves the draft. Errors are allowed until it is published.',
  needs: 'playbook:build',
  body: z.strictObject({ revision: z.number().int(), document: JsonObject }),
  reply: PlaybookView,
  fails: ['resource.version_conflict', 'playbook.key_taken', 'playbook.invalid'],
  on404: 'here',
})
export const publishPlaybook = route({
  method: 'POST',
  path: `${base}/playbooks/:playbookId/publish`,
  summary:
    'Publishes the draft as the next version. Returns 422 with all errors if it isn’t valid, or with its failing tests.',
  needs: 'playbook:build',
  body: z.strictObject({
    revision: z.number().int(),
    /** Says to others what the version is about. */
    note: z.string().trim().max(2_000).optional(),
    /** Why it is published although tests fail; stored with the version and audited. */
    testsReason: z.string().trim().min(1).max(500).optional(),
  }),
  reply: PlaybookView,
  fails: ['resource.version_conflict', 'playbook.invalid', 'playbook.tests_failed'],
  on404: 'here',
})
export const triggerSecret = route({
  method: 'GET',
  path: `${base}/triggers/:triggerId/secret`,
  summary: 'Gets the shared secret of a webhook, for configuring the sender',
  needs: 'playbook:build',
  reply: z.object({ secret: z.string() }),
  on404: 'here',
})
export const listDeliveries = route({
  method: 'GET',
  path: `${base}/triggers/:triggerId/deliveries`,
  summary: 'Lists the deliveries of a trigger, newest first',
  needs: 'run:read',
  query: PageQuery.extend({ outcome: DeliveryOutcome.optional() }),
  reply: pageOf(DeliveryView),
  on404: 'here',
})
export const listRuns = route({
  method: 'GET',
  path: `${base}/runs`,
  summary: 'Lists runs, newest first',
  needs: 'run:read',
  query: PageQuery.extend(RunQuery.shape),
  reply: pageOf(RunSummary),
  on404: 'here',
})
export const getRun = route({
  method: 'GET',
  path: `${base}/runs/:runId`,
  summary: 'Gets a run with its steps',
  needs: 'run:read',
  reply: RunView,
})
export const stepValue = route({
  method: 'GET',
  path: `${base}/runs/:runId/value`,
  summary: "Gets the input or output of a step (path '' is the run itself), or the payload of the trigger",
  needs: 'run:data',
  query: z.strictObject({ path: z.string().max(500), side: z.enum(['input', 'output', 'trigger']) }),
  reply: z.object({ value: JsonValue, recomputed: z.boolean() }),
  on404: 'here',
})

import { z } from 'zod'
import { DatabaseWait, RunQuery, RunSummary, RunView, StepView } from './automation.ts'
import { Label } from '../field-types/common-settings.ts'
import { Instant, PlaybookId, RepetitionId, RunId } from '../kernel/ids.ts'
import { PageQuery, pageOf } from '../kernel/paging.ts'
import { route } from '../kernel/route.ts'
import { ConfirmedStatement } from '../kernel/statements.ts'

const base = '/api/tenant/:tenantId/orchestration/api/runs/:runId' as const

export const cancelRun = route({
  method: 'POST',
  path: `${base}/cancel`,
  summary:
    'Requests cancellation of a run. A queued run ends immediately; a running one starts no new steps and finishes the attempts in progress. Repeating the request changes nothing.',
  needs: 'playbook:run',
  reply: RunView,
  fails: ['run.over'],
  on404: 'here',
})
/** `same`: the version that the run had; `current`: the one that is published when it starts. */
export const RerunVersion = z.enum(['same', 'current'])
export type RerunVersion = z.infer<typeof RerunVersion>
export const rerunRun = route({
  method: 'POST',
  path: `${base}/rerun`,
  summary:
    'Reruns a finished run with the same trigger input and permissions, on its own version of the playbook or the published one',
  needs: 'playbook:run',
  body: z.strictObject({ version: RerunVersion.default('same'), statement: ConfirmedStatement }),
  reply: RunSummary,
  status: 201,
  fails: ['run.not_over', 'playbook.not_published', 'statement.confirm_first'],
  on404: 'here',
})
export const getRunStep = route({
  method: 'GET',
  path: `${base}/step`,
  summary: 'One instance of a step, such as the fourth iteration of a loop: `each#3/lookup`',
  needs: 'run:read',
  query: z.strictObject({ path: z.string().min(1).max(500) }),
  reply: StepView,
  on404: 'here',
})
/** Failed runs that ended the same way: same playbook, same step, same error. */
export const FailureGroup = z.object({
  playbook: z.object({ id: PlaybookId, title: Label }),
  /** Path of the step that failed; null when the run failed on its own. */
  step: z.string().nullable(),
  code: z.string(),
  /** Of the newest of these runs. */
  message: z.string(),
  count: z.number().int(),
  firstAt: Instant,
  lastAt: Instant,
  lastRun: z.object({ id: RunId, number: z.number().int() }),
})
export type FailureGroup = z.infer<typeof FailureGroup>
export const listFailureGroups = route({
  method: 'GET',
  path: '/api/tenant/:tenantId/orchestration/api/run-failures',
  summary:
    'Groups the failed runs of a period by playbook, step, and error, most frequent first, up to 200 groups',
  needs: 'run:read',
  query: z.strictObject({
    playbookId: PlaybookId.optional(),
    from: Instant.optional(),
    to: Instant.optional(),
  }),
  reply: z.object({ items: z.array(FailureGroup) }),
  on404: 'here',
})
/** Failed runs that are repeated together, in the background, each under the same rules as a single one. */
export const Repetition = z.object({
  id: RepetitionId,
  playbook: z.object({ id: PlaybookId, title: Label }),
  state: z.enum(['running', 'done', 'stopped']),
  /** How many failed runs were found at the start, and how many of them have been processed. */
  total: z.int(),
  done: z.int(),
  started: z.int(),
  /** Runs that were not repeated: someone else already did, or the caller isn’t allowed to. */
  left: z.object({ repeated: z.int(), forbidden: z.int() }),
  by: z.string(),
  createdAt: Instant,
  endedAt: Instant.nullable(),
  can: z.object({ stop: z.boolean() }),
})
export type Repetition = z.infer<typeof Repetition>
/** Runs that one request repeats; the newest count. */
export const MAX_REPEATED = 1_000
export const repeatFailures = route({
  method: 'POST',
  path: '/api/tenant/:tenantId/orchestration/api/run-failures/repeat',
  summary:
    'Reruns, in the background, the failed runs of a playbook that ended with one error: the newest 1,000, oldest first, each once and with the caller’s permissions',
  needs: 'playbook:run',
  body: z.strictObject({
    playbookId: PlaybookId,
    errorCode: z.string().max(200),
    errorStep: z.string().max(500).optional(),
    runWith: RerunVersion.default('same'),
    ...RunQuery.pick({ from: true, to: true, kind: true, version: true, startedBy: true }).shape,
  }),
  reply: Repetition,
  status: 202,
  on404: 'here',
})
const repetition = '/api/tenant/:tenantId/orchestration/api/run-repetitions/:repetitionId' as const
export const getRepetition = route({
  method: 'GET',
  path: repetition,
  summary: 'Gets the progress of a bulk rerun',
  needs: 'run:read',
  reply: Repetition,
  on404: 'here',
})
export const stopRepetition = route({
  method: 'POST',
  path: `${repetition}/stop`,
  summary: 'Stops a bulk rerun. Runs that have already started continue.',
  needs: 'playbook:run',
  reply: Repetition,
  on404: 'here',
})
/** A run that waits: for its turn, for an answer from outside, for time. */
export const QueuedRun = z.object({
  run: RunSummary,
  /**
   * `trigger-limit`: as many runs of its trigger are at work as may be. `tenant-share`: as many of the tenant.
   * `starting`: a worker is about to begin it. `answer`: people were asked. `component`: of a run that it called.
   * `event`: of a record. `time`: a pause.
   */
  reason: z.enum(['trigger-limit', 'tenant-share', 'starting', 'answer', 'component', 'event', 'time']),
  /** Path and action of the step that has waited longest. */
  step: z.string().nullable(),
  action: z.string().nullable(),
  /** How many steps of it wait for something from outside. */
  questions: z.number().int(),
  since: Instant,
})
export type QueuedRun = z.infer<typeof QueuedRun>
export const listQueue = route({
  method: 'GET',
  path: '/api/tenant/:tenantId/orchestration/api/run-queue',
  summary: 'Lists waiting runs and their reasons, oldest first',
  needs: 'run:read',
  query: PageQuery.extend({ playbookId: PlaybookId.optional() }),
  reply: pageOf(QueuedRun),
  on404: 'here',
})
/** How much of the tenant is at work and waits; counts end at 10,000. */
export const QueueFigures = z.object({
  /** Running runs, and the tenant’s limit of concurrent runs. */
  atWork: z.int(),
  share: z.int(),
  /** Runs that wait for their turn, and those that wait for people, other runs, records or time. */
  queued: z.int(),
  waiting: z.int(),
  /** Since when the oldest of the queued ones waits. */
  oldestQueued: Instant.nullable(),
  /** Processes that do the steps of all tenants: how many live, and since when the youngest of them. */
  workers: z.object({ alive: z.int(), since: Instant.nullable() }),
  /** Why runs wait for the database, and how many of this tenant are known to; null when none does. */
  database: DatabaseWait.pick({ reason: true, since: true }).extend({ runs: z.int() }).nullable(),
})
export type QueueFigures = z.infer<typeof QueueFigures>
export const queueFigures = route({
  method: 'GET',
  path: '/api/tenant/:tenantId/orchestration/api/run-queue/figures',
  summary: 'Gets the number of running and queued runs and whether workers are available',
  needs: 'run:read',
  reply: QueueFigures,
})
export const runEvidence = route({
  method: 'GET',
  path: `${base}/evidence`,
  summary:
    'Exports everything about a run as one JSON file with the SHA-256 of its content. Requires access to its data.',
  needs: 'run:data',
  answers: 'file',
  on404: 'here',
})

import type { JobState, JobView } from '@caseloom/contract/records/jobs'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { may } from '@caseloom/contract/kernel/permissions'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import { CURSOR_PARTS, cursorOf, readCursor } from '../../../platform/cursor.ts'
import { fail } from '../../../platform/errors.ts'
import type { FileAnswer } from '../../../platform/http/types.ts'
import { allow } from '../../../platform/rights.ts'
import { writeJob } from './start-job.ts'
import { closeUndo, findJob, listJobRows, markCancelled } from '../job-state/job.store.ts'
import { type JobsDeps, announceJob } from '../job-state/job-context.ts'
import type { Job } from '../job-state/job-shape.ts'
import { jobView, maySeeJob } from './job-view.rules.ts'

type Buttons = Pick<JobsDeps, 'sharedButtons'>

export interface JobListCommand {
  limit: number
  cursor?: string | undefined
  appId?: string | undefined
  state?: JobState | undefined
}

/** One's own jobs, newest first; all of the tenant's for those who build apps. */
export async function listJobs(
  deps: Buttons,
  scope: TenantScope,
  actor: Actor,
  { limit, cursor, appId, state }: JobListCommand,
): Promise<{ items: JobView[]; next: string | null }> {
  allow(actor, 'record:read')
  const [at, id] = readCursor(cursor, [CURSOR_PARTS.instant, CURSOR_PARTS.id]) ?? []
  const { rows, now } = await scope.read(async (tx) => {
    const list = {
      starter: may(actor, 'app:build') ? null : actor.id,
      appId: appId ?? null,
      state: state ?? null,
      after: at === undefined || id === undefined ? null : { at, id },
      limit: limit + 1,
    }
    return { rows: await listJobRows(tx, list), now: tx.now }
  })
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const jobs = page.map(({ job }) => job)
  const shared = await sharedButtons(deps, scope, actor, jobs)
  return {
    items: jobs.map((job) => jobView(actor, job, now, shared)),
    next: rows.length > limit && last !== undefined ? cursorOf([last.at, last.job.id]) : null,
  }
}

export async function getJob(
  deps: Buttons,
  scope: TenantScope,
  actor: Actor,
  jobId: string,
): Promise<JobView> {
  const found = await scope.read(async (tx) => ({ job: await visibleJob(tx, actor, jobId), now: tx.now }))
  return jobView(actor, found.job, found.now, await sharedButtons(deps, scope, actor, [found.job]))
}

/** The buttons of other people's jobs that are shared with the actor, too. */
async function sharedButtons(
  deps: Buttons,
  scope: TenantScope,
  actor: Actor,
  jobs: readonly Job[],
): Promise<ReadonlySet<string>> {
  const ids = jobs.flatMap(({ spec, starter }) =>
    spec.kind === 'action' && starter !== actor.id ? [spec.button.id] : [],
  )
  return ids.length === 0 ? new Set() : deps.sharedButtons(scope, actor, [...new Set(ids)])
}

async function visibleJob(tx: TenantTx, actor: Actor, jobId: string, lock = false): Promise<Job> {
  allow(actor, 'record:read')
  const job = await findJob(tx, jobId, lock)
  if (job === null || !maySeeJob(actor, job)) throw fail('resource.not_found')
  return job
}

/** Stops a job after the batch at work. @throws job.over */
export async function cancelJob(
  deps: Buttons,
  scope: TenantScope,
  actor: Actor,
  jobId: string,
): Promise<JobView> {
  await scope.tx(async (tx) => {
    await visibleJob(tx, actor, jobId)
    if (!(await markCancelled(tx, jobId))) throw fail('job.over')
    announceJob(tx, jobId)
  })
  return getJob(deps, scope, actor, jobId)
}

/** Begins to take back what a job did. @throws job.not_undoable */
export async function undoJob(
  scope: TenantScope,
  actor: Actor,
  jobId: string,
  ip?: string,
): Promise<JobView> {
  return scope.tx(async (tx) => {
    const job = await visibleJob(tx, actor, jobId, true)
    allow(actor, 'record:bulk')
    if (!jobView(actor, job, tx.now).can.undo) throw fail('job.not_undoable')
    await closeUndo(tx, jobId)
    announceJob(tx, jobId)
    const { appId, appName } = job
    return writeJob(tx, actor, {
      appId,
      appName,
      ip,
      spec: { kind: 'undo', of: jobId, fields: fieldsOf(job) },
    })
  })
}

/** What the job itself set: all else in the history follows from that, and follows again. */
function fieldsOf({ spec }: Job): string[] | null {
  if (spec.kind === 'bulkEdit' || spec.kind === 'bulkClose') return Object.keys(spec.set)
  return spec.kind === 'import' ? spec.columns.flatMap(({ field }) => field ?? []) : null
}

/** A job's file, for the person who started it. */
export async function downloadJobFile(
  deps: JobsDeps,
  scope: TenantScope,
  actor: Actor,
  jobId: string,
): Promise<FileAnswer> {
  const job = await scope.read((tx) => visibleJob(tx, actor, jobId))
  if (job.file === null || job.starter !== actor.id) throw fail('resource.not_found')
  const content = await deps.files.open(scope.tenantId, jobId)
  if (content === null) throw fail('resource.not_found')
  return { mediaType: job.file.mediaType, content, fileName: job.file.name }
}

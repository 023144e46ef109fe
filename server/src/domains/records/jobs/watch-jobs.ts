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

export interface JobListCommand {
  limit: number
  cursor?: string | undefined
  appId?: string | undefined
  state?: JobState | undefined
}

/** One's own jobs, newest first; all of the tenant's for those who build apps. */
export async function listJobs(
  scope: TenantScope,
  actor: Actor,
  { limit, cursor, appId, state }: JobListCommand,
): Promise<{ items: JobView[]; next: string | null }> {
  allow(actor, 'record:read')
  const [at, id] = readCursor(cursor, [CURSOR_PARTS.instant, CURSOR_PARTS.id]) ?? []
  return scope.read(async (tx) => {
    const rows = await listJobRows(tx, {
      starter: may(actor, 'app:build') ? null : actor.id,
      appId: appId ?? null,
      state: state ?? null,
      after: at === undefined || id === undefined ? null : { at, id },
      limit: limit + 1,
    })
    const page = rows.slice(0, limit)
    const last = page.at(-1)
    return {
      items: page.map(({ job }) => jobView(actor, job, tx.now)),
      next: rows.length > limit && last !== undefined ? cursorOf([last.at, last.job.id]) : null,
    }
  })
}

export async function getJob(scope: TenantScope, actor: Actor, jobId: string): Promise<JobView> {
  return scope.read(async (tx) => jobView(actor, await visibleJob(tx, actor, jobId), tx.now))
}

async function visibleJob(tx: TenantTx, actor: Actor, jobId: string, lock = false): Promise<Job> {
  allow(actor, 'record:read')
  const job = await findJob(tx, jobId, lock)
  if (job === null || !maySeeJob(actor, job)) throw fail('resource.not_found')
  return job
}

/** Stops a job after the batch at work. @throws job.over */
export async function cancelJob(scope: TenantScope, actor: Actor, jobId: string): Promise<JobView> {
  return scope.tx(async (tx) => {
    await visibleJob(tx, actor, jobId)
    if (!(await markCancelled(tx, jobId))) throw fail('job.over')
    announceJob(tx, jobId)
    return jobView(actor, await visibleJob(tx, actor, jobId), tx.now)
  })
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
  if (spec.kind === 'bulkEdit') return Object.keys(spec.set)
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

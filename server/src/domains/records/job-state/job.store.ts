import { z } from 'zod'
import { IdRow } from '../../../platform/database/rows.ts'
import { JobKind, JobState, JobView } from '@caseloom/contract/records/jobs'
import { ActorRef } from '@caseloom/contract/records/records'
import type { TenantTx, Tx } from '../../../platform/database/types.ts'
import { isAtWork } from '../../../platform/scheduling/due-queue.ts'
import { type Job, JobFile, JobSpec, Place, START } from './job-shape.ts'

const CancelRow = z.object({ cancel: z.boolean() })

/** A job of the worker that went silent is free again after this. */
const LEASE_S = 20

const COLUMNS = `tenant_id, id, app_id, app_name, kind, state, starter, permissions, actor, spec, total, done, counts,
  faults, place, error, file, undo_until, cancel, attempts, created_at, started_at, ended_at`

const Row = z.object({
  tenant_id: z.string(),
  id: z.string(),
  app_id: z.string(),
  app_name: z.string(),
  kind: z.unknown(),
  state: z.unknown(),
  starter: z.string(),
  permissions: z.array(z.string()).nullable(),
  actor: z.unknown(),
  spec: z.unknown(),
  total: z.number().nullable(),
  done: z.number(),
  counts: z.unknown(),
  faults: z.unknown(),
  place: z.unknown(),
  error: z.string().nullable(),
  file: z.unknown(),
  undo_until: z.date().nullable(),
  cancel: z.boolean(),
  attempts: z.number(),
  created_at: z.date(),
  started_at: z.date().nullable(),
  ended_at: z.date().nullable(),
})
type Row = z.infer<typeof Row>

const ListedRow = Row.extend({ at: z.string() })

const JobPlace = z.object({ tenantId: z.string(), id: z.string() })
type JobPlace = z.infer<typeof JobPlace>

function toJob(row: Row): Job {
  return {
    tenantId: row.tenant_id,
    id: row.id,
    appId: row.app_id,
    appName: row.app_name,
    kind: JobKind.parse(row.kind),
    state: JobState.parse(row.state),
    starter: row.starter,
    permissions: row.permissions,
    actor: ActorRef.parse(row.actor),
    spec: JobSpec.parse(row.spec),
    total: row.total,
    done: row.done,
    counts: JobView.shape.counts.parse(row.counts),
    faults: JobView.shape.faults.parse(row.faults),
    place: row.place === null ? START : Place.parse(row.place),
    error: row.error,
    file: row.file === null ? null : JobFile.parse(row.file),
    undoUntil: row.undo_until,
    cancel: row.cancel,
    attempts: row.attempts,
    createdAt: row.created_at,
    startedAt: row.started_at,
    endedAt: row.ended_at,
  }
}

export async function insertJob(tx: TenantTx, job: Job): Promise<void> {
  await tx.query(
    `insert into caseloom.record_job (tenant_id, id, app_id, app_name, kind, state, starter, permissions, actor, spec,
       counts, turn_at, created_at) values ($1, $2, $3, $4, $5, 'queued', $6, $7, $8, $9, $10, $11, $11)`,
    [
      tx.tenantId,
      job.id,
      job.appId,
      job.appName,
      job.kind,
      job.starter,
      job.permissions,
      JSON.stringify(job.actor),
      JSON.stringify(job.spec),
      JSON.stringify(job.counts),
      job.createdAt,
    ],
  )
}

export async function findJob(tx: TenantTx, id: string, lock = false): Promise<Job | null> {
  const rows = await tx.rows(
    Row,
    `select ${COLUMNS} from caseloom.record_job where tenant_id = $1 and id = $2 ${lock ? 'for update' : ''}`,
    [tx.tenantId, id],
  )
  return rows[0] === undefined ? null : toJob(rows[0])
}

export interface JobList {
  /** Null lists everyone's jobs. */
  starter: string | null
  appId: string | null
  state: JobState | null
  after: { at: string; id: string } | null
  limit: number
}

/** Jobs, newest first, each with its creation to the microsecond for the cursor. */
export async function listJobRows(tx: TenantTx, list: JobList): Promise<{ job: Job; at: string }[]> {
  const rows = await tx.rows(
    ListedRow,
    `select ${COLUMNS}, to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at
       from caseloom.record_job
      where tenant_id = $1 and ($2::uuid is null or starter = $2) and ($3::uuid is null or app_id = $3)
        and ($4::text is null or state = $4)
        and ($5::timestamptz is null or (created_at, id) < ($5, $6::uuid))
      order by created_at desc, id desc limit $7`,
    [
      tx.tenantId,
      list.starter,
      list.appId,
      list.state,
      list.after?.at ?? null,
      list.after?.id ?? null,
      list.limit,
    ],
  )
  return rows.map((row) => ({ job: toJob(row), at: row.at }))
}

/** Cancels a waiting job immediately, a running one after its current batch. False if it has already ended. */
export async function markCancelled(tx: TenantTx, id: string): Promise<boolean> {
  const rows = await tx.rows(
    IdRow,
    `update caseloom.record_job set cancel = true,
            state = case when state = 'queued' then 'cancelled' else state end,
            ended_at = case when state = 'queued' then $3::timestamptz end
      where tenant_id = $1 and id = $2 and state in ('queued', 'running') returning id`,
    [tx.tenantId, id, tx.now],
  )
  return rows.length === 1
}

/** Closes the undo window, because the undo has started. */
export async function closeUndo(tx: TenantTx, id: string): Promise<void> {
  await tx.query('update caseloom.record_job set undo_until = null where tenant_id = $1 and id = $2', [
    tx.tenantId,
    id,
  ])
}

/**
 * Takes the job that waited longest, of a tenant for which this worker does nothing yet. Jobs of workers that went
 * silent count as waiting.
 */
export async function claimJob(tx: Tx, worker: string, busyTenants: readonly string[]): Promise<Job | null> {
  const rows = await tx.rows(
    Row,
    `update caseloom.record_job set state = 'running', worker = $1, attempts = attempts + 1,
            lease_until = clock_timestamp() + interval '${LEASE_S} seconds',
            started_at = coalesce(started_at, clock_timestamp())
      where (tenant_id, id) = (
        select tenant_id, id from caseloom.record_job
         where state in ('queued', 'running') and (lease_until is null or lease_until < clock_timestamp())
           and turn_at <= clock_timestamp() and tenant_id <> all($2::uuid[]) and ${isAtWork('record_job')}
         order by turn_at for update skip locked limit 1)
      returning ${COLUMNS}`,
    [worker, busyTenants],
  )
  return rows[0] === undefined ? null : toJob(rows[0])
}

/** Holds the lease while a long step writes nothing. False when the job belongs to another worker. */
export async function renewLease(
  tx: Tx,
  job: Pick<Job, 'tenantId' | 'id'>,
  worker: string,
): Promise<boolean> {
  const rows = await tx.rows(
    IdRow,
    `update caseloom.record_job set lease_until = clock_timestamp() + interval '${LEASE_S} seconds'
      where tenant_id = $1 and id = $2 and worker = $3 and state = 'running' returning id`,
    [job.tenantId, job.id, worker],
  )
  return rows.length === 1
}

/** Writes how far a job is, in the transaction of what it did; null when it belongs to another worker. */
export async function saveProgress(
  tx: TenantTx,
  job: Job,
  worker: string,
): Promise<{ cancel: boolean } | null> {
  const rows = await tx.rows(
    CancelRow,
    `update caseloom.record_job set total = $4, done = $5, counts = $6, faults = $7, place = $8, attempts = 0,
            lease_until = clock_timestamp() + interval '${LEASE_S} seconds'
      where tenant_id = $1 and id = $2 and worker = $3 and state = 'running' returning cancel`,
    [
      tx.tenantId,
      job.id,
      worker,
      job.total,
      job.done,
      JSON.stringify(job.counts),
      JSON.stringify(job.faults),
      JSON.stringify(job.place),
    ],
    'job-progress',
  )
  return rows[0] ?? null
}

export interface Ending {
  state: 'succeeded' | 'failed' | 'cancelled'
  error: string | null
  file: JobFile | null
  undoUntil: Date | null
}

/** Ends a job; false when it belongs to another worker. */
export async function endJob(tx: TenantTx, job: Job, worker: string, ending: Ending): Promise<boolean> {
  const rows = await tx.rows(
    IdRow,
    `update caseloom.record_job set state = $4, error = $5, file = $6, undo_until = $7, ended_at = $8, worker = null,
            lease_until = null, total = coalesce($9::int, $10), done = $10, counts = $11, faults = $12
      where tenant_id = $1 and id = $2 and worker = $3 and state = 'running' returning id`,
    [
      tx.tenantId,
      job.id,
      worker,
      ending.state,
      ending.error,
      ending.file === null ? null : JSON.stringify(ending.file),
      ending.undoUntil,
      tx.now,
      job.total,
      job.done,
      JSON.stringify(job.counts),
      JSON.stringify(job.faults),
    ],
  )
  return rows.length === 1
}

/** A job whose effects were taken back. */
export async function markUndone(tx: TenantTx, id: string): Promise<void> {
  await tx.query(
    `update caseloom.record_job set state = 'undone', undo_until = null where tenant_id = $1 and id = $2`,
    [tx.tenantId, id],
  )
}

/** Lets any worker claim the job again after a pause; an attempt that says nothing about the job isn't counted. */
export async function releaseJob(
  tx: Tx,
  job: Job,
  worker: string,
  { pauseMs, counts = true }: { pauseMs: number; counts?: boolean },
): Promise<void> {
  await tx.query(
    `update caseloom.record_job set worker = null, lease_until = null, attempts = greatest(0, attempts - $5::int),
            turn_at = clock_timestamp() + make_interval(secs => $4)
      where tenant_id = $1 and id = $2 and worker = $3 and state = 'running'`,
    [job.tenantId, job.id, worker, pauseMs / 1000, counts ? 0 : 1],
  )
}

/** Jobs that ended before the days, a batch of them; their files go with them. */
export async function deleteOldJobs(tx: Tx, days: number, batch: number): Promise<JobPlace[]> {
  return tx.rows(
    JobPlace,
    `delete from caseloom.record_job where (tenant_id, id) in (
       select tenant_id, id from caseloom.record_job where ended_at < $1::timestamptz - make_interval(days => $2)
        limit $3) returning tenant_id as "tenantId", id`,
    [tx.now, days, batch],
  )
}

/** Files older than the days are no longer offered. */
export async function forgetFiles(tx: Tx, days: number, batch: number): Promise<JobPlace[]> {
  return tx.rows(
    JobPlace,
    `update caseloom.record_job set file = null where (tenant_id, id) in (
       select tenant_id, id from caseloom.record_job where file is not null
          and ended_at < $1::timestamptz - make_interval(days => $2) limit $3)
     returning tenant_id as "tenantId", id`,
    [tx.now, days, batch],
  )
}

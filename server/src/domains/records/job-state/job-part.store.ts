import { JobView } from '@caseloom/contract/records/jobs'
import { z } from 'zod'
import type { TenantTx } from '../../../platform/database/types.ts'
import { DoneEntry, type Fault } from './job-shape.ts'

const NIdsRow = z.object({ n: z.number(), ids: z.array(z.string()).nullable(), done: z.unknown() })

const NErrorsRow = z.object({ n: z.number(), errors: z.unknown() })

export interface Part {
  n: number
  ids: string[]
  done: DoneEntry[]
}

/** Keeps the ids that a part of the job will be about. */
export async function insertPart(
  tx: TenantTx,
  jobId: string,
  n: number,
  ids: readonly string[],
): Promise<void> {
  await tx.query('insert into caseloom.record_job_part (tenant_id, job_id, n, ids) values ($1, $2, $3, $4)', [
    tx.tenantId,
    jobId,
    n,
    ids,
  ])
}

/** Keeps what a part did, for undoing, and the rows that it refused. */
export async function savePart(
  tx: TenantTx,
  jobId: string,
  part: { n: number; done: readonly DoneEntry[]; errors?: readonly Fault[] },
): Promise<void> {
  const { n, done, errors = [] } = part
  if (done.length === 0 && errors.length === 0) return
  await tx.query(
    `insert into caseloom.record_job_part (tenant_id, job_id, n, done, errors) values ($1, $2, $3, $4, $5)
     on conflict (tenant_id, job_id, n) do update set done = excluded.done, errors = excluded.errors`,
    [tx.tenantId, jobId, n, JSON.stringify(done), JSON.stringify(errors)],
  )
}

const Done = z.array(DoneEntry)

/** The next part of a job from a number on, or back from it. */
export async function partFrom(
  tx: TenantTx,
  jobId: string,
  n: number,
  direction: 'up' | 'down' = 'up',
): Promise<Part | null> {
  const [compare, order] = direction === 'up' ? ['>=', 'asc'] : ['<=', 'desc']
  const rows = await tx.rows(
    NIdsRow,
    `select n, ids, done from caseloom.record_job_part
      where tenant_id = $1 and job_id = $2 and n ${compare} $3 order by n ${order} limit 1`,
    [tx.tenantId, jobId, n],
  )
  const row = rows[0]
  return row === undefined ? null : { n: row.n, ids: row.ids ?? [], done: Done.parse(row.done ?? []) }
}

/** Rows that a part of an import refused; the next part with any from a number on. */
export async function errorsFrom(
  tx: TenantTx,
  jobId: string,
  n: number,
): Promise<{ n: number; errors: Fault[] } | null> {
  const rows = await tx.rows(
    NErrorsRow,
    `select n, errors from caseloom.record_job_part where tenant_id = $1 and job_id = $2 and n >= $3
        and errors is not null and errors <> '[]' order by n limit 1`,
    [tx.tenantId, jobId, n],
  )
  const row = rows[0]
  return row === undefined ? null : { n: row.n, errors: JobView.shape.faults.parse(row.errors) }
}

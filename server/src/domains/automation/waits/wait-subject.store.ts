import { z } from 'zod'
import { JsonObjectColumn } from '../../../platform/database/rows.ts'
import type { TenantTx } from '../../../platform/database/types.ts'

/** What a wait for changes of records looks out for. */
const WaitSubject = z.object({
  wait_id: z.string(),
  run_id: z.string(),
  app_id: z.string(),
  record_id: z.string().nullable(),
  kind: z.enum(['event', 'condition']),
  input: JsonObjectColumn,
  since: z.date(),
})
export type WaitSubject = z.infer<typeof WaitSubject>

export async function putSubject(
  tx: TenantTx,
  subject: Pick<WaitSubject, 'wait_id' | 'app_id' | 'record_id' | 'kind' | 'input'>,
): Promise<void> {
  await tx.query(
    `insert into caseloom.wait_subject (wait_id, tenant_id, app_id, record_id, kind, input, since)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
    [
      subject.wait_id,
      tx.tenantId,
      subject.app_id,
      subject.record_id,
      subject.kind,
      JSON.stringify(subject.input),
      new Date(tx.now),
    ],
  )
}

/** Waits that look out for records of an app, of those records or of any. */
export function subjectsOf(tx: TenantTx, appId: string, records: readonly string[]): Promise<WaitSubject[]> {
  return tx.rows(
    WaitSubject,
    `select s.wait_id, w.run_id, s.app_id, s.record_id, s.kind, s.input, s.since
       from caseloom.wait_subject s join caseloom.run_wait w on w.id = s.wait_id
      where s.tenant_id = $1 and s.app_id = $2 and w.state = 'open'
        and (s.record_id is null or s.record_id = any($3::uuid[]))
      order by s.wait_id`,
    [tx.tenantId, appId, records],
    'automation-wait-subjects',
  )
}

export async function hasSubjects(tx: TenantTx, appId: string): Promise<boolean> {
  const rows = await tx.query(
    'select 1 from caseloom.wait_subject where tenant_id = $1 and app_id = $2 limit 1',
    [tx.tenantId, appId],
    'automation-has-wait-subjects',
  )
  return rows.length > 0
}

export async function dropSubject(tx: TenantTx, waitId: string): Promise<void> {
  await tx.query('delete from caseloom.wait_subject where tenant_id = $1 and wait_id = $2', [
    tx.tenantId,
    waitId,
  ])
}

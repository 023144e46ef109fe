import { z } from 'zod'
import type { RunEntry } from '../run-model/run-entry.ts'
import { IdRow } from '../../../platform/database/rows.ts'
import type { TenantTx, Tx } from '../../../platform/database/types.ts'
import { isAtWork } from '../../../platform/scheduling/due-queue.ts'

/** A run as the wish to stop or to repeat it finds it. */
const ControlledRun = z.object({
  id: z.string(),
  number: z.string(),
  playbook_id: z.string(),
  title: z.string(),
  state: z.string(),
  initiator: z.string().nullable(),
  /** Whether its cancellation was already requested. */
  asked: z.boolean(),
  /** It has begun before and was lost, or asked a question, whatever its state says. */
  has_lived: z.boolean(),
})
export type ControlledRun = z.infer<typeof ControlledRun>

const OPEN = `('queued', 'running', 'waiting')`

/** The run, locked until the transaction ends; null when there is none. */
export async function lockRun(tx: TenantTx, id: string): Promise<ControlledRun | null> {
  const rows = await tx.rows(
    ControlledRun,
    `select r.id, r.number, r.playbook_id, p.title, r.state, r.initiator,
            exists (select from caseloom.run_cancel c where c.run_id = r.id) as asked,
            r.engine_losses > 0 or exists (select from caseloom.run_wait w where w.run_id = r.id) as has_lived
       from caseloom.run r join caseloom.playbook p on p.id = r.playbook_id
      where r.tenant_id = $1 and r.id = $2 for update of r`,
    [tx.tenantId, id],
  )
  return rows[0] ?? null
}

const InitiatorRow = z.object({ initiator: z.string().nullable() })

/** The person who started the run. */
export async function initiatorOf(tx: TenantTx, id: string): Promise<string | null> {
  const [row] = await tx.rows(
    InitiatorRow,
    'select initiator from caseloom.run where tenant_id = $1 and id = $2',
    [tx.tenantId, id],
  )
  return row?.initiator ?? null
}

export interface CancelRequest {
  runId: string
  by: { id: string | null; name: string }
  /** The run ended in the queue, by this wish alone. */
  inQueue: boolean
}

/** Saves a cancel request; the relay repeats it to the engine until the run has ended. */
export async function saveCancelRequest(tx: TenantTx, { runId, by, inQueue }: CancelRequest): Promise<void> {
  await tx.query(
    `insert into caseloom.run_cancel (run_id, tenant_id, at, actor_id, actor_name, in_queue, due_at)
     values ($1, $2, $3, $4, $5, $6, $3) on conflict do nothing`,
    [runId, tx.tenantId, tx.now, by.id, by.name, inQueue],
  )
}

/** The start that the engine has not confirmed; null when it has taken it. */
export async function waitingStart(tx: TenantTx, runId: string): Promise<string | null> {
  const [row] = await tx.rows(IdRow, 'select id from caseloom.relay where tenant_id = $1 and run_id = $2', [
    tx.tenantId,
    runId,
  ])
  return row?.id ?? null
}

/** Ends a run that no worker has begun, and takes its start back. */
export async function endInQueue(tx: TenantTx, runId: string): Promise<void> {
  const error = { code: 'run.cancelled', message: 'The run was canceled before it started' }
  await tx.query(
    `update caseloom.run set state = 'cancelled', ended_at = $3, error = $4::json
      where tenant_id = $1 and id = $2 and state = 'queued'`,
    [tx.tenantId, runId, tx.now, JSON.stringify(error)],
  )
  await tx.query('delete from caseloom.relay where tenant_id = $1 and run_id = $2', [tx.tenantId, runId])
}

/** Whether someone asked the run to stop. */
export async function isToStop(tx: TenantTx, runId: string): Promise<boolean> {
  const rows = await tx.query(
    'select 1 from caseloom.run_cancel where tenant_id = $1 and run_id = $2',
    [tx.tenantId, runId],
    'automation-is-to-stop',
  )
  return rows.length > 0
}

/** True when the run was canceled before a worker started it; a worker that still gets it must not start it. */
export async function endedInQueue(tx: TenantTx, runId: string): Promise<boolean> {
  const rows = await tx.query(
    'select 1 from caseloom.run_cancel where tenant_id = $1 and run_id = $2 and in_queue',
    [tx.tenantId, runId],
  )
  return rows.length > 0
}

const DueCancelRequest = z.object({
  run_id: z.string(),
  /** Null when the run never had a start, or has ended and needs nothing more. */
  start_id: z.string().nullable(),
})
export type DueCancelRequest = z.infer<typeof DueCancelRequest>

/** A start on its way may reach the engine after the wish: a run that ended in the queue is asked for a while too. */
const QUEUE_ATTEMPTS = 5

/** Claims due cancel requests; each becomes due again until its run has ended. */
export function claimCancelRequests(tx: Tx, limit: number): Promise<DueCancelRequest[]> {
  return tx.rows(
    DueCancelRequest,
    `with due as (
       select c.run_id from caseloom.run_cancel c where c.due_at <= now() and ${isAtWork('c')} order by c.due_at limit $1
          for update skip locked
     ), seen as (
       select d.run_id, r.start_id, r.state in ${OPEN} as open from due d
         left join caseloom.run r on r.id = d.run_id
     )
     update caseloom.run_cancel c
        set attempts = c.attempts + 1,
            due_at = case when s.open or (c.in_queue and c.attempts < ${QUEUE_ATTEMPTS})
                          then now() + least(interval '15 seconds', interval '1 second' * power(2, least(c.attempts, 4)))
                     end
       from seen s where c.run_id = s.run_id
     returning c.run_id, case when s.open or c.in_queue then s.start_id end as start_id`,
    [limit],
    'automation-claim-wishes',
  )
}

export interface Rerun {
  id: string
  of: string
  startId: string
  semantics: number
  /** The version it runs; absent = that of the other run. */
  versionId?: string
  /** What is copied unchanged from the other run; absent: nothing. */
  copied?: RunEntry
}

const RERUN = `
with counted as (
  insert into caseloom.run_counter (tenant_id, last) values ($1, 1)
  on conflict (tenant_id) do update set last = run_counter.last + 1 returning last
), made as (
  insert into caseloom.run (id, tenant_id, number, playbook_id, version_id, trigger_key, trigger_kind, delivery_id,
                            initiator, state, semantics, start_id, created_at, rerun_of, data_scope)
  select $2, $1, c.last, o.playbook_id, coalesce($8::uuid, o.version_id), o.trigger_key, o.trigger_kind, o.delivery_id, o.initiator,
         'queued', $4, $5, $6, o.id, case when o.data_scope is not null then $2::uuid end
    from caseloom.run o, counted c where o.tenant_id = $1 and o.id = $3
  returning id, number, tenant_id, start_id, created_at
), given as (
  insert into caseloom.run_input (run_id, tenant_id, request, payload, payload_ref)
  select m.id, $1, i.request, i.payload, i.payload_ref from made m, caseloom.run_input i where i.run_id = $3
), saved as (
  insert into caseloom.run_entry (tenant_id, run_id, seq, at, entry)
  select $1, id, 0, created_at, $7::json from made where $7::text is not null
), touched as (
  insert into caseloom.run_record (tenant_id, run_id, app_id, record_id, tracking_id)
  select $1, m.id, t.app_id, t.record_id, t.tracking_id
    from made m, caseloom.run_record t where t.run_id = $3 and $7::text is not null
), data as (
  -- What triggered the run came along, and with it whatever that held.
  insert into caseloom.run_touch (tenant_id, scope_id, app_id, record_id, withheld)
  select $1, m.id, t.app_id, t.record_id, t.withheld
    from made m, caseloom.run o join caseloom.run_touch t on t.scope_id = o.data_scope and t.tenant_id = $1
   where o.tenant_id = $1 and o.id = $3
)
insert into caseloom.relay (id, tenant_id, run_id, kind, created_at, due_at, recorded)
select start_id, tenant_id, id, 'start', created_at, created_at, case when $7::text is null then 0 else 1 end
  from made`

/** Queues a new run with the version, trigger input, and initiator of another, and puts its start into the relay. */
export async function putRerun(tx: TenantTx, rerun: Rerun): Promise<void> {
  const { id, of, startId, semantics, copied, versionId = null } = rerun
  const entry = copied === undefined ? null : JSON.stringify(copied)
  await tx.query(RERUN, [tx.tenantId, id, of, semantics, startId, tx.now, entry, versionId])
}

/** The version that is published of a run's playbook; null when there is none. */
export async function publishedVersionOf(tx: TenantTx, runId: string): Promise<string | null> {
  const rows = await tx.rows(
    IdRow,
    `select v.id from caseloom.run r
       join caseloom.playbook p on p.id = r.playbook_id
       join caseloom.playbook_version v on v.playbook_id = p.id and v.number = p.published_version
      where r.tenant_id = $1 and r.id = $2`,
    [tx.tenantId, runId],
  )
  return rows[0]?.id ?? null
}

import { z } from 'zod'
import { IdRow } from '../../../platform/database/rows.ts'
import type { TenantTx } from '../../../platform/database/types.ts'

const PlaceRow = z.object({ id: z.string(), place: z.string() })

const PathRow = z.object({ path: z.string() })

/** Position of a question among all runs connected by component calls. */
export interface CallPlace {
  /** The outermost run: questions of all that it called, directly or through others, are questions of one piece of work. */
  root: string
  /** The paths of the calls down to the run, and of the step in it: the same for a step that is asked again. */
  place: string
}

/** The run ($2) and its callers, nearest first; a caller that is no longer retained ends the chain. */
const CHAIN = `
with recursive chain as (
  select r.id, r.parent_run, r.parent_wait, r.initiator, r.delivery_id, r.created_at, '' as place, 0 as step
    from caseloom.run r where r.tenant_id = $1 and r.id = $2
  union all
  select r.id, r.parent_run, r.parent_wait, r.initiator, r.delivery_id, r.created_at,
         coalesce(w.path, '?') || ' > ' || c.place, c.step + 1
    from chain c join caseloom.run r on r.id = c.parent_run
    left join caseloom.run_wait w on w.id = c.parent_wait
   where r.tenant_id = $1 and c.parent_wait is not null and c.step < 100
)`

export async function callPlace(tx: TenantTx, runId: string, path: string): Promise<CallPlace> {
  const [row] = await tx.rows(
    PlaceRow,
    `${CHAIN} select id, place from chain order by step desc limit 1`,
    [tx.tenantId, runId],
    'people-call-place',
  )
  return { root: row?.id ?? runId, place: `${row?.place ?? ''}${path}` }
}

/**
 * The people behind a run and its callers: who started it, whose change of a record triggered it, and who reran it,
 * according to the audit log, which is written in the transaction that creates the run.
 */
export async function peopleBehind(tx: TenantTx, runId: string): Promise<string[]> {
  const rows = await tx.rows(
    IdRow,
    `${CHAIN}, behind as (
       select c.step, 0 as nth, c.initiator::text as id from chain c
       union all
       select c.step, 1, by.id from chain c
         join caseloom.delivery d on d.id = c.delivery_id and d.tenant_id = $1
        cross join json_array_elements_text(d.request -> 'by') as by(id)
       union all
       select c.step, 2, e.actor_id from chain c
         join caseloom.audit_entry e on e.object_id = c.id::text
        where e.tenant_id = $1 and e.account_id = $3 and e.object_kind = 'run' and e.action like 'run.re%'
          and e.at between c.created_at - interval '1 minute' and c.created_at + interval '1 minute'
     )
     select id from behind where id is not null group by id order by min(step), min(nth)`,
    [tx.tenantId, runId, tx.accountId],
    'people-behind',
  )
  return rows.map(({ id }) => id)
}

/** Outermost paths of the calls that led to an approval, in a run and in the runs that it repeats. */
export async function callsThatAsked(tx: TenantTx, runId: string): Promise<string[]> {
  const rows = await tx.rows(
    PathRow,
    `with recursive same as (
       select id, rerun_of from caseloom.run where tenant_id = $1 and id = $2
       union
       select r.id, r.rerun_of from same s join caseloom.run r on r.id = s.rerun_of where r.tenant_id = $1
     ), below as (
       select c.id, w.path from same s
         join caseloom.run c on c.parent_run = s.id and c.tenant_id = $1
         join caseloom.run_wait w on w.id = c.parent_wait
       union
       select c.id, b.path from below b
         join caseloom.run c on c.parent_run = b.id and c.parent_wait is not null and c.tenant_id = $1
     )
     select distinct b.path from below b
       join caseloom.approval a on a.run_id = b.id and a.tenant_id = $1
      where a.kind = 'approve'`,
    [tx.tenantId, runId],
  )
  return rows.map(({ path }) => path)
}

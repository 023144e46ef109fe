import { z } from 'zod'
import { IdRow } from '../../../platform/database/rows.ts'
import type { TenantTx } from '../../../platform/database/types.ts'
import type { Cause, LoopState } from './loop.rules.ts'

const CauseRow = z.object({
  id: z.string(),
  playbook_id: z.string(),
  cause_run: z.string().nullable(),
  cause_group: z.string().nullable(),
  cause_path: z.array(z.string()).nullable(),
  members: z.array(z.string()).nullable(),
  runs: z.number(),
})
type CauseRow = z.infer<typeof CauseRow>

const LoopRow = z.object({ cause: z.string(), members: z.array(z.string()), runs: z.number() })

/** What a run that this one starts is caused by, and what is known of loops of the same root cause. */
export interface KnownCause {
  cause: Cause
  loop: LoopState
}

/** Runs on loops are counted by the hour. */
const WINDOW = `interval '1 hour'`

/** By id of the starting run; deleted runs start nothing that could be followed. */
export async function causesBy(
  tx: TenantTx,
  parents: readonly string[],
): Promise<ReadonlyMap<string, KnownCause>> {
  if (parents.length === 0) return new Map()
  const rows = await tx.rows(
    CauseRow,
    `select r.id, r.playbook_id, r.cause_run, r.cause_group, r.cause_path, l.members,
            case when l.window_at > $3::timestamptz - ${WINDOW} then l.runs else 0 end as runs
       from caseloom.run r
       left join caseloom.run_loop l on l.tenant_id = $1 and l.cause = coalesce(r.cause_group, r.cause_run, r.id)
      where r.tenant_id = $1 and r.id = any($2::uuid[])`,
    [tx.tenantId, parents, new Date(tx.now)],
    'automation-causes-by',
  )
  return new Map(rows.map((row) => [row.id, knownCause(row)]))
}

function knownCause(row: CauseRow): KnownCause {
  const root = row.cause_run ?? row.id
  const path = [...(row.cause_path ?? []), row.playbook_id]
  return {
    cause: { root, group: row.cause_group ?? root, parent: row.id, path },
    loop: { members: new Set(row.members ?? []), runs: row.runs },
  }
}

/** The loops of these root causes, locked until the transaction ends. */
export async function lockLoops(
  tx: TenantTx,
  groups: readonly string[],
): Promise<ReadonlyMap<string, LoopState>> {
  const rows = await tx.rows(
    LoopRow,
    // The update locks a row that is there, and starts a new hour when that has ended.
    `insert into caseloom.run_loop as l (tenant_id, cause, members, runs, window_at, notified, at)
     select $1, g, '{}', 0, $3::timestamptz, '{}', $3::timestamptz from unnest($2::uuid[]) as g order by g
     on conflict (tenant_id, cause) do update
        set runs = case when l.window_at > $3::timestamptz - ${WINDOW} then l.runs else 0 end,
            window_at = case when l.window_at > $3::timestamptz - ${WINDOW} then l.window_at else $3::timestamptz end,
            at = $3::timestamptz
     returning cause, members, runs`,
    [tx.tenantId, groups, new Date(tx.now)],
    'automation-lock-loops',
  )
  return new Map(rows.map(({ cause, members, runs }) => [cause, { members: new Set(members), runs }]))
}

export async function saveLoop(tx: TenantTx, group: string, loop: LoopState): Promise<void> {
  await tx.query(
    'update caseloom.run_loop set members = $3::uuid[], runs = $4 where tenant_id = $1 and cause = $2',
    [tx.tenantId, group, [...loop.members], loop.runs],
    'automation-save-loop',
  )
}

export interface LoopStopRow {
  /** New; where the same run was refused the same playbook before, the older id stays. */
  id: string
  runId: string
  playbookId: string
  rule: string
  members: readonly string[]
}

/** Records a refused start on the run that wanted it; returns the id under which it is stored. */
export async function recordStop(tx: TenantTx, stop: LoopStopRow): Promise<string> {
  const [row] = await tx.rows(
    IdRow,
    `insert into caseloom.run_loop_stop as s (id, tenant_id, run_id, playbook_id, rule, members, times, at)
     values ($2, $1, $3, $4, $5, $6::uuid[], 1, $7)
     on conflict (run_id, playbook_id) do update set times = s.times + 1
     returning id`,
    [tx.tenantId, stop.id, stop.runId, stop.playbookId, stop.rule, stop.members, new Date(tx.now)],
    'automation-record-stop',
  )
  return row?.id ?? stop.id
}

/** Those of the playbooks whose owners have not been notified of a loop of this root cause; from now on they have. */
export async function notYetNotified(
  tx: TenantTx,
  group: string,
  playbooks: readonly string[],
): Promise<string[]> {
  const rows = await tx.rows(
    IdRow,
    `with before as (
       select notified from caseloom.run_loop where tenant_id = $1 and cause = $2 for update
     ), fresh as (
       select distinct p.id from unnest($3::uuid[]) as p(id), before b where p.id <> all(b.notified)
     ), noted as (
       update caseloom.run_loop set notified = notified || array(select id from fresh)
        where tenant_id = $1 and cause = $2
     )
     select id from fresh`,
    [tx.tenantId, group, playbooks],
    'automation-loop-notified',
  )
  return rows.map(({ id }) => id)
}

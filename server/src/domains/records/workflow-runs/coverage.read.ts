import { z } from 'zod'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { TenantTx } from '../../../platform/database/types.ts'
import type { AppTable } from '../model/record-shape.ts'

/** Runs of a revision with the same outcomes. */
export const RunKind = z.object({
  revision: z.number(),
  /** The packed run, as hexadecimal digits. */
  run: z.string(),
})
export type RunKind = z.infer<typeof RunKind>

/** Records whose runs are of the same kinds. */
export const RecordGroup = z.object({
  /** Places of the kinds, from 1. */
  kinds: z.array(z.number()),
  count: z.number(),
})
export type RecordGroup = z.infer<typeof RecordGroup>

const CoverageRow = z.object({
  app_revision: z.number(),
  kinds: z.array(RunKind).nullable(),
  groups: z.array(RecordGroup).nullable(),
})

export interface Since {
  actor: Actor
  since: Date
}

/** Parameters: the tenant, the app, the reader’s principals, an instant. */
const runsSince = (app: AppTable) => `
  select w.record_id, w.revision, w.run, w.at
    from caseloom.workflow_run w
    join ${app.table} t on t.id = w.record_id and t.deleted_at is null
     and (t.acl is null or t.acl && $3::uuid[])
   where w.tenant_id = $1 and w.app_id = $2 and w.at >= $4`

/**
 * Which kinds of runs the records that the reader may see had since an instant. Exact, without a table of its own: records
 * are grouped by the kinds of their runs, which are few, however many saves there were.
 */
export async function coverageOf(
  tx: TenantTx,
  app: AppTable,
  { actor, since }: Since,
): Promise<{ revision: number | null; kinds: RunKind[]; groups: RecordGroup[] }> {
  const rows = await tx.rows(
    CoverageRow,
    // Ranks instead of a join with the kinds: of fresh runs, the planner would guess a nested loop over all of them.
    `with seen as materialized (
       select record_id, revision, run, dense_rank() over (order by revision, run)::int as place
         from (select distinct record_id, revision, run from (${runsSince(app)}) r) d),
     kinds as (select distinct place, revision, run from seen),
     records as (select array_agg(place order by place) as kinds from seen group by record_id),
     groups as (select kinds, count(*)::int as count from records group by kinds)
     select s.revision as app_revision,
       (select jsonb_agg(jsonb_build_object('revision', revision, 'run', encode(run, 'hex')) order by place) from kinds) as kinds,
       (select jsonb_agg(jsonb_build_object('kinds', kinds, 'count', count)) from groups) as groups
       from ${app.stateTable} s where s.app = $2`,
    [tx.tenantId, app.id, actor.principals, since],
  )
  const row = rows[0]
  return { revision: row?.app_revision ?? null, kinds: row?.kinds ?? [], groups: row?.groups ?? [] }
}

const TakingRow = z.object({
  id: z.string(),
  /** Of its newest run of these kinds; to the microsecond, for cursors. */
  at: z.string(),
})

interface Taking extends Since {
  kinds: readonly RunKind[]
  /** The last record of the page before. */
  before: { at: string; id: string } | null
  limit: number
}

/** Records with a run of one of these kinds, by the newest such run. */
export async function recordsTaking(
  tx: TenantTx,
  app: AppTable,
  { actor, since, kinds, before, limit }: Taking,
): Promise<z.infer<typeof TakingRow>[]> {
  if (kinds.length === 0) return []
  return tx.rows(
    TakingRow,
    `with runs as (${runsSince(app)}),
     kinds as (select revision, decode(run, 'hex') as run from jsonb_to_recordset($5::jsonb) as x(revision int, run text)),
     records as (select r.record_id as id, max(r.at) as at
                   from runs r join kinds k on k.revision = r.revision and k.run = r.run group by r.record_id)
     select id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at from records r
      where $6::timestamptz is null or (r.at, r.id) < ($6::timestamptz, $7::uuid)
      order by r.at desc, r.id desc limit $8`,
    [
      tx.tenantId,
      app.id,
      actor.principals,
      since,
      JSON.stringify(kinds),
      before?.at ?? null,
      before?.id ?? null,
      limit,
    ],
  )
}

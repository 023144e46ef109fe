import { z } from 'zod'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { TenantTx } from '../../../platform/database/types.ts'
import type { AppTable } from '../model/record-shape.ts'

/** Runs of a revision with the same outcomes, as hexadecimal digits: eight of the revision, then the packed run. */
export type RunKind = string

/** Records whose runs are of the same kinds. */
export const RecordGroup = z.object({
  /** Places of the kinds, from 1. */
  kinds: z.array(z.number()),
  count: z.number(),
})
export type RecordGroup = z.infer<typeof RecordGroup>

const CoverageRow = z.object({
  app_revision: z.number(),
  kinds: z.array(z.string()).nullable(),
  groups: z.array(RecordGroup).nullable(),
})

export interface Since {
  actor: Actor
  since: Date
}

/**
 * Rows of the records that the reader may see. Parameters: the tenant, the app, the reader’s principals, an instant.
 * Deleted records have no row. Restricted records are few and have an index of their own.
 */
const covered = (app: AppTable) => `(
  select w.record_id, w.newest, w.kinds, w.ats from caseloom.workflow_coverage w
   where w.tenant_id = $1 and w.app_id = $2 and w.newest >= $4
     and not exists (select from ${app.table} t where t.id = w.record_id
                        and t.deleted_at is null and t.acl is not null and not t.acl && $3::uuid[]))`

/**
 * Which kinds of runs the records that the reader may see had since an instant. Exact: records are grouped by the kinds
 * of their runs, which are few, however many saves there were.
 */
export async function coverageOf(
  tx: TenantTx,
  app: AppTable,
  { actor, since }: Since,
): Promise<{ revision: number | null; kinds: RunKind[]; groups: RecordGroup[] }> {
  const rows = await tx.rows(
    CoverageRow,
    `with records as (
       select case when $4 <= all(w.ats) then w.kinds
                   else array(select kind from unnest(w.kinds, w.ats) as u(kind, at) where u.at >= $4) end as kinds
         from ${covered(app)} w),
     groups as (select row_number() over () as n, kinds, count(*)::int as count from records group by kinds),
     placed as (select n, count, kind, dense_rank() over (order by kind)::int as place from groups, unnest(kinds) as kind),
     placed_groups as (select array_agg(place order by place) as kinds, min(count) as count from placed group by n)
     select s.revision as app_revision,
       (select jsonb_agg(encode(kind, 'hex') order by place) from (select distinct place, kind from placed) k) as kinds,
       (select jsonb_agg(jsonb_build_object('kinds', kinds, 'count', count)) from placed_groups) as groups
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

/**
 * Records with a run of one of these kinds, by the newest such run. For most records, that is their last run; earlier
 * runs are searched only in records whose last run is within the page.
 */
export async function recordsTaking(
  tx: TenantTx,
  app: AppTable,
  { actor, since, kinds, before, limit }: Taking,
): Promise<z.infer<typeof TakingRow>[]> {
  if (kinds.length === 0) return []
  const isOnPage = `($6::timestamptz is null or (at, id) < ($6::timestamptz, $7::uuid))`
  // A hashed list, where a join could become a nested loop: how many records a rule has is not known ahead.
  const isWanted = (kind: string) => `(${kind} in (select kind from wanted)) is`
  const last = 'w.kinds[array_position(w.ats, w.newest::timestamptz)]'
  return tx.rows(
    TakingRow,
    `with wanted as materialized (select decode(kind, 'hex') as kind from unnest($5::text[]) as kind),
     by_last as materialized (
       select id, at from (select w.record_id as id, w.newest as at from ${covered(app)} w where ${isWanted(last)} true) r
        where ${isOnPage} order by at desc, id desc limit $8),
     by_earlier as (
       select w.record_id as id, max(u.at) as at
         from ${covered(app)} w cross join unnest(w.kinds, w.ats) as u(kind, at)
        where w.newest >= coalesce((select min(at) from by_last having count(*) >= $8), $4) and u.at >= $4
          and ${isWanted(last)} not true and ${isWanted('u.kind')} true
        group by w.record_id),
     page as (
       select id, at from (select * from by_last union all select * from by_earlier where ${isOnPage}) r
        order by at desc, id desc limit $8)
     select id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at from page order by page.at desc, id desc`,
    [tx.tenantId, app.id, actor.principals, since, kinds, before?.at ?? null, before?.id ?? null, limit],
  )
}

import { z } from 'zod'
import type { TenantTx, Tx } from '../../../platform/database/types.ts'
import { ANYTHING, type Touch } from '@caseloom/contract/records/touches'
import { isRecord, type TouchedRecord, withheldText } from './touched.rules.ts'

const TouchRow = z.object({
  scope_id: z.string(),
  app_id: z.string(),
  record_id: z.string(),
  withheld: z.string(),
})
type TouchRow = z.infer<typeof TouchRow>

const ScopeRow = z.object({ id: z.string(), data_scope: z.string().nullable() })

const AppIdRow = z.object({ app_id: z.string() })

function touchOf({ app_id: appId, record_id: recordId, withheld }: Omit<TouchRow, 'scope_id'>): Touch {
  return { appId, recordId, trackingId: '', ...(withheld === '' ? {} : { withheld: withheld.split(',') }) }
}

/** Beyond this many, a scope counts as unlimited: checking more is too expensive for one page. */
const MAX_TOUCHES = 5_000

/** What the data of these scopes came from. */
export async function touchesOfScopes(
  tx: TenantTx,
  scopes: readonly string[],
): Promise<ReadonlyMap<string, readonly Touch[]>> {
  if (scopes.length === 0) return new Map()
  const rows = await tx.rows(
    TouchRow,
    `select t.scope_id, t.app_id, t.record_id, t.withheld
       from unnest($2::uuid[]) as s(id)
      cross join lateral (select * from caseloom.run_touch t where t.scope_id = s.id and t.tenant_id = $1
                           limit ${MAX_TOUCHES + 1}) t`,
    [tx.tenantId, scopes],
    'automation-touches-of-scopes',
  )
  const byScope = Map.groupBy(rows, (row) => row.scope_id)
  return new Map(
    scopes.map((id) => {
      const own = byScope.get(id) ?? []
      return [id, own.length > MAX_TOUCHES ? [ANYTHING] : own.map(touchOf)]
    }),
  )
}

/** The data scope of each run; null for runs whose data has an unknown origin. Unknown runs are missing. */
export async function scopesOf(
  tx: TenantTx,
  runIds: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  const rows = await tx.rows(
    ScopeRow,
    'select id, data_scope from caseloom.run where tenant_id = $1 and id = any($2::uuid[])',
    [tx.tenantId, runIds],
    'automation-scopes-of-runs',
  )
  return new Map(rows.map((row) => [row.id, row.data_scope]))
}

/** Runs show up at the records they are about, and hold their values. */
export async function touchRecords(
  tx: TenantTx,
  touched: readonly (TouchedRecord & { runId: string })[],
): Promise<void> {
  if (touched.length === 0) return
  const shown = touched.filter(isRecord)
  await tx.query(
    `with records as (
       insert into caseloom.run_record (tenant_id, run_id, app_id, record_id, tracking_id)
       select $1, t.run_id, t.app_id, t.record_id, t.tracking_id
         from unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::text[]) as t(run_id, app_id, record_id, tracking_id)
       on conflict do nothing
     )
     insert into caseloom.run_touch (tenant_id, scope_id, app_id, record_id, withheld)
     select distinct $1::uuid, t.run_id, t.app_id, t.record_id, t.withheld
       from unnest($6::uuid[], $7::uuid[], $8::uuid[], $9::text[]) as t(run_id, app_id, record_id, withheld)
     on conflict do nothing`,
    [
      tx.tenantId,
      shown.map((one) => one.runId),
      shown.map((one) => one.appId),
      shown.map((one) => one.recordId),
      shown.map((one) => one.trackingId),
      touched.map((one) => one.runId),
      touched.map((one) => one.appId),
      touched.map((one) => one.recordId),
      touched.map(withheldText),
    ],
    'automation-touch-records',
  )
}

/** A run that is given data of another one holds what that one held; of unknown data it knows nothing either. */
export async function inheritTouches(
  tx: TenantTx,
  { runId, from }: { runId: string; from: string },
): Promise<void> {
  await tx.query(
    `with source as (
       select (select data_scope from caseloom.run where tenant_id = $1 and id = $3) as scope
     ), unknown as (
       update caseloom.run r set data_scope = null from source s
        where r.tenant_id = $1 and r.id = $2 and s.scope is null
     )
     insert into caseloom.run_touch (tenant_id, scope_id, app_id, record_id, withheld)
     select $1, $2, t.app_id, t.record_id, t.withheld
       from source s join caseloom.run_touch t on t.scope_id = s.scope and t.tenant_id = $1
     on conflict do nothing`,
    [tx.tenantId, runId, from],
    'automation-inherit-touches',
  )
}

/** Forgets what scopes touched when the last run of each is gone. */
export async function forgetScopes(tx: Tx, scopes: readonly string[]): Promise<void> {
  await tx.query(
    `delete from caseloom.run_touch t where t.scope_id = any($1::uuid[])
        and not exists (select from caseloom.run r where r.id = t.scope_id)
        and not exists (select from caseloom.run r where r.data_scope = t.scope_id and r.data_scope <> r.id)`,
    [scopes],
  )
}

/** SQL of the runs that touched a record or those merged into it; `at` is the parameter that has its id. */
export function runsOfRecord(at: string): string {
  return `(select t.run_id from caseloom.run_record t where t.tenant_id = $1 and t.record_id = any(array(
    select ${at}::uuid union all
    select m.record_id from caseloom.record_merge m where m.tenant_id = $1 and m.into_id = ${at}::uuid)))`
}

/** Apps under which runs have met a record. */
export async function appsOfRecord(tx: TenantTx, recordId: string): Promise<string[]> {
  const rows = await tx.rows(
    AppIdRow,
    `select distinct app_id from caseloom.run_record
      where tenant_id = $1 and record_id = any(array(
        select $2::uuid union all
        select m.record_id from caseloom.record_merge m where m.tenant_id = $1 and m.into_id = $2))`,
    [tx.tenantId, recordId],
    'automation-apps-of-record',
  )
  return rows.map((row) => row.app_id)
}

/** Adds touches immediately, not with the run's next turn: what it writes may be visible before that. */
export async function touchNow(tx: TenantTx, runId: string, touches: readonly Touch[]): Promise<void> {
  if (touches.length === 0) return
  await tx.query(
    `insert into caseloom.run_touch (tenant_id, scope_id, app_id, record_id, withheld)
     select distinct $1::uuid, r.data_scope, t.app_id, t.record_id, t.withheld
       from caseloom.run r, unnest($3::uuid[], $4::uuid[], $5::text[]) as t(app_id, record_id, withheld)
      where r.tenant_id = $1 and r.id = $2 and r.data_scope is not null
     on conflict do nothing`,
    [
      tx.tenantId,
      runId,
      touches.map((one) => one.appId),
      touches.map((one) => one.recordId),
      touches.map(withheldText),
    ],
    'automation-touch-now',
  )
}

/** Shows a run at a record immediately, as `touchNow` does for what its data came from. */
export async function showAtRecord(tx: TenantTx, runId: string, touched: TouchedRecord): Promise<void> {
  await touchNow(tx, runId, [touched])
  await tx.query(
    `insert into caseloom.run_record (tenant_id, run_id, app_id, record_id, tracking_id)
     values ($1, $2, $3, $4, $5) on conflict do nothing`,
    [tx.tenantId, runId, touched.appId, touched.recordId, touched.trackingId],
    'automation-show-at-record',
  )
}

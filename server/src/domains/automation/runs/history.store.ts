import { z } from 'zod'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import { databaseNow } from '../../../platform/database/clock.ts'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import { isRecord, type TouchedRecord, withheldText } from '../gate/touched.rules.ts'
import type { RunEntry } from '../run-model/run-entry.ts'

const IdStateRow = z.object({
  id: z.string(),
  state: z.string(),
  playbook_id: z.string(),
  is_called: z.boolean(),
})

export type OpenState = 'running' | 'waiting'
export type EndState = 'succeeded' | 'failed' | 'cancelled'

/** What a worker reports about a run after one of its turns. */
export interface RunNews {
  tenantId: string
  /** The tenant as its run knows it: what was done is recorded even if it was suspended since. */
  scope?: TenantScope
  runId: string
  /** Number of the turn, from 0; the same turn of a replay is the same news. Null when only the state is reported. */
  seq: number | null
  at: Date
  entry: RunEntry
  records: readonly TouchedRecord[]
  /** Questions that are void by this turn; their waits are closed with it. */
  closes?: readonly { commandId: string; reason: string }[]
  /** Questions whose answer this turn holds. */
  heard?: readonly string[]
  state: OpenState | EndState
  /** A large output is in the value store; one that is too large even for that isn't saved. */
  end: {
    error: JsonObject | null
    output: string | null
    outputRef?: string | null
    isTooBig?: boolean
  } | null
  /** The run asks no questions, so its end closes no waits. */
  quiet?: boolean
}

/** The end of a run for a reason outside its steps. */
export function endOf(run: {
  tenantId: string
  runId: string
  error: { code: string; message: string }
}): RunNews {
  return {
    tenantId: run.tenantId,
    runId: run.runId,
    seq: null,
    at: new Date(databaseNow()),
    entry: { events: [], steps: [] },
    records: [],
    state: 'failed',
    end: { error: run.error, output: null },
  }
}

const WRITE = `
with entries as (
  insert into caseloom.run_entry (tenant_id, run_id, seq, at, entry)
  select $1, e.run_id, e.seq, e.at, e.entry::json
    from unnest($2::uuid[], $3::int[], $4::timestamptz[], $5::text[]) as e(run_id, seq, at, entry)
    join caseloom.run r on r.id = e.run_id and r.tenant_id = $1
  on conflict do nothing
), records as (
  insert into caseloom.run_record (tenant_id, run_id, app_id, record_id, tracking_id)
  select distinct on (t.run_id, t.record_id) $1::uuid, t.run_id, t.app_id, t.record_id, t.tracking_id
    from unnest($6::uuid[], $7::uuid[], $8::uuid[], $9::text[]) as t(run_id, app_id, record_id, tracking_id)
    join caseloom.run r on r.id = t.run_id and r.tenant_id = $1
  on conflict do nothing
), touches as (
  insert into caseloom.run_touch (tenant_id, scope_id, app_id, record_id, withheld)
  select distinct $1::uuid, r.data_scope, t.app_id, t.record_id, t.withheld
    from unnest($17::uuid[], $18::uuid[], $19::uuid[], $20::text[]) as t(run_id, app_id, record_id, withheld)
    join caseloom.run r on r.id = t.run_id and r.tenant_id = $1
   where r.data_scope is not null
  on conflict do nothing
)
update caseloom.run r
   set state = n.state, started_at = coalesce(r.started_at, n.at), ended_at = n.ended_at, error = n.error::json,
       output = n.output, output_ref = n.output_ref
  from unnest($10::uuid[], $11::text[], $12::timestamptz[], $13::timestamptz[], $14::text[], $15::text[], $16::text[])
    as n(run_id, state, at, ended_at, error, output, output_ref)
 where r.id = n.run_id and r.tenant_id = $1 and r.state in ('queued', 'running', 'waiting')
   and (n.ended_at is not null or r.state <> n.state)
returning r.id, r.state, r.playbook_id, r.parent_wait is not null as is_called`

/** Writes news of a tenant's runs; those that ended by it come back. A turn that is known already changes nothing. */
export async function writeNews(
  tx: TenantTx,
  news: readonly RunNews[],
): Promise<{ runId: string; state: string; playbookId: string; isCalled: boolean }[]> {
  const entries = news.filter((item) => item.seq !== null)
  const all = news.flatMap((item) => item.records.map((record) => ({ runId: item.runId, ...record })))
  const touched = all.filter(isRecord)
  // Only the last word on each run counts; its first turn in the batch gives the time of its start.
  const last = [...new Map(news.map((item) => [item.runId, item])).values()]
  const rows = await tx.rows(
    IdStateRow,
    WRITE,
    [
      tx.tenantId,
      entries.map((item) => item.runId),
      entries.map((item) => item.seq),
      entries.map((item) => item.at),
      entries.map((item) => JSON.stringify(item.entry)),
      touched.map((record) => record.runId),
      touched.map((record) => record.appId),
      touched.map((record) => record.recordId),
      touched.map((record) => record.trackingId),
      last.map((item) => item.runId),
      last.map((item) => item.state),
      last.map((item) => news.find((other) => other.runId === item.runId)?.at ?? item.at),
      last.map((item) => (item.end === null ? null : item.at)),
      last.map((item) => (item.end?.error ? JSON.stringify(item.end.error) : null)),
      last.map((item) => item.end?.output ?? null),
      last.map((item) => item.end?.outputRef ?? null),
      all.map((one) => one.runId),
      all.map((one) => one.appId),
      all.map((one) => one.recordId),
      all.map(withheldText),
    ],
    'automation-write-news',
  )
  return rows
    .filter((row) => row.state !== 'running' && row.state !== 'waiting')
    .map((row) => ({
      runId: row.id,
      state: row.state,
      playbookId: row.playbook_id,
      isCalled: row.is_called,
    }))
}

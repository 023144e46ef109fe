import type { JsonObject } from '@caseloom/contract/kernel/json'
import { z } from 'zod'
import { useGenericPlan } from '../../../platform/database/use-generic-plan.ts'
import type { TenantTx } from '../../../platform/database/types.ts'
import type { Cause } from '../causes/loop.rules.ts'
import type { TraceCarrier } from '../../../platform/telemetry/tracing.ts'
import type { RunEntry } from '../run-model/run-entry.ts'
import { type DeliveryLine, isRetained, logDeliveries } from './delivery-log.store.ts'

/** One delivery that a trigger accepts; with `done`, its run has already ended and needs no engine. */
export interface Acceptance {
  deliveryId: string
  triggerId: string
  playbookId: string
  /** The trigger as it was judged; another stamp since then means: judge again. */
  stamp: number
  /** The person who started the run. */
  initiator: string | null
  runId: string
  relayId: string
  /** What led to it; absent for what a person or something outside began. */
  cause?: Cause
  /** Shared with what the same event starts beside it. */
  group?: string
  /** The trace of the request, stored with the start of the run. */
  trace: TraceCarrier | undefined
  semantics: number
  dedupKey: string | null
  dedupHash: Buffer | null
  at: Date
  size: number
  request: JsonObject
  payload: Buffer | null
  payloadRef: string | null
  summary: string | null
  done: FinishedRun | null
}

export interface FinishedRun {
  state: 'succeeded' | 'failed' | 'cancelled'
  endedAt: Date
  error: JsonObject | null
  output: string | null
  entry: RunEntry
}

export type AcceptanceAnswer =
  | { kind: 'accepted'; admitted: boolean }
  | { kind: 'duplicate'; runId: string }
  | { kind: 'crowded' }
  | { kind: 'stale' }

/** Maximum concurrent runs of a tenant; further starts wait in the queue. */
export const RUNNING_PER_TENANT = 200

const AcceptedRow = z.object({
  valid: z.boolean(),
  taken: z.boolean(),
  /** As many of its trigger's runs are open as may be, those that wait for their turn included. */
  crowded: z.boolean(),
  /** False when the tenant's runs at work fill its share, or its trigger has a limit: the relay decides then. */
  free: z.boolean(),
})

const KnownRunRow = z.object({ trigger_id: z.string(), hash: z.string(), run_id: z.string() })

const COLUMNS = [
  ['delivery_id', 'uuid'],
  ['trigger_id', 'uuid'],
  ['stamp', 'int'],
  ['run_id', 'uuid'],
  ['relay_id', 'uuid'],
  ['semantics', 'int'],
  ['dedup_key', 'text'],
  ['dedup_hash', 'bytea'],
  ['at', 'timestamptz'],
  ['size', 'int'],
  ['request', 'text'],
  ['payload', 'bytea'],
  ['payload_ref', 'text'],
  ['summary', 'text'],
  ['state', 'text'],
  ['ended_at', 'timestamptz'],
  ['error', 'text'],
  ['output', 'text'],
  ['entry', 'text'],
  ['trace', 'text'],
  ['initiator', 'uuid'],
  ['cause', 'text'],
] as const

/** Columns of a run out of `storedCause`; that is null for nearly all. */
export function causeColumns(from: string): string {
  const json = `${from}::json`
  return `(${json} ->> 'root')::uuid, coalesce((${json} ->> 'depth')::int, 0), (${json} ->> 'parent')::uuid,
         string_to_array(${json} ->> 'path', ',')::uuid[], (${json} ->> 'group')::uuid`
}

export function storedCause({ cause, group }: Pick<Acceptance, 'cause' | 'group'>): string | null {
  if (cause === undefined) return group === undefined ? null : JSON.stringify({ group })
  return JSON.stringify({ ...cause, depth: cause.path.length, path: cause.path.join(',') })
}

/** One statement for a whole batch: dedup, number, run, delivery and relay row stand or fall together. */
const ACCEPT = `
with input as (
  select * from unnest(${COLUMNS.map(([, type], index) => `$${index + 2}::${type}[]`).join(', ')})
    with ordinality as i(${COLUMNS.map(([name]) => name).join(', ')}, n)
), valid as (
  select i.*, t.playbook_id, t.version_id, t.key as trigger_key, t.kind as trigger_kind,
         t.running_limit, t.queue_limit
    from input i join caseloom.trigger t on t.id = i.trigger_id
   where t.tenant_id = $1 and t.stamp = i.stamp and t.enabled
), crowded as (
  select l.trigger_id
    from (select distinct trigger_id, running_limit + queue_limit as room from valid where running_limit is not null) l
   where (select count(*) from (select 1 from caseloom.run r
                                 where r.limit_trigger = l.trigger_id and r.state in ('queued', 'running', 'waiting')
                                 limit l.room) open) >= l.room
), welcome as (
  select * from valid where state is not null or trigger_id not in (select trigger_id from crowded)
), fresh as (
  insert into caseloom.trigger_dedup (tenant_id, trigger_id, key_hash, run_id, at)
  select $1, trigger_id, dedup_hash, run_id, at from welcome where dedup_hash is not null order by n
  on conflict do nothing returning run_id
), taken as (
  select v.*, row_number() over (order by n) as nth from welcome v
   where dedup_hash is null or run_id in (select run_id from fresh)
), counted as (
  insert into caseloom.run_counter (tenant_id, last)
  select $1, count(*) from taken having count(*) > 0
  on conflict (tenant_id) do update set last = run_counter.last + excluded.last returning last
), runs as (
  insert into caseloom.run (id, tenant_id, number, playbook_id, version_id, trigger_key, trigger_kind, delivery_id,
                            state, semantics, start_id, created_at, started_at, ended_at, error, output, initiator,
                            limit_trigger, data_scope, cause_run, cause_depth, cause_parent, cause_path, cause_group)
  select run_id, $1, c.last - (select count(*) from taken) + nth, playbook_id, version_id, trigger_key, trigger_kind,
         delivery_id, coalesce(state, 'queued'), semantics, case when state is null then relay_id end, at,
         case when state is not null then at end, ended_at, error::json, output, initiator,
         case when state is null and running_limit is not null then trigger_id end, run_id, ${causeColumns('cause')}
    from taken, counted c
), deliveries as (
  insert into caseloom.delivery (id, tenant_id, trigger_id, at, outcome, dedup_key, run_id, size, request, payload,
                                 payload_ref, summary)
  select delivery_id, $1, trigger_id, at, 'accepted', dedup_key, run_id, size, request::json, payload, payload_ref,
         summary
    from taken
), entries as (
  insert into caseloom.run_entry (tenant_id, run_id, seq, at, entry)
  select $1, run_id, 0, at, entry::json from taken where entry is not null
), share as (
  select count(*) < ${RUNNING_PER_TENANT} as free
    from (select 1 from caseloom.run r where r.tenant_id = $1 and r.state = 'running' limit ${RUNNING_PER_TENANT}) busy
), relays as (
  insert into caseloom.relay (id, tenant_id, run_id, kind, created_at, due_at, trace, limit_trigger)
  select relay_id, $1, run_id, 'start', at,
         case when s.free and running_limit is null then at + interval '2 seconds' else at end, trace::json,
         case when running_limit is not null then trigger_id end
    from taken, share s where state is null
)
select v.run_id is not null as valid, t.run_id is not null as taken,
       v.run_id is not null and w.run_id is null as crowded, s.free and v.running_limit is null as free
  from share s, input i left join valid v using (n) left join welcome w using (n)
  left join taken t using (n) order by n`

/** Writes what the triggers accept; answers one verdict per delivery, in order. */
export async function acceptDeliveries(
  tx: TenantTx,
  items: readonly Acceptance[],
): Promise<AcceptanceAnswer[]> {
  const values = columnsOf(items)
  const [, rows] = await Promise.all([
    useGenericPlan(tx),
    tx.rows(AcceptedRow, ACCEPT, [tx.tenantId, ...values], 'automation-accept'),
  ])
  const known = await knownRuns(
    tx,
    items.filter((_item, index) => rows[index]?.valid === true && !rows[index].crowded && !rows[index].taken),
  )
  const answers = items.map((item, index): AcceptanceAnswer => {
    const row = rows[index]
    if (row?.valid !== true) return { kind: 'stale' }
    if (row.crowded) return { kind: 'crowded' }
    if (row.taken) return { kind: 'accepted', admitted: row.free }
    return { kind: 'duplicate', runId: known.get(dedupOf(item)) ?? item.runId }
  })
  await logDeliveries(
    tx,
    answers.flatMap((answer, index) => lineOf(answer, items[index])),
  )
  return answers
}

function columnsOf(items: readonly Acceptance[]): unknown[][] {
  const rows = items.map((item) => [
    item.deliveryId,
    item.triggerId,
    item.stamp,
    item.runId,
    item.relayId,
    item.semantics,
    item.dedupKey,
    item.dedupHash,
    item.at,
    item.size,
    JSON.stringify(item.request),
    item.payload,
    item.payloadRef,
    item.summary,
    item.done?.state ?? null,
    item.done?.endedAt ?? null,
    item.done?.error ? JSON.stringify(item.done.error) : null,
    item.done?.output ?? null,
    item.done ? JSON.stringify(item.done.entry) : null,
    item.trace === undefined ? null : JSON.stringify(item.trace),
    item.initiator,
    storedCause(item),
  ])
  return COLUMNS.map((_column, index) => rows.map((row) => row[index]))
}

const dedupOf = (item: Acceptance) => `${item.triggerId}/${item.dedupHash?.toString('hex')}`

async function knownRuns(tx: TenantTx, items: readonly Acceptance[]): Promise<Map<string, string>> {
  if (items.length === 0) return new Map()
  const rows = await tx.rows(
    KnownRunRow,
    `select trigger_id, encode(key_hash, 'hex') as hash, run_id from caseloom.trigger_dedup
      where tenant_id = $1 and (trigger_id, key_hash) in (select * from unnest($2::uuid[], $3::bytea[]))`,
    [tx.tenantId, items.map((item) => item.triggerId), items.map((item) => item.dedupHash)],
    'automation-known-runs',
  )
  return new Map(rows.map((row) => [`${row.trigger_id}/${row.hash}`, row.run_id]))
}

export const CROWDED_REASON = 'The limit of running and queued runs of this trigger is reached'
export const DUPLICATE_REASON = 'A delivery with the same deduplication key was already accepted'

function lineOf(answer: AcceptanceAnswer, item: Acceptance | undefined): DeliveryLine[] {
  if (item === undefined) return []
  const { deliveryId: id, triggerId, stamp, at, dedupKey, size, summary } = item
  const line = { id, triggerId, stamp, at, dedupKey, size, summary }
  if (answer.kind === 'crowded') {
    const { request, payload, payloadRef } = item
    const received = isRetained(request) ? { request, payload, payloadRef } : undefined
    return [{ ...line, outcome: 'refused', reason: CROWDED_REASON, runId: null, received }]
  }
  if (answer.kind !== 'duplicate') return []
  return [{ ...line, outcome: 'duplicate', reason: DUPLICATE_REASON, runId: answer.runId }]
}

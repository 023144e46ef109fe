import type { JsonObject } from '@caseloom/contract/kernel/json'
import { IdRow } from '../../../platform/database/rows.ts'
import type { TenantTx } from '../../../platform/database/types.ts'
import { noteFailedDeliveries } from '../notices/notice.store.ts'
import { trimSometimes } from './retained-payloads.store.ts'

/** A line of the delivery log for what did not become a run. */
export interface DeliveryLine {
  id: string
  triggerId: string
  /** The trigger as it was judged; by another one since then the line is not written. */
  stamp: number
  at: Date
  outcome: 'filtered' | 'duplicate' | 'refused' | 'failed'
  reason: string
  dedupKey: string | null
  runId: string | null
  size: number
  summary: string | null
  /** The record that it is about. */
  about?: { appId: string; recordId: string } | undefined
  /** The refused start of a loop. */
  loopStop?: string | undefined
  /** What was received, so that it can be redelivered; absent where it isn't retained. */
  received?: ReceivedParts | undefined
}

/** A received delivery in columns: its payload inline or by reference. */
export interface ReceivedParts {
  request: JsonObject
  payload: Buffer | null
  payloadRef: string | null
}

const FROM_OUTSIDE = new Set<unknown>(['webhook', 'poll', 'mail'])

/** Only what came from outside: what a line retains names no records, so no one could check who may read it. */
export function isRetained(request: { kind?: unknown }): boolean {
  return FROM_OUTSIDE.has(request.kind ?? 'webhook')
}

/** Adds lines to the delivery log; answers the ids of those that were written. */
export async function logDeliveries(
  tx: TenantTx,
  lines: readonly DeliveryLine[],
): Promise<ReadonlySet<string>> {
  if (lines.length === 0) return new Set()
  const column = <T>(pick: (line: DeliveryLine) => T) => lines.map(pick)
  const rows = await tx.rows(
    IdRow,
    `insert into caseloom.delivery (id, tenant_id, trigger_id, at, outcome, reason, dedup_key, run_id, size, summary,
                                    app_id, record_id, loop_stop, request, payload, payload_ref)
     select l.id, $1, t.id, l.at, l.outcome, l.reason, l.dedup_key, l.run_id, l.size, l.summary, l.app_id, l.record_id,
            l.loop_stop, l.request::json, l.payload, l.payload_ref
       from unnest($2::uuid[], $3::uuid[], $4::timestamptz[], $5::text[], $6::text[], $7::text[], $8::uuid[],
                   $9::int[], $10::text[], $11::int[], $12::uuid[], $13::uuid[], $14::uuid[], $15::text[],
                   $16::bytea[], $17::text[])
         as l(id, trigger_id, at, outcome, reason, dedup_key, run_id, size, summary, stamp, app_id, record_id, loop_stop,
              request, payload, payload_ref)
       join caseloom.trigger t on t.id = l.trigger_id and t.tenant_id = $1 and t.stamp = l.stamp
     returning id`,
    [
      tx.tenantId,
      column((line) => line.id),
      column((line) => line.triggerId),
      column((line) => line.at),
      column((line) => line.outcome),
      column((line) => line.reason),
      column((line) => line.dedupKey),
      column((line) => line.runId),
      column((line) => line.size),
      column((line) => line.summary),
      column((line) => line.stamp),
      column((line) => line.about?.appId ?? null),
      column((line) => line.about?.recordId ?? null),
      column((line) => line.loopStop ?? null),
      column((line) => (line.received === undefined ? null : JSON.stringify(line.received.request))),
      column((line) => line.received?.payload ?? null),
      column((line) => line.received?.payloadRef ?? null),
    ],
    'automation-log-deliveries',
  )
  const logged = new Set(rows.map((row) => row.id))
  const retained = lines.filter((line) => line.received !== undefined && logged.has(line.id))
  await trimSometimes(
    tx,
    retained.map((line) => line.triggerId),
  )
  const failed = lines.filter((line) => line.outcome === 'failed' && logged.has(line.id))
  await noteFailedDeliveries(
    tx,
    failed.map((line) => line.triggerId),
  )
  return logged
}

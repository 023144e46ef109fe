import { Bytes, JsonColumn } from '../../../platform/database/rows.ts'
import { z } from 'zod'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import { ActorRef } from '@caseloom/contract/records/records'
import type { TenantTx, Tx } from '../../../platform/database/types.ts'
import type { AppTable } from '../model/record-shape.ts'
import { SET_BY_WORKFLOW } from '../versions/history-form.rules.ts'
import { addToCoverage } from './coverage.store.ts'

const NextRow = z.object({ next: z.number().nullable() })

/** What is stored of a run beside the record's history. */
export const RunFacts = z.object({
  /** Values that the change gave to fields that the workflow then set. */
  g: z.record(z.string(), JsonColumn).optional(),
  /** Fields that the workflow set and that were until then as they had been stored. */
  e: z.array(z.string()).optional(),
  /** Those of the actor's groups and roles that the workflow names. */
  p: z.array(z.string()).optional(),
})
export type RunFacts = z.infer<typeof RunFacts>

/** One evaluation of a record that was saved. */
export interface RunRow {
  record: string
  sequence: number
  at: Date
  /** The cause and the outcomes of the rules, packed. */
  run: Uint8Array
  facts: RunFacts | null
}

/** Writes the runs of a batch, and adds them to what coverage counts, in one statement. */
export async function insertRuns(tx: TenantTx, app: AppTable, rows: readonly RunRow[]): Promise<void> {
  if (rows.length === 0) return
  const list: JsonObject[] = rows.map(({ record, sequence, at, run, facts }) => ({
    r: record,
    s: sequence,
    t: at.toISOString(),
    c: Buffer.from(run).toString('hex'),
    // Made of JSON values only; absent is null.
    ...(facts === null ? {} : { f: facts as unknown as JsonObject }),
  }))
  await tx.query(
    `with runs as (
       insert into caseloom.workflow_run (tenant_id, app_id, record_id, sequence, revision, at, run, facts)
       select $1, $2, x.r, x.s, $3, x.t, decode(x.c, 'hex'), x.f
         from jsonb_to_recordset($4::jsonb) as x(r uuid, s int, t timestamptz, c text, f jsonb)
       returning tenant_id, app_id, record_id, revision, run, at)
     ${addToCoverage('runs')}`,
    [tx.tenantId, app.id, app.revision, JSON.stringify(list)],
    'workflow-runs-insert',
  )
}

/** A run as it is stored, with the actor of the record's history. */
export const StoredRun = z.object({
  sequence: z.number(),
  at: z.date(),
  run: Bytes,
  facts: RunFacts.nullable(),
  revision: z.number(),
  /** When what the run read and changed was deleted. */
  expiredAt: z.date().nullable(),
  actor: ActorRef,
  /** Fields that the workflow set, as the history says: it keeps them when the run expires. */
  set: z.array(z.string()),
})
export type StoredRun = z.infer<typeof StoredRun>

/** Runs of a record before a sequence (all when null), newest first. */
export async function runsBefore(
  tx: TenantTx,
  recordId: string,
  before: number | null,
  limit: number,
): Promise<StoredRun[]> {
  return tx.rows(
    StoredRun,
    `select w.sequence, w.revision, w.at, w.run, w.facts, w.expired_at as "expiredAt", h.actor,
            coalesce((select c -> 'to' from jsonb_array_elements(caseloom.history_changes(h.changes)) c
                       where c ->> 'field' = '${SET_BY_WORKFLOW}'), '[]') as set
       from caseloom.workflow_run w
       join caseloom.record_history h
         on h.tenant_id = w.tenant_id and h.record_id = w.record_id and h.version = w.sequence and h.at = w.at
      where w.tenant_id = $1 and w.record_id = $2 and ($3::int is null or w.sequence < $3)
      order by w.sequence desc limit $4`,
    [tx.tenantId, recordId, before, limit],
    'workflow-runs',
  )
}

/** The run that comes after a sequence; null when it is the last. */
export async function sequenceAfter(
  tx: TenantTx,
  recordId: string,
  sequence: number,
): Promise<number | null> {
  const rows = await tx.rows(
    NextRow,
    `select min(sequence) as next from caseloom.workflow_run
      where tenant_id = $1 and record_id = $2 and sequence > $3`,
    [tx.tenantId, recordId, sequence],
  )
  return rows[0]?.next ?? null
}

/**
 * Deletes what a batch of runs read and changed that are older than their app says, or than the days where it says nothing;
 * which rules held stays. Answers how many.
 */
export async function expireRuns(tx: Tx, days: number, batch: number): Promise<number> {
  const rows = await tx.query(
    `update caseloom.workflow_run set facts = null, expired_at = $1 where (record_id, sequence) in (
       select w.record_id, w.sequence from caseloom.app a cross join lateral (
         select record_id, sequence from caseloom.workflow_run r
          where r.app_id = a.id and r.expired_at is null and r.at < $1::timestamptz - make_interval(days =>
            case when a.definition->>'keepWorkflowRuns' = 'forever' then null
              else coalesce((a.definition->>'keepWorkflowRuns')::int, $2) end)
          limit $3) w limit $3) returning 1`,
    [tx.now, days, batch],
  )
  return rows.length
}

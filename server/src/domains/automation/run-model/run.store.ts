// What a run is: its row, its input, the entries of its history, and the identity it acts as.
import { JsonObject } from '@caseloom/contract/kernel/json'
import { z } from 'zod'
import { JsonObjectColumn } from '../../../platform/database/rows.ts'
import { useGenericPlan } from '../../../platform/database/use-generic-plan.ts'
import type { TenantTx, Tx } from '../../../platform/database/types.ts'
import { RunEntry } from './run-entry.ts'

/** What decides a run besides what happens in it; written once, never changed. */
const RunRow = z.object({
  id: z.string(),
  tenant_id: z.string(),
  playbook_id: z.string(),
  version_id: z.string(),
  initiator: z.string().nullable(),
  state: z.string(),
  /** Start key of the one invocation that works on it. */
  start_id: z.string().nullable(),
  created_at: z.date(),
  request: JsonObjectColumn.nullable(),
  payload: z.instanceof(Buffer).nullable(),
  payload_ref: z.string().nullable(),
  test: z.boolean(),
  /** It has an open question: put in a life that it may have lost, with the turns that led there. */
  has_asked: z.boolean(),
})
export type RunRow = z.infer<typeof RunRow>

const EntryRow = z.object({ entry: z.unknown() })

const StepsRow = z.object({ steps: z.unknown() })

const COLUMNS = `r.id, r.tenant_id, r.playbook_id, r.version_id, r.initiator, r.state, r.start_id, r.created_at, r.test,
       coalesce(d.request, i.request) as request, coalesce(d.payload, i.payload) as payload,
       coalesce(d.payload_ref, i.payload_ref) as payload_ref,
       exists (select from caseloom.run_wait w where w.run_id = r.id and w.state = 'open') as has_asked
  from caseloom.run r left join caseloom.delivery d on d.id = r.delivery_id
  left join caseloom.run_input i on i.run_id = r.id`

/** Runs by id, of whatever tenant: only for the worker, which acts for all of them. */
export async function runsToWork(tx: Tx, ids: readonly string[]): Promise<RunRow[]> {
  const [, rows] = await Promise.all([
    useGenericPlan(tx),
    tx.rows(RunRow, `select ${COLUMNS} where r.id = any($1::uuid[])`, [ids], 'automation-runs-to-work'),
  ])
  return rows
}

export async function runRow(tx: TenantTx, id: string): Promise<RunRow | null> {
  const rows = await tx.rows(
    RunRow,
    `select ${COLUMNS} where r.tenant_id = $1 and r.id = $2`,
    [tx.tenantId, id],
    'automation-run-row',
  )
  return rows[0] ?? null
}

/** What a run has lived through, in order; with `before` only the turns below that number. */
export async function entriesOf(tx: TenantTx, runId: string, before?: number): Promise<RunEntry[]> {
  const rows = await tx.rows(
    EntryRow,
    `select entry from caseloom.run_entry
      where tenant_id = $1 and run_id = $2 and seq < $3 order by seq`,
    [tx.tenantId, runId, before ?? 2_147_483_647],
    'automation-run-entries',
  )
  return rows.map((row) => RunEntry.parse(row.entry) as RunEntry)
}

/** Only which steps changed, without what happened: enough to show a run, and small. */
export async function notesOf(tx: TenantTx, runId: string): Promise<RunEntry[]> {
  const rows = await tx.rows(
    StepsRow,
    `select entry -> 'steps' as steps from caseloom.run_entry where tenant_id = $1 and run_id = $2 order by seq`,
    [tx.tenantId, runId],
    'automation-run-notes',
  )
  return rows.map((row) => RunEntry.parse({ events: [], steps: row.steps }) as RunEntry)
}

/** The request of a delivery as it is stored: header values and query, never the proof of who sent it. */
export const StoredRequest = z.object({
  headers: z.record(z.string(), z.string()),
  query: JsonObject,
  receivedAt: z.number(),
  /** Absent for webhooks. */
  kind: z.string().optional(),
  inputs: JsonObject.optional(),
  /** The people behind it who did not start it. */
  by: z.array(z.string()).optional(),
})
export type StoredRequest = z.infer<typeof StoredRequest>

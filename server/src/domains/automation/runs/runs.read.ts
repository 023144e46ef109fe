import {
  type RunQuery,
  RunState,
  type RunSummary,
  type RunView,
  StepError,
} from '@caseloom/contract/automation/automation'
import { DeliveryId, normalizeGuid, PlaybookId, RunId } from '@caseloom/contract/kernel/ids'
import { z } from 'zod'
import { IdRow } from '../../../platform/database/rows.ts'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import { firstIdAt } from '../../../platform/uuid.ts'
import { pageAfter } from '../run-model/cursor.rules.ts'
import { runsOfRecord } from '../gate/run-touch.store.ts'
import type { TouchedRecord } from '../gate/touched.rules.ts'

export interface RunFilter extends Partial<RunQuery> {
  limit: number
  cursor?: string | undefined
}

const SummaryRow = z.object({
  id: z.string(),
  number: z.string(),
  playbook_id: z.string(),
  key: z.string(),
  title: z.string(),
  version: z.number(),
  version_id: z.string(),
  state: RunState,
  trigger_key: z.string(),
  trigger_kind: z.string(),
  delivery_id: z.string().nullable(),
  created_at: z.date(),
  started_at: z.date().nullable(),
  ended_at: z.date().nullable(),
  error: StepError.nullable(),
  output: z.string().nullable(),
  test: z.boolean(),
  rerun_of: z.string().nullable(),
  rerun_number: z.string().nullable(),
  loop_stopped: z.boolean(),
})
export type SummaryRow = z.infer<typeof SummaryRow>

const RecordRow = z.object({ app_id: z.string(), record_id: z.string(), tracking_id: z.string() })

const CancelRow = z.object({ actor_name: z.string(), at: z.date() })

const RunDaysRow = z.object({ run_days: z.number().nullable() })

const RerunRow = z.object({ id: z.string(), number: z.string(), state: RunState })

const CalledRow = z.object({ id: z.string(), path: z.string().nullable() })

/** The step that ended a run; turns of a loop are one step. */
export const FAILED_STEP = `regexp_replace(r.error #>> '{detail,step}', '#[0-9]+', '', 'g')`

const SELECT = `
select r.id, r.number, r.playbook_id, p.key, p.title, coalesce(v.number, 0) as version, r.version_id, r.state, r.trigger_key,
       r.trigger_kind, r.delivery_id, r.created_at, r.started_at, r.ended_at, r.error, r.output,
       r.test, r.rerun_of, o.number as rerun_number,
       exists (select from caseloom.run_loop_stop s where s.run_id = r.id) as loop_stopped
  from caseloom.run r
  left join caseloom.run o on o.id = r.rerun_of
  join caseloom.playbook p on p.id = r.playbook_id
  join caseloom.playbook_version v on v.id = r.version_id
 where r.tenant_id = $1`

/** One page of runs, newest first. */
export async function listRuns(
  scope: TenantScope,
  filter: RunFilter,
): Promise<{ items: RunSummary[]; next: string | null }> {
  const rows = await scope.read((tx) => pageOfRuns(tx, filter))
  const items = rows.slice(0, filter.limit).map(runSummary)
  return { items, next: rows.length > filter.limit ? (items.at(-1)?.id ?? null) : null }
}

function pageOfRuns(tx: TenantTx, filter: RunFilter): Promise<SummaryRow[]> {
  const { where, values } = conditionsOf(tx, filter)
  return tx.rows(SummaryRow, `${SELECT}${where} order by r.id desc limit ${filter.limit + 1}`, values)
}

/** Failed runs that a filter finds, the oldest of the newest so many first; runs that were only tried are none. */
export async function failedRunsOf(tx: TenantTx, filter: Omit<RunFilter, 'test'>): Promise<string[]> {
  const { where, values } = conditionsOf(tx, { ...filter, state: 'failed' })
  const rows = await tx.rows(
    IdRow,
    `select r.id from caseloom.run r join caseloom.playbook_version v on v.id = r.version_id
      where r.tenant_id = $1${where} order by r.id desc limit ${filter.limit}`,
    values,
  )
  return rows.map(({ id }) => id).reverse()
}

function conditionsOf(tx: TenantTx, filter: Partial<RunFilter>): { where: string; values: unknown[] } {
  const values: unknown[] = [tx.tenantId]
  // Test runs are shown only to who asks for them.
  const conditions = [filter.test === 'true' ? 'r.test' : 'not r.test']
  const add = (condition: (place: string) => string, value: unknown): void => {
    values.push(value)
    conditions.push(condition(`$${values.length}`))
  }
  const after = pageAfter(filter.cursor)
  if (after !== null) add((at) => `r.id < ${at}::uuid`, after)
  if (filter.playbookId !== undefined) add((at) => `r.playbook_id = ${at}::uuid`, filter.playbookId)
  if (filter.state !== undefined) add((at) => `r.state = ${at}`, filter.state)
  if (filter.kind !== undefined) add((at) => `r.trigger_kind = ${at}`, filter.kind)
  if (filter.from !== undefined) add((at) => `r.id >= ${at}::uuid`, firstIdAt(Date.parse(filter.from)))
  if (filter.to !== undefined) add((at) => `r.id < ${at}::uuid`, firstIdAt(Date.parse(filter.to)))
  // Only failed runs have an error to look for, and those have an index of their own.
  if (filter.errorCode !== undefined || filter.errorStep !== undefined) conditions.push(`r.state = 'failed'`)
  if (filter.errorCode !== undefined) add((at) => `r.error ->> 'code' = ${at}`, filter.errorCode)
  if (filter.errorStep !== undefined) add((at) => `${FAILED_STEP} = ${at}`, filter.errorStep)
  if (filter.number !== undefined) add((at) => `r.number = ${at}`, filter.number)
  if (filter.version !== undefined) add((at) => `coalesce(v.number, 0) = ${at}`, filter.version)
  if (filter.startedBy !== undefined) add((at) => `r.initiator = ${at}::uuid`, filter.startedBy)
  if (filter.loop !== undefined)
    conditions.push('r.id in (select s.run_id from caseloom.run_loop_stop s where s.tenant_id = $1)')
  // What is no id is no record's id.
  if (filter.recordId !== undefined)
    add((at) => `r.id in ${runsOfRecord(at)}`, normalizeGuid(filter.recordId))
  return { where: conditions.map((condition) => ` and ${condition}`).join(''), values }
}

export async function runById(tx: TenantTx, id: string): Promise<SummaryRow | null> {
  const rows = await tx.rows(SummaryRow, `${SELECT} and r.id = $2`, [tx.tenantId, id], 'automation-run-by-id')
  return rows[0] ?? null
}

export function runsById(tx: TenantTx, ids: readonly string[]): Promise<SummaryRow[]> {
  return tx.rows(
    SummaryRow,
    `${SELECT} and r.id = any($2::uuid[])`,
    [tx.tenantId, ids],
    'automation-runs-by-id',
  )
}

export async function recordsOf(tx: TenantTx, runId: string): Promise<TouchedRecord[]> {
  const rows = await tx.rows(
    RecordRow,
    `select app_id, record_id, tracking_id from caseloom.run_record
      where tenant_id = $1 and run_id = $2 order by tracking_id`,
    [tx.tenantId, runId],
  )
  return rows.map((row) => ({ appId: row.app_id, recordId: row.record_id, trackingId: row.tracking_id }))
}

/** Who requested the cancellation of a run and when; null when no one did. */
export async function cancelOf(tx: TenantTx, runId: string): Promise<{ by: string; at: string } | null> {
  const [row] = await tx.rows(
    CancelRow,
    'select actor_name, at from caseloom.run_cancel where tenant_id = $1 and run_id = $2',
    [tx.tenantId, runId],
    'automation-cancel-of',
  )
  return row === undefined ? null : { by: row.actor_name, at: row.at.toISOString() }
}

const RedeliveryRow = z.object({
  redelivery_of: z.string(),
  redelivered_name: z.string().nullable(),
  at: z.date(),
  run_id: z.string().nullable(),
  number: z.string().nullable(),
})

/** Who gave a run its delivery again, when, and which run the original has; null for what was delivered once. */
export async function redeliveryOf(tx: TenantTx, runId: string): Promise<RunView['redelivery']> {
  const [row] = await tx.rows(
    RedeliveryRow,
    `select d.redelivery_of, d.redelivered_name, d.at, x.id as run_id, x.number
       from caseloom.run r join caseloom.delivery d on d.id = r.delivery_id and d.tenant_id = $1
       left join caseloom.delivery o on o.id = d.redelivery_of and o.tenant_id = $1
       left join caseloom.run x on x.id = o.run_id and x.tenant_id = $1
      where r.tenant_id = $1 and r.id = $2 and d.redelivery_of is not null`,
    [tx.tenantId, runId],
    'automation-redelivery-of',
  )
  if (row === undefined) return null
  const { run_id: id, number } = row
  return {
    of: DeliveryId.parse(row.redelivery_of),
    by: row.redelivered_name ?? '',
    at: row.at.toISOString(),
    run: id === null || number === null ? null : { id: RunId.parse(id), number: Number(number) },
  }
}

/** Retention of a playbook's runs, in days; 0 for unlimited, null for the default. */
export async function runDaysOf(tx: TenantTx, playbookId: string): Promise<number | null> {
  const [row] = await tx.rows(
    RunDaysRow,
    'select run_days from caseloom.playbook where tenant_id = $1 and id = $2',
    [tx.tenantId, playbookId],
    'automation-run-days',
  )
  return row?.run_days ?? null
}

const MAX_RERUNS = 20
const MAX_CALLED = 20_000

/** The newest runs that repeat this one. */
export async function rerunsOf(
  tx: TenantTx,
  runId: string,
): Promise<{ id: RunId; number: number; state: RunState }[]> {
  const rows = await tx.rows(
    RerunRow,
    `select id, number, state from caseloom.run
      where tenant_id = $1 and rerun_of = $2 order by id desc limit ${MAX_RERUNS}`,
    [tx.tenantId, runId],
    'automation-reruns-of',
  )
  return rows.map(({ id, number, state }) => ({
    id: RunId.parse(id),
    number: Number(number),
    state,
  }))
}

/** Runs of components that a run called, in the order in which they began, each with the step that called it. */
export async function runsCalledBy(
  tx: TenantTx,
  runId: string,
): Promise<{ step: string | null; run: RunSummary }[]> {
  const called = await tx.rows(
    CalledRow,
    `select r.id, w.path from caseloom.run r left join caseloom.run_wait w on w.id = r.parent_wait
      where r.tenant_id = $1 and r.parent_run = $2 order by r.id limit ${MAX_CALLED}`,
    [tx.tenantId, runId],
  )
  const rows = await runsById(
    tx,
    called.map(({ id }) => id),
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return called.flatMap(({ id, path }) => {
    const row = byId.get(id)
    return row === undefined ? [] : [{ step: path, run: runSummary(row) }]
  })
}

export function runSummary(row: SummaryRow): RunSummary {
  return {
    id: RunId.parse(row.id),
    number: Number(row.number),
    playbook: {
      id: PlaybookId.parse(row.playbook_id),
      key: row.key,
      title: row.title,
      version: row.version,
    },
    state: row.state,
    trigger: {
      key: row.trigger_key,
      kind: row.trigger_kind,
      deliveryId: row.delivery_id === null ? null : DeliveryId.parse(row.delivery_id),
    },
    startedAt: (row.started_at ?? row.created_at).toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    error: row.error,
    test: row.test,
    // The original may be forgotten already.
    rerunOf:
      row.rerun_of === null || row.rerun_number === null
        ? null
        : { id: RunId.parse(row.rerun_of), number: Number(row.rerun_number) },
    loopStopped: row.loop_stopped,
  }
}

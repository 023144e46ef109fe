import { IdRow, JsonObjectColumn } from '../../../platform/database/rows.ts'
import { z } from 'zod'
import type { Logger } from 'pino'
import type { SystemScope, TenantScope, TenantTx, Tx } from '../../../platform/database/types.ts'
import { dueRows } from '../../../platform/scheduling/due-queue.ts'
import type { HookLimits } from '../intake/hook-limits.ts'
import { noteFailedRuns } from '../notices/notice.store.ts'
import { type TriggerRow, triggersOfKind } from '../intake/trigger.store.ts'
import type { EvaluatedEvent } from '../deliveries/evaluated-event.ts'
import {
  evaluateTriggerEvent,
  saveEvaluatedEvent,
  type TriggerEventDeps,
} from '../deliveries/trigger-event.ts'

export interface FailureDeps extends TriggerEventDeps {
  system: SystemScope
  tenant(tenantId: string): Promise<TenantScope | null>
  limits: Pick<HookLimits, 'loops'>
  log: Logger
}

const FailedRun = z.object({
  id: z.string(),
  tenant_id: z.string(),
  number: z.string(),
  playbook_id: z.string(),
  key: z.string(),
  title: z.string(),
  trigger_kind: z.string(),
  error: JsonObjectColumn.nullable(),
})
type FailedRun = z.infer<typeof FailedRun>

const Options = z.object({ playbooks: z.array(z.string()).optional() })
const BATCH = 100

/** Starts failure triggers for runs that failed since the last pass, once per run across all processes. */
export async function notifyFailures(deps: FailureDeps): Promise<void> {
  const failed = await deps.system.read(untold)
  for (const [tenantId, runs] of Map.groupBy(failed, (run) => run.tenant_id)) {
    await notifyTenant(deps, tenantId, runs).catch((err: unknown) =>
      deps.log.warn({ err, tenantId }, 'failed to start triggers for failed runs; retrying'),
    )
  }
}

const UNTOLD = dueRows({
  table: 'run',
  columns: 'q.id, q.tenant_id, q.number, q.playbook_id, q.trigger_kind, q.error',
  where: "q.state = 'failed' and q.failure_told is null and not q.test and $1::timestamptz is not null",
  order: 'id',
})

function untold(tx: Tx): Promise<FailedRun[]> {
  return tx.rows(
    FailedRun,
    `select d.id, d.tenant_id, d.number, d.playbook_id, p.key, p.title, d.trigger_kind, d.error
       from (${UNTOLD}) d join caseloom.playbook p on p.id = d.playbook_id order by d.turn, d.id`,
    [tx.now, BATCH],
    'automation-untold-failures',
  )
}

async function notifyTenant(deps: FailureDeps, tenantId: string, runs: readonly FailedRun[]): Promise<void> {
  const scope = await deps.tenant(tenantId)
  // Suspended a moment ago: its failures are reported when it is active again.
  if (scope === null) return
  const rows = await scope.read((tx) => triggersOfKind(tx, 'failure'))
  const judged: { runId: string; one: EvaluatedEvent }[] = []
  for (const run of runs)
    for (const row of rows)
      if (concerns(row, run)) judged.push({ runId: run.id, one: await judge(deps, scope, row, run) })
  const ids = runs.map((run) => run.id)
  await scope.tx(async (tx) => {
    const mine = await markMine(tx, ids)
    await noteFailedRuns(tx, [...mine])
    const saved = await saveEvaluatedEvent(
      deps,
      tx,
      judged.filter(({ runId }) => mine.has(runId)).map(({ one }) => one),
    )
    if (saved.some(({ kind }) => kind === 'stale'))
      throw new Error('A trigger changed while it was being evaluated')
  })
}

/** What a failure trigger started never starts one: failures would go in circles. */
function concerns(row: TriggerRow, run: FailedRun): boolean {
  if (run.trigger_kind === 'failure' || run.playbook_id === row.playbook_id) return false
  const { playbooks } = Options.parse(row.options)
  return playbooks === undefined || playbooks.includes(run.key)
}

async function judge(
  deps: FailureDeps,
  scope: TenantScope,
  row: TriggerRow,
  run: FailedRun,
): Promise<EvaluatedEvent> {
  const number = Number(run.number)
  const payload = {
    run: { id: run.id, number, playbook: { key: run.key, title: run.title }, error: run.error },
  }
  return evaluateTriggerEvent(deps, scope, row, {
    payload,
    once: `failure/${run.id}`,
    summary: `${run.title} #${number}`,
    from: run.id,
    event: run.id,
    cause: { runId: run.id, limits: await deps.limits.loops(scope) },
  })
}

const MARK = `update caseloom.run set failure_told = true
  where id = any($1::uuid[]) and failure_told is null returning id`

async function markMine(tx: TenantTx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await tx.rows(IdRow, MARK, [ids])
  return new Set(rows.map((row) => row.id))
}

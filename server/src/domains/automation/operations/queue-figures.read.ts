import { z } from 'zod'
import { IdRow } from '../../../platform/database/rows.ts'
import type { QueueFigures } from '@caseloom/contract/automation/run-control'
import type { SystemScope, TenantScope, TenantTx } from '../../../platform/database/types.ts'
import { writeFault } from '../../../platform/presence/write-fault.ts'
import { RUNNING_PER_TENANT } from '../intake/delivery.store.ts'
import { notedRunWaits } from '../runs/database-waits.ts'
import { aliveWorkers } from './worker-presence.ts'

const RunningQueuedRow = z.object({
  running: z.string(),
  queued: z.string(),
  waiting: z.string(),
  oldest: z.date().nullable(),
})

/** Counting further would cost more than the figure is worth. */
const MOST = 10_000

const FIGURES = `
select count(*) filter (where state = 'running') as running, count(*) filter (where state = 'queued') as queued,
       count(*) filter (where state = 'waiting') as waiting,
       (select r.created_at from caseloom.run r
         where r.tenant_id = $1 and r.state = 'queued' and not r.test order by r.id limit 1) as oldest
  from (${['running', 'queued', 'waiting']
    .map(
      (state) =>
        `(select state from caseloom.run where tenant_id = $1 and state = '${state}' and not test limit ${MOST})`,
    )
    .join(' union all ')}) open`

/** How much of the tenant is at work and waits, and whether workers are there. */
export async function queueFigures(deps: { system: SystemScope }, scope: TenantScope): Promise<QueueFigures> {
  const [[row], workers, database] = await Promise.all([
    scope.read((tx) => tx.rows(RunningQueuedRow, FIGURES, [tx.tenantId])),
    deps.system.read(aliveWorkers),
    databaseOf(deps, scope),
  ])
  return {
    atWork: Number(row?.running ?? 0),
    share: RUNNING_PER_TENANT,
    queued: Number(row?.queued ?? 0),
    waiting: Number(row?.waiting ?? 0),
    oldestQueued: row?.oldest?.toISOString() ?? null,
    workers,
    database,
  }
}

async function databaseOf(
  { system }: { system: SystemScope },
  scope: TenantScope,
): Promise<QueueFigures['database']> {
  const noted = await system.read((tx) => notedRunWaits(tx))
  const own = await scope.read((tx) =>
    ownRuns(
      tx,
      noted.map(({ run }) => run),
    ),
  )
  const waits = noted.filter(({ run }) => own.has(run))
  const [first] = waits
  if (first !== undefined) {
    const runs = new Set(waits.map(({ run }) => run)).size
    return { reason: first.reason, since: first.since, runs }
  }
  const fault = writeFault()
  return fault === null ? null : { reason: fault.reason, since: fault.since.toISOString(), runs: 0 }
}

async function ownRuns(tx: TenantTx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await tx.rows(
    IdRow,
    'select id from caseloom.run where tenant_id = $1 and id = any($2::uuid[])',
    [tx.tenantId, ids],
    'automation-own-runs',
  )
  return new Set(rows.map(({ id }) => id))
}

import type { QueueFigures } from '@caseloom/contract/run-control'
import type { SystemScope, TenantScope } from '../../../platform/database/types.ts'
import { RUNNING_PER_TENANT } from '../intake/delivery.store.ts'
import { aliveWorkers } from './worker-presence.ts'

/** Counting on would cost more than the figure tells. */
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
  const [[row], workers] = await Promise.all([
    scope.read((tx) =>
      tx.query<{ running: string; queued: string; waiting: string; oldest: Date | null }>(FIGURES, [
        tx.tenantId,
      ]),
    ),
    deps.system.read(aliveWorkers),
  ])
  return {
    atWork: Number(row?.running ?? 0),
    share: RUNNING_PER_TENANT,
    queued: Number(row?.queued ?? 0),
    waiting: Number(row?.waiting ?? 0),
    oldestQueued: row?.oldest?.toISOString() ?? null,
    workers,
  }
}

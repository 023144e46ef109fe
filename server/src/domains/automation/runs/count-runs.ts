import type { countRuns as route } from '@caseloom/contract/automation/run-counts'
import { normalizeGuid } from '@caseloom/contract/kernel/ids'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { RouteReply } from '@caseloom/contract/kernel/route'
import { MAX_COUNTED_ENTRIES, MAX_TIMELINE_STEPS } from '@caseloom/contract/records/timeline'
import { type Counted, inSteps } from '@caseloom/contract/values/timeline-steps'
import { z } from 'zod'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import { type GateDeps, readsRecord } from '../gate/run-gate.ts'
import { runsOfRecord } from '../gate/run-touch.store.ts'

const CountedRow = z.object({ at: z.number(), count: z.number() })

/** How many runs touched a record, by time; none for those who can't read it, as in the list of its runs. */
export async function countRuns(
  deps: GateDeps,
  scope: TenantScope,
  actor: Actor,
  { recordId: given }: { recordId: string },
): Promise<RouteReply<typeof route>> {
  const recordId = normalizeGuid(given)
  const mayRead = recordId !== null && (await readsRecord(deps, scope, actor, recordId))
  const counted = mayRead ? await scope.read((tx) => runsByMinute(tx, recordId)) : []
  const { step, items } = inSteps(counted, MAX_TIMELINE_STEPS)
  return { step, items: items.map((item) => ({ ...item, at: new Date(item.at * 1000).toISOString() })) }
}

async function runsByMinute(tx: TenantTx, recordId: string): Promise<Counted<'runs'>[]> {
  const rows = await tx.rows(
    CountedRow,
    `select (floor(extract(epoch from at) / 60) * 60)::float8 as at, count(*)::int as count
       from (select coalesce(r.started_at, r.created_at) as at from caseloom.run r
              where r.tenant_id = $1 and not r.test and r.id in ${runsOfRecord('$2')}
              order by r.id desc limit ${MAX_COUNTED_ENTRIES}) r group by 1`,
    [tx.tenantId, recordId],
    'automation-count-runs-of-record',
  )
  return rows.map((row) => ({ ...row, kind: 'runs' }))
}

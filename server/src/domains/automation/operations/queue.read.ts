// For those who run the installation: queue, failures, evidence, retention, export.
import type { QueuedRun } from '@caseloom/contract/automation/run-control'
import { normalizeGuid } from '@caseloom/contract/kernel/ids'
import { z } from 'zod'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import { pageAfter } from '../run-model/cursor.rules.ts'
import { RUNNING_PER_TENANT } from '../intake/delivery.store.ts'
import { runsById, runSummary } from '../runs/runs.read.ts'

const QueueRow = z.object({
  id: z.string(),
  state: z.string(),
  created_at: z.date(),
  /** Its start has not been given to the engine yet. */
  held: z.boolean(),
  limited: z.boolean(),
  share_full: z.boolean(),
  path: z.string().nullable(),
  action: z.string().nullable(),
  opened_at: z.date().nullable(),
  asked: z.string(),
  since: z.date().nullable(),
})
type QueueRow = z.infer<typeof QueueRow>

const SELECT = `
with share as (
  select count(*) >= ${RUNNING_PER_TENANT} as full
    from (select 1 from caseloom.run where tenant_id = $1 and state = 'running' limit ${RUNNING_PER_TENANT}) busy
), page as (
  select r.id, r.state, r.created_at, r.limit_trigger from caseloom.run r
   where r.tenant_id = $1 and r.state in ('queued', 'waiting') and not r.test
     and ($2::uuid is null or r.id > $2) and ($3::uuid is null or r.playbook_id = $3)
   order by r.id limit $4
)
select p.id, p.state, p.created_at, coalesce(l.attempts = 0, false) as held, p.limit_trigger is not null as limited,
       s.full as share_full, w.path, w.action, w.opened_at, coalesce(w.asked, 0) as asked,
       (select max(e.at) from caseloom.run_entry e where e.run_id = p.id) as since
  from page p cross join share s
  left join caseloom.relay l on l.run_id = p.id
  left join lateral (
    select (array_agg(o.path order by o.opened_at))[1] as path, (array_agg(o.action order by o.opened_at))[1] as action,
           min(o.opened_at) as opened_at, count(*) as asked
      from caseloom.run_wait o where o.run_id = p.id and o.state = 'open') w on true
 order by p.id`

export interface QueueFilter {
  limit: number
  cursor?: string | undefined
  playbookId?: string | undefined
}

/** Runs that wait, the oldest first: for their turn, for an answer, for time. */
export async function listQueue(
  scope: TenantScope,
  filter: QueueFilter,
): Promise<{ items: QueuedRun[]; next: string | null }> {
  const { rows, runs } = await scope.read(async (tx) => {
    const found = await pageOf(tx, filter)
    return {
      rows: found,
      runs: await runsById(
        tx,
        found.map(({ id }) => id),
      ),
    }
  })
  const byId = new Map(runs.map((run) => [run.id, runSummary(run)]))
  const items = rows.slice(0, filter.limit).flatMap((row): QueuedRun[] => {
    const run = byId.get(row.id)
    return run === undefined ? [] : [{ run, ...reasonOf(row) }]
  })
  return { items, next: rows.length > filter.limit ? (items.at(-1)?.run.id ?? null) : null }
}

function pageOf(tx: TenantTx, { limit, cursor, playbookId }: QueueFilter): Promise<QueueRow[]> {
  const playbook = playbookId === undefined ? null : normalizeGuid(playbookId)
  return tx.rows(QueueRow, SELECT, [tx.tenantId, pageAfter(cursor), playbook, limit + 1])
}

const EVENTS = ['flow.waitEvent', 'flow.waitCondition']

function reasonOf(row: QueueRow): Omit<QueuedRun, 'run'> {
  const created = row.created_at.toISOString()
  if (row.state === 'queued') {
    const turn = row.limited ? 'trigger-limit' : row.share_full ? 'tenant-share' : 'starting'
    return { reason: row.held ? turn : 'starting', step: null, action: null, questions: 0, since: created }
  }
  const { path, action, opened_at: opened, since } = row
  if (path === null || action === null) {
    const at = since?.toISOString() ?? created
    return { reason: 'time', step: null, action: null, questions: 0, since: at }
  }
  const reason = action === 'flow.call' ? 'component' : EVENTS.includes(action) ? 'event' : 'answer'
  return {
    reason,
    step: path,
    action,
    questions: Number(row.asked),
    since: opened?.toISOString() ?? created,
  }
}

import { type CauseRun, LoopStop, type RunView } from '@caseloom/contract/automation/automation'
import { RunId } from '@caseloom/contract/kernel/ids'
import { type Actor, may } from '@caseloom/contract/kernel/permissions'
import { z } from 'zod'
import type { TenantTx } from '../../../platform/database/types.ts'
import { isSharedTo } from '../sharing/sharing.rules.ts'

type Cause = z.infer<typeof RunView>['cause']
type RunLoopStops = z.infer<typeof RunView>['loopStops']

const CauseRow = z.object({
  cause_depth: z.number(),
  root_id: z.string().nullable(),
  root_number: z.string().nullable(),
  root_playbook: z.string().nullable(),
  parent_id: z.string().nullable(),
  parent_number: z.string().nullable(),
  parent_playbook: z.string().nullable(),
})

const StopRow = z.object({
  id: z.string(),
  playbook_id: z.string(),
  rule: LoopStop.shape.rule,
  members: z.array(z.string()),
  times: z.number(),
  at: z.date(),
})
type StopRow = z.infer<typeof StopRow>

const PlaybookNameRow = z.object({
  id: z.string(),
  title: z.string(),
  shared_with: z.array(z.string()).nullable(),
})

const MAX_STOPS = 20

/** What led to a run and what it was refused to start, with the names that the actor may see. */
export async function causeView(
  tx: TenantTx,
  actor: Actor,
  runId: string,
): Promise<{ cause: Cause; loopStops: RunLoopStops }> {
  const [row] = await tx.rows(
    CauseRow,
    `select r.cause_depth, o.id as root_id, o.number as root_number, o.playbook_id as root_playbook,
            p.id as parent_id, p.number as parent_number, p.playbook_id as parent_playbook
       from caseloom.run r
       left join caseloom.run o on o.id = r.cause_run and o.tenant_id = $1
       left join caseloom.run p on p.id = r.cause_parent and p.tenant_id = $1
      where r.tenant_id = $1 and r.id = $2`,
    [tx.tenantId, runId],
    'automation-cause-of',
  )
  const stops = await tx.rows(
    StopRow,
    `select id, playbook_id, rule, members, times, at from caseloom.run_loop_stop
      where tenant_id = $1 and run_id = $2 order by at, playbook_id limit ${MAX_STOPS}`,
    [tx.tenantId, runId],
    'automation-stops-of-run',
  )
  const isCaused = row !== undefined && row.cause_depth > 0
  if (!isCaused && stops.length === 0) return { cause: null, loopStops: [] }
  const named = stops.flatMap((stop) => [...stop.members, stop.playbook_id])
  const names = await seenNames(tx, actor, [
    ...named,
    row?.root_playbook ?? null,
    row?.parent_playbook ?? null,
  ])
  const run = (id: string | null, number: string | null, playbook: string | null): CauseRun | null =>
    id === null
      ? null
      : { id: RunId.parse(id), number: Number(number), playbook: names.get(playbook ?? '') ?? null }
  return {
    cause: isCaused
      ? {
          depth: row.cause_depth,
          root: run(row.root_id, row.root_number, row.root_playbook),
          parent: run(row.parent_id, row.parent_number, row.parent_playbook),
        }
      : null,
    loopStops: stops.map((stop) => ({
      ...stopView(stop, names),
      playbook: names.get(stop.playbook_id) ?? null,
      times: stop.times,
      at: stop.at.toISOString(),
    })),
  }
}

/** Stops by their id, with the names that the actor may see. */
export async function loopStopsById(
  tx: TenantTx,
  actor: Actor,
  ids: readonly string[],
): Promise<ReadonlyMap<string, LoopStop>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.rows(
    StopRow,
    `select id, playbook_id, rule, members, times, at from caseloom.run_loop_stop
      where tenant_id = $1 and id = any($2::uuid[])`,
    [tx.tenantId, ids],
    'automation-stops-by-id',
  )
  const names = await seenNames(
    tx,
    actor,
    rows.flatMap(({ members }) => members),
  )
  return new Map(rows.map((row) => [row.id, stopView(row, names)]))
}

function stopView({ rule, members }: StopRow, names: ReadonlyMap<string, string>): LoopStop {
  return { code: 'loop.stopped', rule, members: members.map((id) => names.get(id) ?? null) }
}

/** Titles of playbooks: all for builders, who see their list whole; for others of those that are shared with them. */
async function seenNames(
  tx: TenantTx,
  actor: Actor,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string, string>> {
  if (!may(actor, 'playbook:read')) return new Map()
  const rows = await tx.rows(
    PlaybookNameRow,
    'select id, title, shared_with from caseloom.playbook where tenant_id = $1 and id = any($2::uuid[])',
    [tx.tenantId, [...new Set(ids.filter((id) => id !== null))]],
    'automation-names-of-playbooks',
  )
  const seesAll = may(actor, 'playbook:build')
  return new Map(
    rows.flatMap(({ id, title, shared_with }) =>
      seesAll || isSharedTo(actor, shared_with) ? [[id, title] as const] : [],
    ),
  )
}

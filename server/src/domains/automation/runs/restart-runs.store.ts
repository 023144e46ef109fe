import { z } from 'zod'
import type { TenantTx } from '../../../platform/database/types.ts'

/** An invocation may be lost this often before its run fails: more means that it fails wherever it starts. */
const MAX_LOSSES = 20

export const MovedStart = z.object({
  id: z.string(),
  number: z.string(),
  title: z.string(),
  /** Lost too often: it was not started again. */
  exhausted: z.boolean(),
})
export type MovedStart = z.infer<typeof MovedStart>

/** Gives open runs that still have the lost start a new one, queued from their recorded turns. */
export function moveStarts(
  tx: TenantTx,
  runs: readonly { id: string; startId: string; newStartId: string }[],
): Promise<MovedStart[]> {
  return tx.rows(
    MovedStart,
    `with lost as (
       select r.id, r.number, r.playbook_id, l.new_start, r.engine_losses >= ${MAX_LOSSES} as exhausted
         from unnest($2::uuid[], $3::uuid[], $4::uuid[]) as l(run_id, old_start, new_start)
         join caseloom.run r on r.id = l.run_id and r.start_id = l.old_start
        where r.tenant_id = $1 and r.state in ('queued', 'running', 'waiting')
          for update of r
     ), moved as (
       update caseloom.run r set start_id = l.new_start, engine_losses = r.engine_losses + 1
         from lost l where r.tenant_id = $1 and r.id = l.id and not l.exhausted
       returning r.id, r.start_id
     ), started as (
       insert into caseloom.relay (id, tenant_id, run_id, kind, recorded, created_at, due_at)
       select m.start_id, $1, m.id, 'start',
              (select count(*) from caseloom.run_entry e where e.run_id = m.id), $5, $5
         from moved m
     )
     select l.id, l.number, p.title, l.exhausted from lost l join caseloom.playbook p on p.id = l.playbook_id`,
    [
      tx.tenantId,
      runs.map((run) => run.id),
      runs.map((run) => run.startId),
      runs.map((run) => run.newStartId),
      new Date(tx.now),
    ],
    'automation-move-starts',
  )
}

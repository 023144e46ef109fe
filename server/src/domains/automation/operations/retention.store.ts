import { z } from 'zod'
import type { Tx } from '../../../platform/database/types.ts'
import { firstIdAt } from '../../../platform/uuid.ts'
import { forgetScopes } from '../gate/run-touch.store.ts'
import { forgetExpiredRows } from '../tables/put-rows.store.ts'
import { forgetOldChanges } from '../tables/table-change.store.ts'
import type { Retention } from '../runs/retention.rules.ts'

const IdRunDaysRow = z.object({ id: z.string(), run_days: z.number() })

function idBefore(now: Date, days: number): string {
  return firstIdAt(now.getTime() - days * 86_400_000)
}

const ForgottenRun = z.object({ id: z.string(), data_scope: z.string().nullable() })
type ForgottenRun = z.infer<typeof ForgottenRun>

/** Deletes runs that ended too long ago, by their playbook's retention or else the default one. */
async function deleteOldRuns(tx: Tx, keep: Retention, limit: number): Promise<ForgottenRun[]> {
  const own = await tx.rows(
    IdRunDaysRow,
    'select id, run_days from caseloom.playbook where run_days is not null order by id',
  )
  const over = `state in ('succeeded', 'failed', 'cancelled')`
  const gone = await tx.rows(
    ForgottenRun,
    `delete from caseloom.run where id in (
       select id from caseloom.run
        where id < $1::uuid and ${over} and playbook_id <> all($3::uuid[]) order by id limit $2)
     returning id, data_scope`,
    [idBefore(tx.now, keep.runDays), limit, own.map(({ id }) => id)],
  )
  for (const { id, run_days: days } of own) {
    if (days === 0 || gone.length >= limit) continue
    gone.push(
      ...(await tx.rows(
        ForgottenRun,
        `delete from caseloom.run where id in (
           select id from caseloom.run
            where playbook_id = $3 and id < $1::uuid and ${over} order by id limit $2)
         returning id, data_scope`,
        [idBefore(tx.now, days), limit - gone.length, id],
      )),
    )
  }
  return gone
}

/** Forgets one batch of what is too old; answers how many rows of all kinds it took. */
export async function forgetOld(tx: Tx, keep: Retention, limit: number): Promise<number> {
  const runs = await deleteOldRuns(tx, keep, limit)
  const ids = runs.map((row) => row.id)
  if (ids.length > 0) {
    await tx.query('delete from caseloom.run_entry where run_id = any($1::uuid[])', [ids])
    await tx.query('delete from caseloom.run_record where run_id = any($1::uuid[])', [ids])
    await forgetScopes(tx, [...new Set(runs.flatMap((row) => row.data_scope ?? []))])
    for (const table of [
      'run_cancel',
      'run_wait',
      'run_input',
      'playbook_state_operation',
      'run_test',
      'approval',
      'run_loop_stop',
    ])
      await tx.query(`delete from caseloom.${table} where run_id = any($1::uuid[])`, [ids])
  }
  // A delivery is a part of its run: without its payload nothing of the run could be computed again.
  const deliveries = await tx.query(
    `delete from caseloom.delivery where id in (
       select d.id from caseloom.delivery d
        where d.id < $1::uuid
          and (d.outcome <> 'accepted' or not exists (select from caseloom.run r where r.id = d.run_id))
          and not exists (select from caseloom.run r where r.delivery_id = d.id and r.rerun_of is not null)
        order by d.id limit $2)
     returning id`,
    [idBefore(tx.now, keep.deliveryDays), limit],
  )
  const keys = await tx.query(
    `delete from caseloom.trigger_dedup where (trigger_id, key_hash) in (
       select trigger_id, key_hash from caseloom.trigger_dedup where at < $1 order by at limit $2)
     returning run_id`,
    [new Date(tx.now.getTime() - keep.runDays * 86_400_000), limit],
  )
  const repetitions = await tx.query(
    `delete from caseloom.run_repetition where id in (
       select id from caseloom.run_repetition where created_at < $1 order by created_at limit $2)
     returning 1`,
    [new Date(tx.now.getTime() - keep.deliveryDays * 86_400_000), limit],
  )
  const loops = await tx.query(
    `delete from caseloom.run_loop where (tenant_id, cause) in (
       select tenant_id, cause from caseloom.run_loop where at < $1 order by at limit $2)
     returning 1`,
    [new Date(tx.now.getTime() - keep.deliveryDays * 86_400_000), limit],
  )
  const rows = (await forgetExpiredRows(tx, limit)) + (await forgetOldChanges(tx, limit))
  return rows + runs.length + deliveries.length + keys.length + repetitions.length + loops.length
}

import { z } from 'zod'
import type { Tx } from '../../../platform/database/types.ts'
import { isAtWork } from '../../../platform/scheduling/due-queue.ts'
import { RUNNING_PER_TENANT } from '../intake/delivery.store.ts'

/** A start that the engine has not confirmed yet. Its id is the start key, so that repeating it is harmless. */
const RelayRow = z.object({
  id: z.string(),
  tenant_id: z.string(),
  run_id: z.string(),
  recorded: z.number(),
  /** Never a reason not to start a run, so an unreadable one is dropped. */
  trace: z.object({ traceparent: z.string(), tracestate: z.string().exactOptional() }).nullable().catch(null),
  attempts: z.number(),
})
export type RelayRow = z.infer<typeof RelayRow>

const LockRow = z.object({ got: z.boolean() })

const QueuedRow = z.object({ runs: z.string(), bytes: z.string() })

/** Any process may relay; the lock lets one claim at a time. */
const LOCK = 7_266_190_432
const PAUSE = `least(interval '60 seconds', interval '1 second' * power(2, least(l.attempts, 6)))`

/**
 * Takes what is due, fairly: the oldest start of each tenant before the second of any, and none of a tenant whose
 * running runs fill its share, nor of a trigger more than its limit lets run simultaneously. What is claimed becomes due again unless it is confirmed.
 */
export async function claimRelays(tx: Tx, limit: number): Promise<RelayRow[]> {
  const [lock] = await tx.rows(LockRow, 'select pg_try_advisory_xact_lock($1) as got', [LOCK])
  if (lock?.got !== true) return []
  return tx.rows(
    RelayRow,
    `with busy as (
       select tenant_id, count(*) as running from caseloom.run where state = 'running' group by tenant_id
     ), ready as (
       select l.id, l.tenant_id, l.limit_trigger, l.attempts,
              row_number() over (partition by l.limit_trigger, l.attempts = 0 order by l.id) as turn
         from caseloom.relay l where l.due_at <= now() and ${isAtWork('l')}
     ), room as (
       select t.id, t.running_limit - (select count(*) from caseloom.run r
                where r.limit_trigger = t.id and r.state in ('queued', 'running', 'waiting')
                  and not exists (select from caseloom.relay l where l.run_id = r.id and l.attempts = 0)) as free
         from caseloom.trigger t where t.id in (select limit_trigger from ready where attempts = 0)
     ), due as (
       select e.id, e.tenant_id, row_number() over (partition by e.tenant_id order by e.id) as place
         from ready e left join room o on o.id = e.limit_trigger
        where e.attempts > 0 or o.free is null or e.turn <= o.free
     ), taken as (
       select d.id from due d left join busy b using (tenant_id)
        where d.place <= ${RUNNING_PER_TENANT} - coalesce(b.running, 0)
        order by d.place, d.id limit $1
     )
     update caseloom.relay l set attempts = l.attempts + 1, due_at = now() + ${PAUSE}
       from taken where l.id = taken.id
     returning l.id, l.tenant_id, l.run_id, l.trace, l.attempts,
               -- A copy of the database may hold a start of a run that had begun, and the engine beside it knows nothing.
               greatest(l.recorded, (select count(*) from caseloom.run_entry e where e.run_id = l.run_id))::int as recorded`,
    [limit],
    'automation-claim-relays',
  )
}

/** The engine has these starts: nothing is left to repeat. */
export async function confirmRelays(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.query('delete from caseloom.relay where id = any($1::uuid[])', [ids], 'automation-confirm-relays')
}

/** Runs of a tenant that wait for the engine, and the bytes of the deliveries that started them. */
export async function queuedOf(tx: Tx, tenantId: string): Promise<{ runs: number; bytes: number }> {
  const rows = await tx.rows(
    QueuedRow,
    `select count(*) as runs, coalesce(sum(d.size), 0) as bytes
       from caseloom.relay q
       left join caseloom.run r on r.id = q.run_id
       left join caseloom.delivery d on d.id = r.delivery_id
      where q.tenant_id = $1`,
    [tenantId],
    'automation-queued-of',
  )
  return { runs: Number(rows[0]?.runs ?? 0), bytes: Number(rows[0]?.bytes ?? 0) }
}

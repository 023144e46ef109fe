import { z } from 'zod'
import type { Tx } from '../../platform/database/types.ts'

const ThereRow = z.object({ there: z.boolean() })

const OneRow = z.object({ one: z.number() })

const RemovedRow = z.object({ removed: z.number() })

/** Makes the partitions of this month and those ahead; does nothing for months that have theirs. */
export async function ensureHistoryMonths(tx: Tx, ahead: number): Promise<string[]> {
  const made: string[] = []
  for (let month = 0; month <= ahead; month += 1) {
    const from = new Date(Date.UTC(tx.now.getUTCFullYear(), tx.now.getUTCMonth() + month, 1))
    const to = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1, 1))
    const name = `record_history_${from.toISOString().slice(0, 7).replace('-', '_')}`
    const found = await tx.rows(ThereRow, `select to_regclass('caseloom.' || $1) is not null as there`, [
      name,
    ])
    if (found[0]?.there === true) continue
    await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [name])
    // Rows that came while the month had no partition move out of the default one.
    await tx.query(`
      create table if not exists caseloom.${name} (like caseloom.record_history including all);
      with moved as (delete from only caseloom.record_history_other
        where at >= '${from.toISOString()}' and at < '${to.toISOString()}' returning *)
      insert into caseloom.${name} select * from moved`)
    await tx.query(`alter table caseloom.record_history attach partition caseloom.${name}
      for values from ('${from.toISOString()}') to ('${to.toISOString()}')`)
    made.push(name)
  }
  return made
}

/** Deletes a batch of operations that are older than the days; answers how many. */
export async function purgeOperations(tx: Tx, days: number, batch: number): Promise<number> {
  const rows = await tx.rows(
    OneRow,
    `delete from caseloom.record_operation where (tenant_id, key) in (
       select tenant_id, key from caseloom.record_operation
        where at < $1::timestamptz - make_interval(days => $2) limit $3) returning 1 as one`,
    [tx.now, days, batch],
  )
  return rows.length
}

/**
 * Deletes the history and attack events of up to `batch` records that were deleted more than `days` days ago and not restored since.
 * Returns the number of entries removed.
 */
export async function purgeHistoryOfDeleted(tx: Tx, days: number, batch: number): Promise<number> {
  const rows = await tx.rows(
    RemovedRow,
    `with old as (
       select h.record_id, h.version from caseloom.record_history h
        where h.action = 'deleted' and h.at < $1::timestamptz - make_interval(days => $2)
          and not exists (select from caseloom.record_history n where n.record_id = h.record_id and n.version > h.version)
        order by h.at limit $3),
     runs as (delete from caseloom.workflow_run w using old where w.record_id = old.record_id),
     events as (delete from caseloom.attack_event e using old where e.record_id = old.record_id),
     occurrences as (delete from caseloom.record_occurrence o using old where o.record_id = old.record_id),
     sides as (delete from caseloom.record_correlation c using old where c.record_id = old.record_id),
     links as (delete from caseloom.link_event l using old where l.record_id = old.record_id),
     sources as (delete from caseloom.link_event l using old where l.source_id = old.record_id),
     gone as (delete from caseloom.record_history d using old
        where d.record_id = old.record_id and d.version <= old.version returning 1)
     select count(*)::int as removed from gone`,
    [tx.now, days, batch],
  )
  return rows[0]?.removed ?? 0
}

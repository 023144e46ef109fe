// Which kinds of runs records had recently: one row for each record, beside the runs, so that counting reads only these.
import { WORKFLOW_RUN_DAYS } from '@caseloom/contract/apps/workflow-runs'
import { z } from 'zod'
import type { Tx } from '../../../platform/database/types.ts'

const OneRow = z.object({ one: z.number() })

// The revision and the outcomes; of the cause, only whether the outcomes are texts of before.
const KIND = 'int4send(revision) || set_byte(run, 0, get_byte(run, 0) & 128)'

/**
 * A statement that adds runs to the rows of their records; `runs` has the columns of stored runs. Drops kinds that are
 * older than what coverage counts.
 */
export function addToCoverage(runs: string): string {
  return `
    insert into caseloom.workflow_coverage as c (tenant_id, app_id, record_id, newest, kinds, ats)
    select tenant_id, app_id, record_id, max(at), array_agg(kind order by kind), array_agg(at order by kind)
      from (select tenant_id, app_id, record_id, ${KIND} as kind, max(at) as at from ${runs} r group by 1, 2, 3, 4) k
     group by tenant_id, app_id, record_id
    on conflict (record_id) do update set (newest, kinds, ats) = (
      select max(at), array_agg(kind order by kind), array_agg(at order by kind) from (
        select kind, max(at) as at from (
          select * from unnest(c.kinds, c.ats) as had(kind, at)
           where at >= excluded.newest - make_interval(days => ${WORKFLOW_RUN_DAYS})
          union all select * from unnest(excluded.kinds, excluded.ats)) both_rows
         group by kind) k)`
}

/** Deletes the rows of a batch of records without a run in this many days; returns how many. */
export async function expireCoverage(tx: Tx, days: number, batch: number): Promise<number> {
  const isOld = 'newest < $1::timestamptz - make_interval(days => $2)'
  const rows = await tx.rows(
    OneRow,
    // Checked again for each row, because a record may have been saved in the meantime.
    `delete from caseloom.workflow_coverage where ${isOld} and record_id in (
       select record_id from caseloom.workflow_coverage where ${isOld} limit $3) returning 1 as one`,
    [tx.now, days, batch],
  )
  return rows.length
}

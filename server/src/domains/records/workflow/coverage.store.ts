// Which kinds of runs records had of late: one row for a record, beside the runs themselves, for counting in one pass.
import { WORKFLOW_RUN_DAYS } from '@caseloom/contract/apps/workflow-runs'
import { z } from 'zod'
import type { Tx } from '../../../platform/database/types.ts'

const OneRow = z.object({ one: z.number() })

// The revision and the outcomes; of the cause, only whether the outcomes are texts of before.
const KIND = 'int4send(revision) || set_byte(run, 0, get_byte(run, 0) & 128)'

/**
 * A statement that adds runs to what is known of their records; `runs` has the columns of stored runs. Kinds that no
 * count reaches any more are left out.
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

/** Deletes what is known of a batch of records without a run in so many days; answers of how many. */
export async function expireCoverage(tx: Tx, days: number, batch: number): Promise<number> {
  const isOld = 'newest < $1::timestamptz - make_interval(days => $2)'
  const rows = await tx.rows(
    OneRow,
    // Asked again of each row: a save may have come between.
    `delete from caseloom.workflow_coverage where ${isOld} and record_id in (
       select record_id from caseloom.workflow_coverage where ${isOld} limit $3) returning 1 as one`,
    [tx.now, days, batch],
  )
  return rows.length
}

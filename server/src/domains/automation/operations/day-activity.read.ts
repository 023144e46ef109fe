import { z } from 'zod'
import type { TenantScope } from '../../../platform/database/types.ts'
import { firstIdAt } from '../../../platform/uuid.ts'
import { FAILED_STEP } from '../runs/runs.read.ts'

const Row = z.object({
  playbook_id: z.string(),
  trigger_key: z.string(),
  caller: z.string().nullable(),
  step: z.string().nullable(),
  runs: z.number(),
  failed: z.number(),
})

/** Runs of one playbook that began alike and, where they failed, ended alike. */
interface DayRuns {
  playbookId: string
  trigger: string
  /** The playbook that called it; null for what a trigger or a person started. */
  caller: string | null
  /** The step that ended them; null where none did. */
  step: string | null
  runs: number
  failed: number
}

interface DayActivity {
  since: string
  /** More runs than are counted: the rows are of the newest. */
  partial: boolean
  rows: DayRuns[]
}

const DAY_MS = 86_400_000
/** Counting further would cost more than the figure is worth. */
const MAX_RUNS = 100_000

/** Runs of the last day by playbook, by what started them, and by the step that ended them; tests don't count. */
export async function dayActivity(scope: TenantScope): Promise<DayActivity> {
  return scope.read(async (tx) => {
    const since = tx.now.getTime() - DAY_MS
    const rows = await tx.rows(
      Row,
      `with day as (
         select r.playbook_id, r.trigger_key, r.parent_run, r.state, ${FAILED_STEP} as step
           from caseloom.run r
          where r.tenant_id = $1 and r.id >= $2::uuid and not r.test
          order by r.id desc limit ${MAX_RUNS}
       )
       select d.playbook_id, d.trigger_key, c.playbook_id as caller,
              case when d.state = 'failed' then d.step end as step,
              count(*)::int as runs, (count(*) filter (where d.state = 'failed'))::int as failed
         from day d left join caseloom.run c on c.id = d.parent_run and c.tenant_id = $1
        group by 1, 2, 3, 4`,
      [tx.tenantId, firstIdAt(since)],
      'automation-day-activity',
    )
    return {
      since: new Date(since).toISOString(),
      partial: rows.reduce((sum, { runs }) => sum + runs, 0) >= MAX_RUNS,
      rows: rows.map(({ playbook_id: playbookId, trigger_key: trigger, ...row }) => ({
        playbookId,
        trigger,
        ...row,
      })),
    }
  })
}

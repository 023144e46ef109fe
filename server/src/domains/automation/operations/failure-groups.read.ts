import type { FailureGroup } from '@caseloom/contract/automation/run-control'
import { PlaybookId, RunId } from '@caseloom/contract/kernel/ids'
import { z } from 'zod'
import type { TenantScope } from '../../../platform/database/types.ts'
import { firstIdAt } from '../../../platform/uuid.ts'
import { FAILED_STEP } from '../runs/runs.read.ts'

export interface GroupFilter {
  playbookId?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

const GroupRow = z.object({
  playbook_id: z.string(),
  title: z.string(),
  step: z.string().nullable(),
  code: z.string(),
  /** Null where the error has none. */
  message: z.string().nullable(),
  count: z.string(),
  first_at: z.date(),
  last_at: z.date(),
  last_id: z.string(),
  last_number: z.string(),
})

const MOST = 200
/** Limits a flood of failures, which must not slow down its own page: the newest ones show the problem. */
const MAX_FAILURES = 50_000

/** Failed runs of a period by playbook, step and error, most frequent first. */
export async function listFailureGroups(scope: TenantScope, filter: GroupFilter): Promise<FailureGroup[]> {
  const rows = await scope.read((tx) =>
    tx.rows(
      GroupRow,
      `with failed as (
         select r.id, r.number, r.playbook_id, r.created_at, r.error ->> 'code' as code,
                r.error ->> 'message' as message, ${FAILED_STEP} as step
           from caseloom.run r
          where r.tenant_id = $1 and r.state = 'failed' and not r.test
            and ($2::uuid is null or r.playbook_id = $2)
            and r.id >= $3::uuid
            and ($4::uuid is null or r.id < $4)
          order by r.id desc limit ${MAX_FAILURES}
       )
       select f.playbook_id, p.title, f.step, coalesce(f.code, 'run.failed') as code,
              (array_agg(f.message order by f.id desc))[1] as message, count(*) as count,
              min(f.created_at) as first_at, max(f.created_at) as last_at,
              (array_agg(f.id order by f.id desc))[1] as last_id,
              (array_agg(f.number order by f.id desc))[1] as last_number
         from failed f join caseloom.playbook p on p.id = f.playbook_id
        group by f.playbook_id, p.title, f.step, f.code
        order by count(*) desc, max(f.id::text) desc limit ${MOST}`,
      [
        tx.tenantId,
        filter.playbookId ?? null,
        firstIdAt(filter.from === undefined ? 0 : Date.parse(filter.from)),
        filter.to === undefined ? null : firstIdAt(Date.parse(filter.to)),
      ],
    ),
  )
  return rows.map((row) => ({
    playbook: { id: PlaybookId.parse(row.playbook_id), title: row.title },
    step: row.step,
    code: row.code,
    message: row.message ?? row.code,
    count: Number(row.count),
    firstAt: row.first_at.toISOString(),
    lastAt: row.last_at.toISOString(),
    lastRun: { id: RunId.parse(row.last_id), number: Number(row.last_number) },
  }))
}

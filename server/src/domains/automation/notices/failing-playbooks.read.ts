import { z } from 'zod'
import type { TenantScope } from '../../../platform/database/types.ts'

const FailingRow = z.object({ failing: z.number() })

/** Published playbooks whose last run that ended failed; tests don't count. */
export async function countFailing(scope: TenantScope): Promise<number> {
  const [row] = await scope.read((tx) =>
    tx.rows(
      FailingRow,
      `select count(*)::int as failing
         from caseloom.playbook p
         cross join lateral (select r.state from caseloom.run r
                              where r.playbook_id = p.id and not r.test and r.state in ('succeeded', 'failed')
                              order by r.id desc limit 1) last
        where p.tenant_id = $1 and p.deleted_at is null and p.published_version is not null and last.state = 'failed'`,
      [tx.tenantId],
      'automation-failing-playbooks',
    ),
  )
  return row?.failing ?? 0
}

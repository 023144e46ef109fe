import { z } from 'zod'
import { JsonObjectColumn } from '../../../platform/database/rows.ts'
import type { TenantTx } from '../../../platform/database/types.ts'
import { schedulesIn } from './schedules-in.rules.ts'

const PublishedRow = z.object({ id: z.string(), title: z.string(), document: JsonObjectColumn })

/** Published playbooks that find the person on call by this schedule, by title. */
export async function playbooksFinding(tx: TenantTx, key: string): Promise<{ id: string; name: string }[]> {
  const rows = await tx.rows(
    PublishedRow,
    `select p.id, p.title, v.document from caseloom.playbook p
       join caseloom.playbook_version v on v.playbook_id = p.id and v.number = p.published_version
      where p.tenant_id = $1 and p.deleted_at is null and strpos(v.document::text, '"onCall"') > 0
      order by lower(p.title), p.id`,
    [tx.tenantId],
  )
  return rows.flatMap(({ id, title, document }) =>
    schedulesIn(document).some(({ schedule }) => schedule === key) ? [{ id, name: title }] : [],
  )
}

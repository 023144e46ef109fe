import { isJsonObject } from '@caseloom/contract/kernel/json'
import { z } from 'zod'
import { JsonObjectColumn } from '../../../platform/database/rows.ts'
import type { TenantTx } from '../../../platform/database/types.ts'
import { deedsOf } from '../triggers/deeds.rules.ts'

const PublishedRow = z.object({ document: JsonObjectColumn })

/** Columns that published playbooks write in a table; null when none uses the table. */
export async function usedColumns(tx: TenantTx, table: string): Promise<ReadonlySet<string> | null> {
  const rows = await tx.rows(
    PublishedRow,
    `select v.document from caseloom.playbook p
       join caseloom.playbook_version v on v.playbook_id = p.id and v.number = p.published_version
      where p.tenant_id = $1 and p.deleted_at is null and strpos(v.document::text, $2) > 0`,
    [tx.tenantId, table],
  )
  const deeds = rows
    .flatMap(({ document }) => deedsOf(document))
    .filter(({ action, input }) => action.startsWith('table.') && input['table'] === table)
  if (deeds.length === 0) return null
  return new Set(deeds.flatMap(({ input: { values } }) => (isJsonObject(values) ? Object.keys(values) : [])))
}

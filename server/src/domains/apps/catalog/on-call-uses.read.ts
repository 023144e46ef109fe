import type { Sharing } from '@caseloom/contract/kernel/sharing'
import { z } from 'zod'
import { objectColumn } from '../../../platform/database/rows.ts'
import type { TenantTx } from '../../../platform/database/types.ts'
import type { AppDefinition } from '../definition/app-definition.ts'

const NamingRow = z.object({
  id: z.string(),
  name: z.string(),
  definition: objectColumn<Pick<AppDefinition, 'fields' | 'sharing'>>(),
})

/** Apps with fields that are filled with who is on call in a schedule, with the labels of those fields. */
export async function onCallFields(
  tx: TenantTx,
  schedule: string,
): Promise<{ id: string; name: string; sharing: Sharing; fields: string[] }[]> {
  // Keys are letters, digits, and _: nothing in them means anything to a pattern.
  const rows = await tx.rows(
    NamingRow,
    `select id, definition->>'name' as name, definition from caseloom.app
      where tenant_id = $1 and deleted_at is null and definition::text ~ $2 order by lower(definition->>'name'), id`,
    [tx.tenantId, `"schedule"\\s*:\\s*"${schedule}"`],
    'apps-naming-on-call',
  )
  return rows.flatMap(({ definition, ...one }) => {
    const naming = definition.fields.filter(
      (field) => 'onCall' in field && field.onCall?.schedule === schedule,
    )
    const { sharing = null } = definition
    return naming.length === 0 ? [] : [{ ...one, sharing, fields: naming.map(({ label }) => label) }]
  })
}

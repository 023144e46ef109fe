import type { FieldInput } from '@caseloom/contract/field-types/fields'
import type { Sharing } from '@caseloom/contract/kernel/sharing'
import { z } from 'zod'
import { objectColumn } from '../../../platform/database/rows.ts'
import type { TenantTx } from '../../../platform/database/types.ts'
import type { AppDefinition } from '../definition/app-definition.ts'

/** An app whose fields assign new records by an on-call schedule. */
export interface AssigningApp {
  id: string
  name: string
  sharing: Sharing
}

const NamingRow = z.object({
  id: z.string(),
  definition: objectColumn<Pick<AppDefinition, 'name' | 'fields' | 'sharing'>>(),
})

/** Apps that assign new records by an on-call schedule, by name; applets act in the apps that link them. */
export async function appsAssigningBy(tx: TenantTx, schedule: string): Promise<AssigningApp[]> {
  // Keys are letters, digits, and _: nothing in them means anything to a pattern.
  const rows = await tx.rows(
    NamingRow,
    `select id, definition from caseloom.app
      where tenant_id = $1 and deleted_at is null and definition::text ~ $2
      order by lower(definition->>'name'), id`,
    [tx.tenantId, `"schedule"\\s*:\\s*"${schedule}"`],
    'apps-assigning-by-schedule',
  )
  return rows.flatMap(({ id, definition: { name, fields, sharing = null } }) =>
    fields.some((field) => field.hidden !== true && assignsBy(field, schedule))
      ? [{ id, name, sharing }]
      : [],
  )
}

function assignsBy(field: FieldInput, schedule: string): boolean {
  return 'assign' in field && field.assign?.by === 'onCall' && field.assign.schedule === schedule
}

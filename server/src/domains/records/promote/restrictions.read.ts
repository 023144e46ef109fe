import { z } from 'zod'
import type { TenantTx } from '../../../platform/database/types.ts'
import type { AppTable } from '../model/record-shape.ts'

const IdAclRow = z.object({ id: z.string(), acl: z.array(z.string()) })

/** Who alone may see each of these records; those open to all are left out. */
export async function restrictionsOf(
  tx: TenantTx,
  app: AppTable,
  ids: readonly string[],
): Promise<Map<string, string[]>> {
  const rows = await tx.rows(
    IdAclRow,
    `select id, acl from ${app.table} where id = any($1::uuid[]) and acl is not null`,
    [ids],
  )
  return new Map(rows.map(({ id, acl }) => [id, acl.toSorted()]))
}

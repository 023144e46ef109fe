import { z } from 'zod'
import type { TenantTx } from '../../../platform/database/types.ts'
import type { AppTable } from '../model/record-shape.ts'

const VisibleRow = z.object({ app_revision: z.number(), id: z.string().nullable() })

/** Those of the ids whose records exist and are open or restricted to one of the principals. */
export async function visibleIds(
  tx: TenantTx,
  app: AppTable,
  ids: readonly string[],
  principals: readonly string[],
): Promise<{ revision: number | null; ids: string[] }> {
  const rows = await tx.rows(
    VisibleRow,
    `select s.revision as app_revision, t.id from ${app.stateTable} s
       left join ${app.table} t on t.id = any($1::uuid[]) and t.deleted_at is null
        and (t.acl is null or t.acl && $2::uuid[])
      where s.app = $3`,
    [ids, principals, app.id],
  )
  return { revision: rows[0]?.app_revision ?? null, ids: rows.flatMap((row) => row.id ?? []) }
}

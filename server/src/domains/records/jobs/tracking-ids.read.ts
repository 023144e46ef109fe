import { z } from 'zod'
import type { TenantTx } from '../../../platform/database/types.ts'
import type { AppTable } from '../model/record-shape.ts'

const IdSeqRow = z.object({ id: z.string(), seq: z.string() })

/** Tracking ids by id, of those records that may be seen. */
export async function trackingIds(
  tx: TenantTx,
  app: AppTable,
  principals: readonly string[],
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.rows(
    IdSeqRow,
    `select t.id, t.seq from ${app.table} t where t.id = any($1::uuid[]) and (t.acl is null or t.acl && $2::uuid[])`,
    [ids, principals],
  )
  return new Map(rows.map(({ id, seq }) => [id, `${app.acronym}-${seq}`]))
}

import { z } from 'zod'
import type { TenantTx } from '../../../platform/database/types.ts'
import type { AppTable, FieldColumn } from '../model/record-shape.ts'

const PayloadRow = z.object({ id: z.string() }).catchall(z.string().nullable())

/** Characters of a raw payload that are looked through for what was found in it. */
const MAX_JSON = 20_000

/** The beginnings of raw payloads as text, by record id and field key. */
export async function payloadTexts(
  tx: TenantTx,
  app: AppTable,
  { ids, fields }: { ids: readonly string[]; fields: readonly FieldColumn[] },
): Promise<Map<string, Record<string, string | null>>> {
  const columns = fields.map((field, at) => `left(t.${field.column}::text, ${MAX_JSON}) as j${at}`)
  const rows = await tx.rows(
    PayloadRow,
    `select t.id, ${columns.join(', ')} from ${app.table} t where t.id = any($1::uuid[])`,
    [ids],
  )
  return new Map(
    rows.map((row) => [
      row.id,
      Object.fromEntries(fields.map((field, at) => [field.key, row[`j${at}`] ?? null])),
    ]),
  )
}

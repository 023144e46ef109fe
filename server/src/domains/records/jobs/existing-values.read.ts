import { z } from 'zod'
import { kindTraits } from '@caseloom/contract/field-types/field-kind'
import type { TenantTx } from '../../../platform/database/types.ts'
import type { AppTable } from '../model/record-shape.ts'

const ValueRow = z.object({ value: z.string() })

/** Those of the values that a record has in a unique field. */
export async function existingValues(
  tx: TenantTx,
  app: AppTable,
  key: string,
  values: readonly string[],
): Promise<Set<string>> {
  const field = app.byKey.get(key)
  if (field === undefined || values.length === 0) return new Set()
  const isNumber = kindTraits(field.kind).decimal
  const same = isNumber
    ? `t.${field.column} = any($1::numeric[])`
    : `caseloom.text_digest(t.${field.column}) = any(array(select caseloom.text_digest(v) from unnest($1::text[]) v))`
  const rows = await tx.rows(
    ValueRow,
    `select t.${field.column}::text as value from ${app.table} t where t.deleted_at is null and ${same}`,
    [values],
  )
  return new Set(rows.map(({ value }) => (isNumber ? String(field.read(value).value ?? value) : value)))
}

import { z } from 'zod'
import { kindTraits } from '@caseloom/contract/field-types/field-kind'
import type { TenantTx } from '../../../platform/database/types.ts'
import { CommentRow } from '../comments/comment.store.ts'
import type { AppTable } from '../model/record-shape.ts'

const ValueRow = z.object({ id: z.string(), value: z.string() })

const WeightRow = z.object({ record_id: z.string(), size: z.string() })

/** How much the comments of each record hold, in characters; those without any are left out. */
export async function weightsOf(tx: TenantTx, recordIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await tx.rows(
    WeightRow,
    `select record_id, sum(length(body) + 300)::text as size from caseloom.comment
      where tenant_id = $1 and record_id = any($2::uuid[]) and deleted_at is null group by record_id`,
    [tx.tenantId, recordIds],
  )
  return new Map(rows.map((row) => [row.record_id, Number(row.size)]))
}

export const ExportedComment = CommentRow.omit({ deleted_at: true })
export type ExportedComment = z.infer<typeof ExportedComment>

/** Living comments of records in readable threads, oldest first; of each record at most so many characters. */
export async function commentsOf(
  tx: TenantTx,
  { recordIds, fieldIds, most }: { recordIds: readonly string[]; fieldIds: readonly string[]; most: number },
): Promise<ExportedComment[]> {
  return tx.rows(
    ExportedComment,
    `select id, record_id, field_id, reply_to, at, by, body, edited_at from (
       select c.*, sum(length(body) + 300) over (partition by record_id order by id) as upto
         from caseloom.comment c
        where tenant_id = $1 and record_id = any($2::uuid[]) and deleted_at is null
          and (field_id is null or field_id = any($3::uuid[]))) c
      where upto <= $4 order by record_id, id`,
    [tx.tenantId, recordIds, fieldIds, most],
  )
}

export const AttachedFile = z.object({
  id: z.string(),
  record_id: z.string(),
  field_id: z.string().nullable(),
  comment_id: z.string().nullable(),
  sha256: z.string(),
  size: z.string(),
  media_type: z.string(),
  name: z.string(),
})
export type AttachedFile = z.infer<typeof AttachedFile>

/** Files that hang on records, in fields that may be read, on their comments and on themselves. */
export async function attachedFiles(
  tx: TenantTx,
  { recordIds, fieldIds }: { recordIds: readonly string[]; fieldIds: readonly string[] },
): Promise<AttachedFile[]> {
  return tx.rows(
    AttachedFile,
    `select id, record_id, field_id, comment_id, sha256, size::text as size, media_type, name from caseloom.file
      where tenant_id = $1 and record_id = any($2::uuid[]) and removed_at is null
        and (field_id is null or field_id = any($3::uuid[]))
      order by record_id, at, id`,
    [tx.tenantId, recordIds, fieldIds],
  )
}

/** Finds records by their value in a unique field, limited to what the actor may see. */
export async function recordsByValue(
  tx: TenantTx,
  app: AppTable,
  { key, values, principals }: { key: string; values: readonly string[]; principals: readonly string[] },
): Promise<{ id: string; value: string }[]> {
  const field = app.byKey.get(key)
  if (field === undefined || values.length === 0) return []
  const isNumber = kindTraits(field.kind).decimal
  const same = isNumber
    ? `t.${field.column} = any($1::numeric[])`
    : `caseloom.text_digest(t.${field.column}) = any(array(select caseloom.text_digest(v) from unnest($1::text[]) v))`
  const rows = await tx.rows(
    ValueRow,
    `select t.id, t.${field.column}::text as value from ${app.table} t
      where t.deleted_at is null and (t.acl is null or t.acl && $2::uuid[]) and ${same}`,
    [values, principals],
  )
  return rows.map((row) => ({
    id: row.id,
    value: isNumber ? String(field.read(row.value).value ?? row.value) : row.value,
  }))
}

// Files as values of attachment fields, and where each file of a record belongs.
import { z } from 'zod'
import type { FileView } from '@caseloom/contract/records/files'
import { FileView as FileViewSchema } from '@caseloom/contract/records/files'
import { ActorRef } from '@caseloom/contract/records/records'
import type { Touch } from '@caseloom/contract/records/touches'
import type { TenantTx, Tx } from '../../../platform/database/types.ts'

const BytesRow = z.object({ bytes: z.string() })

/** A file with the place where it hangs. */
export const FileRow = z.object({
  id: z.string(),
  sha256: z.string(),
  size: z.string(),
  media_type: z.string(),
  name: z.string(),
  at: z.date(),
  by: ActorRef,
  record_id: z.string().nullable(),
  field_id: z.string().nullable(),
  comment_id: z.string().nullable(),
  removed_at: z.date().nullable(),
  /** What a step made it from; null when it came from outside. */
  touches: z.unknown(),
})
export type FileRow = z.infer<typeof FileRow>

const COLUMNS =
  'id, sha256, size, media_type, name, at, by, record_id, field_id, comment_id, removed_at, touches'

/** A file as records show it. */
export function fileView(row: FileRow): FileView {
  const { id, name, size, media_type: mediaType, sha256, at, by } = row
  return FileViewSchema.parse({ id, name, size: Number(size), mediaType, sha256, at: at.toISOString(), by })
}

export interface NewFile {
  id: string
  sha256: string
  size: number
  mediaType: string
  name: string
  by: ActorRef
  touches?: readonly Touch[]
}

export async function insertFile(tx: TenantTx, file: NewFile): Promise<FileRow> {
  const rows = await tx.rows(
    FileRow,
    `insert into caseloom.file (tenant_id, id, sha256, size, media_type, name, at, by, touches)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning ${COLUMNS}`,
    [
      tx.tenantId,
      file.id,
      file.sha256,
      file.size,
      file.mediaType,
      file.name,
      tx.now,
      JSON.stringify(file.by),
      file.touches === undefined ? null : JSON.stringify(file.touches),
    ],
    'file-insert',
  )
  const row = rows[0]
  if (row === undefined) throw new Error('The file wasn’t saved')
  return row
}

/** Bytes of all files of a tenant, those removed lately included: they can still be restored. */
export async function fileBytesOf(tx: Tx, tenantId: string): Promise<number> {
  const rows = await tx.rows(
    BytesRow,
    'select coalesce(sum(size), 0) as bytes from caseloom.file where tenant_id = $1',
    [tenantId],
    'file-bytes-of-tenant',
  )
  return Number(rows[0]?.bytes ?? 0)
}

/** These files of the tenant, locked so that no two changes take the same one. */
export async function lockFiles(tx: TenantTx, ids: readonly string[]): Promise<Map<string, FileRow>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.rows(
    FileRow,
    `select ${COLUMNS} from caseloom.file where tenant_id = $1 and id = any($2::uuid[]) order by id for update`,
    [tx.tenantId, ids],
    'file-lock',
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** These files of the tenant, by id. */
export async function filesById(tx: TenantTx, ids: readonly string[]): Promise<Map<string, FileRow>> {
  const rows = await tx.rows(
    FileRow,
    `select ${COLUMNS} from caseloom.file where tenant_id = $1 and id = any($2::uuid[])`,
    [tx.tenantId, ids],
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** All files that hang on a record now, oldest first. */
export async function filesOfRecord(tx: TenantTx, recordId: string): Promise<FileRow[]> {
  return tx.rows(
    FileRow,
    `select ${COLUMNS} from caseloom.file
      where tenant_id = $1 and record_id = $2 and removed_at is null order by at, id limit 2000`,
    [tx.tenantId, recordId],
    'file-of-record',
  )
}

export async function findFile(tx: TenantTx, recordId: string, id: string): Promise<FileRow | null> {
  const rows = await tx.rows(
    FileRow,
    `select ${COLUMNS} from caseloom.file
      where tenant_id = $1 and record_id = $2 and id = $3 and removed_at is null`,
    [tx.tenantId, recordId, id],
    'file-find',
  )
  return rows[0] ?? null
}

export interface Hanging {
  file: string
  record: string
  field: string | null
  comment: string | null
}

/** Hangs files where they belong from now on. */
export async function hangFiles(tx: TenantTx, hanging: readonly Hanging[]): Promise<void> {
  if (hanging.length === 0) return
  await tx.query(
    `update caseloom.file f set record_id = h.record, field_id = h.field, comment_id = h.comment, removed_at = null
       from jsonb_to_recordset($2::jsonb) as h(file uuid, record uuid, field uuid, comment uuid)
      where f.tenant_id = $1 and f.id = h.file`,
    [tx.tenantId, JSON.stringify(hanging)],
  )
}

/** Takes files off; they are forgotten after a while. */
export async function takeOff(tx: TenantTx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx.query(
    `update caseloom.file set removed_at = $3 where tenant_id = $1 and id = any($2::uuid[]) and removed_at is null`,
    [tx.tenantId, ids, tx.now],
  )
}

export const Forgotten = z.object({
  tenantId: z.string(),
  sha256: z.string(),
})
export type Forgotten = z.infer<typeof Forgotten>

/** Deletes a batch of files that have been unused or detached for the given number of days; returns their contents. */
export async function forgetFiles(
  tx: Tx,
  days: { unused: number; ofSteps: number; removed: number },
  batch: number,
): Promise<Forgotten[]> {
  return tx.rows(
    Forgotten,
    `with unused as (
         select id from caseloom.file where record_id is null
            and at < $1::timestamptz - make_interval(days => case when touches is null then $2::int else $5::int end)
          limit $4 for update skip locked),
       removed as (
         select id from caseloom.file where removed_at < $1::timestamptz - make_interval(days => $3)
          limit $4 for update skip locked)
     delete from caseloom.file where id in (select id from unused union all select id from removed)
     returning tenant_id as "tenantId", sha256`,
    [tx.now, days.unused, days.removed, batch, days.ofSteps],
  )
}

/** Those of the contents that no file and no stored value of their tenant has any more. */
export async function withoutUse(tx: Tx, contents: readonly Forgotten[]): Promise<Forgotten[]> {
  return tx.rows(
    Forgotten,
    `select c."tenantId", c.sha256 from jsonb_to_recordset($1::jsonb) as c("tenantId" uuid, sha256 text)
      where not exists (select from caseloom.file f where f.tenant_id = c."tenantId" and f.sha256 = c.sha256)
        and not exists (select from caseloom.value v
          where v.tenant_id = c."tenantId" and v.sha256 = decode(c.sha256, 'hex'))`,
    [JSON.stringify(contents)],
  )
}

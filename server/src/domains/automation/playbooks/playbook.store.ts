// Stored playbooks: drafts, versions, and components, without the rules for changing them.
import { z } from 'zod'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import { JsonObjectColumn } from '../../../platform/database/rows.ts'
import type { TenantTx } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'

const TitleRow = z.object({ title: z.string() })

const PlaybookRow = z.object({
  id: z.string(),
  key: z.string(),
  title: z.string(),
  description: z.string().nullable(),
  draft: JsonObjectColumn,
  revision: z.number(),
  published_version: z.number().nullable(),
  updated_at: z.date(),
})
export type PlaybookRow = z.infer<typeof PlaybookRow>

const COLUMNS = 'id, key, title, description, draft, revision, published_version, updated_at'

/** Throws resource.not_found. With `lock` the row is held until the end of the transaction. */
export async function getPlaybookRow(tx: TenantTx, id: string, lock = false): Promise<PlaybookRow> {
  const rows = await tx.rows(
    PlaybookRow,
    `select ${COLUMNS} from caseloom.playbook where tenant_id = $1 and id = $2 and deleted_at is null${lock ? ' for update' : ''}`,
    [tx.tenantId, id],
  )
  if (rows[0] === undefined) throw fail('resource.not_found')
  return rows[0]
}

export interface DraftFields {
  key: string
  title: string
  description: string | null
  draft: JsonObject
}

/** Fields with who writes them. */
interface WrittenDraft extends DraftFields {
  by: { id: string | null; name: string }
}

/** Throws playbook.key_taken. */
export async function insertPlaybook(tx: TenantTx, id: string, fields: WrittenDraft): Promise<void> {
  const rows = await tx.query(
    `insert into caseloom.playbook (id, tenant_id, key, title, description, draft, revision, created_at, updated_at,
                                    saved_by)
     values ($1, $2, $3, $4, $5, $6, 1, $7, $7, $8) on conflict (tenant_id, key) where deleted_at is null do nothing returning id`,
    [
      id,
      tx.tenantId,
      fields.key,
      fields.title,
      fields.description,
      JSON.stringify(fields.draft),
      tx.now,
      savedBy(tx, fields),
    ],
  )
  if (rows.length === 0) throw keyTaken(fields.key)
}

/** Throws playbook.key_taken. The row must be locked. */
export async function updateDraft(tx: TenantTx, id: string, fields: WrittenDraft): Promise<void> {
  const taken = await tx.query(
    'select 1 from caseloom.playbook where tenant_id = $1 and key = $2 and id <> $3 and deleted_at is null',
    [tx.tenantId, fields.key, id],
  )
  if (taken.length > 0) throw keyTaken(fields.key)
  await tx.query(
    `update caseloom.playbook set key = $3, title = $4, description = $5, draft = $6, revision = revision + 1,
            updated_at = $7, saved_by = $8
      where tenant_id = $1 and id = $2`,
    [
      tx.tenantId,
      id,
      fields.key,
      fields.title,
      fields.description,
      JSON.stringify(fields.draft),
      tx.now,
      savedBy(tx, fields),
    ],
  )
}

/** From now on only its runs know of it. The row must be locked. */
export async function hidePlaybook(tx: TenantTx, id: string): Promise<void> {
  await tx.query('update caseloom.playbook set deleted_at = $3 where tenant_id = $1 and id = $2', [
    tx.tenantId,
    id,
    tx.now,
  ])
}

function savedBy(tx: TenantTx, { by: { id, name } }: WrittenDraft): string | null {
  return id === null ? null : JSON.stringify({ id, name, at: tx.now.toISOString() })
}

function keyTaken(key: string) {
  const issue = {
    path: ['body', 'document', 'playbook'],
    code: 'taken',
    message: `The key "${key}" is already in use`,
  }
  return fail('playbook.key_taken', { issues: [issue] })
}

/** Its title now; null when the tenant has no such playbook. */
export async function titleOfPlaybook(tx: TenantTx, id: string): Promise<string | null> {
  const [row] = await tx.rows(
    TitleRow,
    'select title from caseloom.playbook where tenant_id = $1 and id = $2',
    [tx.tenantId, id],
  )
  return row?.title ?? null
}

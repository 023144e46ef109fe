import { z } from 'zod'
import { JsonObjectColumn } from '../../../platform/database/rows.ts'
import type { TenantTx } from '../../../platform/database/types.ts'
import { StoredSpec } from '../registry/stored-spec.ts'

/** The published version of a playbook with the facts of its statement. */
const PublishedRow = z.object({
  id: z.string(),
  key: z.string(),
  title: z.string(),
  shared_with: z.array(z.string()).nullable(),
  version_id: z.string(),
  document: JsonObjectColumn,
  published_by: z.string().nullable(),
  publisher_name: z.string().nullable(),
  actions: z.array(StoredSpec).nullable(),
})
export type PublishedRow = z.infer<typeof PublishedRow>

const SELECT = `
select p.id, p.key, p.title, p.shared_with, v.id as version_id, v.document, v.published_by, v.publisher_name, v.actions
  from caseloom.playbook p
  join caseloom.playbook_version v on v.playbook_id = p.id and v.number = p.published_version
 where p.tenant_id = $1 and p.deleted_at is null`

export async function publishedById(tx: TenantTx, id: string): Promise<PublishedRow | null> {
  const rows = await tx.rows(
    PublishedRow,
    `${SELECT} and p.id = $2`,
    [tx.tenantId, id],
    'automation-statement-of',
  )
  return rows[0] ?? null
}

/** Published components by key; those that don't exist are left out. */
export function publishedComponents(tx: TenantTx, keys: readonly string[]): Promise<PublishedRow[]> {
  return tx.rows(
    PublishedRow,
    `${SELECT} and p.key = any($2::text[]) and v.document -> 'component' is not null order by p.key`,
    [tx.tenantId, keys],
    'automation-statement-components',
  )
}

export const Confirmation = z.object({ version_id: z.string(), statement_id: z.string() })
export type Confirmation = z.infer<typeof Confirmation>

export async function confirmationOf(
  tx: TenantTx,
  playbookId: string,
  userId: string | null,
): Promise<Confirmation | null> {
  const rows = await tx.rows(
    Confirmation,
    `select version_id, statement_id from caseloom.statement_confirmation
      where tenant_id = $1 and playbook_id = $2 and user_id = $3`,
    [tx.tenantId, playbookId, userId],
    'automation-confirmation-of',
  )
  return rows[0] ?? null
}

/** Saves the statement that a user confirmed last for a playbook. */
export async function saveConfirmation(
  tx: TenantTx,
  { playbookId, userId, ...confirmed }: Confirmation & { playbookId: string; userId: string },
): Promise<void> {
  await tx.query(
    `insert into caseloom.statement_confirmation (tenant_id, playbook_id, user_id, version_id, statement_id, at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (playbook_id, user_id) do update
       set version_id = excluded.version_id, statement_id = excluded.statement_id, at = excluded.at`,
    [tx.tenantId, playbookId, userId, confirmed.version_id, confirmed.statement_id, tx.now],
  )
}

import type { JsonObject } from '@caseloom/contract/kernel/json'
import { z } from 'zod'
import { JsonObjectColumn } from '../../../platform/database/rows.ts'
import type { TenantTx } from '../../../platform/database/types.ts'
import { StoredSpec } from '../registry/stored-spec.ts'

const VersionRow = z.object({
  id: z.string(),
  playbook_id: z.string(),
  /** Null for a document that is only tested. */
  number: z.number().nullable(),
  document: JsonObjectColumn,
  semantics: z.number(),
  permissions: z.array(z.string()),
  principals: z.array(z.string()),
  published_by: z.string().nullable(),
  publisher_name: z.string().nullable(),
  /** Actions of connectors as they were at publishing; null when it uses none. */
  actions: z.array(StoredSpec).nullable(),
})
export type VersionRow = z.infer<typeof VersionRow>

/** A published version; immutable, so it can be cached in memory. */
export async function versionById(tx: TenantTx, id: string): Promise<VersionRow | null> {
  const rows = await tx.rows(
    VersionRow,
    `select id, playbook_id, number, document, semantics, permissions, principals, published_by,
            publisher_name, actions
       from caseloom.playbook_version where tenant_id = $1 and id = $2`,
    [tx.tenantId, id],
    'automation-version',
  )
  return rows[0] ?? null
}

export interface NewVersion {
  id: string
  playbookId: string
  /** Null for a document that is only tested. */
  number: number | null
  document: JsonObject
  semantics: number
  permissions: readonly string[]
  principals: readonly string[]
  publishedBy: { id: string | null; name: string }
  /** What the publisher says about it. */
  note?: string
  /** Titles of its tests that failed, and why it is published anyway. */
  failedTests?: { titles: string[]; reason: string } | null
  /** Retention of the playbook's runs, in days; 0 for unlimited, null for the default. */
  runDays: number | null
  /** Ids of the users, groups, and roles that may start the playbook by hand; null: everyone who may run playbooks. */
  sharedWith: readonly string[] | null
  /** Of connectors that the document uses. */
  actions: readonly StoredSpec[]
}

export async function insertVersion(tx: TenantTx, version: NewVersion): Promise<void> {
  await tx.query(
    `insert into caseloom.playbook_version (id, tenant_id, playbook_id, number, document, semantics, permissions,
                                            principals, published_by, published_at, actions,
                                            publisher_name, note, failed_tests)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      version.id,
      tx.tenantId,
      version.playbookId,
      version.number,
      JSON.stringify(version.document),
      version.semantics,
      version.permissions,
      version.principals,
      version.publishedBy.id,
      tx.now,
      version.actions.length === 0 ? null : JSON.stringify(version.actions),
      version.publishedBy.name,
      version.note ?? '',
      version.failedTests ? JSON.stringify(version.failedTests) : null,
    ],
  )
  if (version.number === null) return
  await tx.query(
    `update caseloom.playbook set published_version = $3, revision = revision + 1, updated_at = $4, run_days = $5,
            shared_with = $6
      where tenant_id = $1 and id = $2`,
    [tx.tenantId, version.playbookId, version.number, tx.now, version.runDays, version.sharedWith],
  )
}

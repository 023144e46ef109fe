import { PlaybookId } from '@caseloom/contract/kernel/ids'
import type { PlaybookUse } from '@caseloom/contract/automation/playbook-use'
import { z } from 'zod'
import { JsonObjectColumn } from '../../../platform/database/rows.ts'
import type { TenantTx } from '../../../platform/database/types.ts'
import { type Use, usesOf } from './asset-uses.rules.ts'

const DocumentsRow = z.object({
  id: z.string(),
  key: z.string(),
  title: z.string(),
  draft: JsonObjectColumn,
  published: JsonObjectColumn.nullable(),
})

/** Playbooks whose draft or published version names the asset. */
export function assetUses(tx: TenantTx, key: string): Promise<PlaybookUse[]> {
  return documentUses(tx, key, (use) => use.asset === key)
}

/** Playbooks whose draft or published version has a step of one of these actions. */
export async function actionUses(
  tx: TenantTx,
  prefix: string,
  names: ReadonlySet<string>,
): Promise<PlaybookUse[]> {
  return documentUses(tx, `${prefix}.`, (use) => use.action !== null && names.has(use.action))
}

/** Playbooks that call the one with this key, or begin when it fails; one that calls itself is none of them. */
export async function playbookUsesOf(tx: TenantTx, key: string): Promise<PlaybookUse[]> {
  const uses = await documentUses(tx, key, (use) => use.playbooks.includes(key))
  return uses.filter((use) => use.key !== key)
}

/** Playbooks whose draft or published version names the reference table with this key. */
export function tableUsesOf(tx: TenantTx, key: string): Promise<PlaybookUse[]> {
  return documentUses(tx, key, (use) => use.table === key)
}

/** Only documents that contain `hint` are read. */
async function documentUses(
  tx: TenantTx,
  hint: string,
  counts: (use: Use) => boolean,
): Promise<PlaybookUse[]> {
  const rows = await tx.rows(
    DocumentsRow,
    `select p.id, p.key, p.title, p.draft, v.document as published
       from caseloom.playbook p
       left join caseloom.playbook_version v on v.playbook_id = p.id and v.number = p.published_version
      where p.tenant_id = $1 and p.deleted_at is null and (strpos(p.draft::text, $2) > 0 or strpos(v.document::text, $2) > 0)
      order by lower(p.title), p.id`,
    [tx.tenantId, hint],
  )
  return rows.flatMap((row) => {
    const inDraft = usesOf(row.draft).filter(counts)
    const inPublished = row.published === null ? [] : usesOf(row.published).filter(counts)
    const steps = [...new Set([...inPublished, ...inDraft].map(({ place }) => place))]
    if (steps.length === 0) return []
    const { id, key, title } = row
    const found = { inDraft: inDraft.length > 0, inPublished: inPublished.length > 0 }
    return [{ playbookId: PlaybookId.parse(id), key, title, steps, ...found }]
  })
}

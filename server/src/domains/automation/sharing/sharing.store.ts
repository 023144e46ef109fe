// The users, groups, and roles that a playbook is shared with, and so may start it by hand.
import { z } from 'zod'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { TenantTx } from '../../../platform/database/types.ts'
import { isSharedTo } from './sharing.rules.ts'

const PrincipalsPublishedByRow = z.object({
  principals: z.array(z.string()),
  published_by: z.string().nullable(),
})

const SharedRow = z.object({ id: z.string(), shared_with: z.array(z.string()).nullable() })
type SharedRow = z.infer<typeof SharedRow>

/** Users, groups, and roles that a playbook is shared with; null when there is no such playbook. */
export async function sharedWithOf(tx: TenantTx, playbookId: string): Promise<string[] | null> {
  const [row] = await sharings(tx, [playbookId])
  return row === undefined ? [] : row.shared_with
}

function sharings(tx: TenantTx, ids: readonly string[]): Promise<SharedRow[]> {
  return tx.rows(
    SharedRow,
    'select id, shared_with from caseloom.playbook where tenant_id = $1 and id = any($2::uuid[])',
    [tx.tenantId, ids],
    'automation-shared-with',
  )
}

/** Those triggers whose playbook is shared with the actor. */
export async function sharedTriggers<Row extends { playbook_id: string }>(
  tx: TenantTx,
  actor: Actor,
  rows: readonly Row[],
): Promise<Row[]> {
  const found = await sharings(tx, [...new Set(rows.map((row) => row.playbook_id))])
  const open = new Set(found.filter((row) => isSharedTo(actor, row.shared_with)).map(({ id }) => id))
  return rows.filter((row) => open.has(row.playbook_id))
}

/** The publisher of the version that a run belongs to, with the roles and groups of that moment. */
export async function callerPublisher(tx: TenantTx, runId: string): Promise<{ principals: string[] }> {
  const [row] = await tx.rows(
    PrincipalsPublishedByRow,
    `select v.principals, v.published_by from caseloom.run r
       join caseloom.playbook_version v on v.id = r.version_id
      where r.tenant_id = $1 and r.id = $2`,
    [tx.tenantId, runId],
    'automation-caller-publisher',
  )
  if (row === undefined) return { principals: [] }
  return { principals: row.published_by === null ? row.principals : [...row.principals, row.published_by] }
}

import { StoredSharing } from '@caseloom/contract/kernel/sharing'
import { z } from 'zod'
import type { KeyedTable } from '../../platform/database/name-keys.ts'
import type { TenantTx } from '../../platform/database/types.ts'

export const WORKSPACES: KeyedTable = { table: 'workspace', noun: 'workspace' }

export const StoredWorkspace = z.object({
  id: z.string(),
  key: z.string(),
  name: z.string(),
  description: z.string(),
  icon: z.string(),
  apps: z.array(z.string()),
  sharing: StoredSharing,
  revision: z.number(),
  updatedAt: z.date(),
  /** Ids in their order. */
  dashboards: z.array(z.string()),
})
export type StoredWorkspace = z.infer<typeof StoredWorkspace>

const SELECT = `
  select w.id, coalesce(w.key, 'workspace_' || right(w.id::text, 12)) as key, w.name, w.description, w.icon, w.apps, w.sharing, w.revision, w.updated_at as "updatedAt",
         array(select d.dashboard_id from caseloom.workspace_dashboard d
                where d.workspace_id = w.id order by d.place) as dashboards
    from caseloom.workspace w where w.tenant_id = $1`

/** All of the tenant, by name. */
export function allWorkspaces(tx: TenantTx): Promise<StoredWorkspace[]> {
  return tx.rows(StoredWorkspace, `${SELECT} order by lower(w.name), w.id`, [tx.tenantId])
}

/** One by id, locked against another editor when asked. */
export async function findWorkspace(tx: TenantTx, id: string, lock = false): Promise<StoredWorkspace | null> {
  const rows = await tx.rows(StoredWorkspace, `${SELECT} and w.id = $2${lock ? ' for update of w' : ''}`, [
    tx.tenantId,
    id,
  ])
  return rows[0] ?? null
}

export async function isNameTaken(tx: TenantTx, name: string, exceptId: string): Promise<boolean> {
  const rows = await tx.query(
    'select from caseloom.workspace where tenant_id = $1 and lower(name) = lower($2) and id <> $3',
    [tx.tenantId, name, exceptId],
  )
  return rows.length > 0
}

/** Writes a workspace, new or changed, with its dashboards in their order. */
export async function putWorkspace(tx: TenantTx, workspace: StoredWorkspace): Promise<void> {
  const { id, key, name, description, icon, apps, sharing, revision } = workspace
  await tx.query(
    `insert into caseloom.workspace
       (id, tenant_id, name, description, icon, apps, sharing, revision, created_at, updated_at, key)
     values ($1, $2, $3, $4, $5, $6::uuid[], $7, $8, $9, $9, $10)
     on conflict (id) do update set name = $3, description = $4, icon = $5, apps = $6::uuid[], sharing = $7,
       revision = $8, updated_at = $9`,
    [
      id,
      tx.tenantId,
      name,
      description,
      icon,
      apps,
      sharing === null ? null : JSON.stringify(sharing),
      revision,
      tx.now,
      key,
    ],
  )
  await tx.query('delete from caseloom.workspace_dashboard where tenant_id = $1 and workspace_id = $2', [
    tx.tenantId,
    id,
  ])
  await tx.query(
    `insert into caseloom.workspace_dashboard (tenant_id, workspace_id, dashboard_id, place)
     select $1, $2, d.id, d.place from unnest($3::uuid[]) with ordinality as d(id, place)`,
    [tx.tenantId, id, workspace.dashboards],
  )
}

export async function removeWorkspace(tx: TenantTx, id: string): Promise<void> {
  await tx.query('delete from caseloom.workspace_dashboard where tenant_id = $1 and workspace_id = $2', [
    tx.tenantId,
    id,
  ])
  await tx.query('delete from caseloom.workspace where tenant_id = $1 and id = $2', [tx.tenantId, id])
}

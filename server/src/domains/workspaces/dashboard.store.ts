import { StoredSharing } from '@caseloom/contract/kernel/sharing'
import { TimeRange, Widget } from '@caseloom/contract/workspaces/workspaces'
import { z } from 'zod'
import type { KeyedTable } from '../../platform/database/name-keys.ts'
import type { TenantTx } from '../../platform/database/types.ts'

/** A widget that this version of the program cannot read is left out instead of breaking the others. */
const ReadableWidgets = z.array(z.unknown()).transform((widgets) =>
  widgets.flatMap((widget) => {
    const parsed = Widget.safeParse(widget)
    return parsed.success ? [parsed.data] : []
  }),
)

const StoredDashboard = z.object({
  id: z.string(),
  key: z.string(),
  name: z.string(),
  description: z.string(),
  range: TimeRange,
  widgets: ReadableWidgets,
  sharing: StoredSharing,
  revision: z.number(),
  updatedAt: z.date(),
})
export type StoredDashboard = z.infer<typeof StoredDashboard>

const SELECT = `
  select id, coalesce(key, 'dashboard_' || right(id::text, 12)) as key, name, description, range, widgets, sharing, revision, updated_at as "updatedAt"
    from caseloom.dashboard where tenant_id = $1`

/** All of the tenant, by name. */
export function allDashboards(tx: TenantTx): Promise<StoredDashboard[]> {
  return tx.rows(StoredDashboard, `${SELECT} order by lower(name), id`, [tx.tenantId])
}

/** One by id, locked against another editor when asked. */
export async function findDashboard(tx: TenantTx, id: string, lock = false): Promise<StoredDashboard | null> {
  const rows = await tx.rows(StoredDashboard, `${SELECT} and id = $2${lock ? ' for update' : ''}`, [
    tx.tenantId,
    id,
  ])
  return rows[0] ?? null
}

export const DASHBOARDS: KeyedTable = { table: 'dashboard', noun: 'dashboard' }

export async function putDashboard(tx: TenantTx, dashboard: StoredDashboard): Promise<void> {
  const { id, key, name, description, range, widgets, sharing, revision } = dashboard
  await tx.query(
    `insert into caseloom.dashboard
       (id, tenant_id, name, description, range, widgets, sharing, revision, created_at, updated_at, key)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10)
     on conflict (id) do update set name = $3, description = $4, range = $5, widgets = $6, sharing = $7,
       revision = $8, updated_at = $9`,
    [
      id,
      tx.tenantId,
      name,
      description,
      range,
      JSON.stringify(widgets),
      sharing === null ? null : JSON.stringify(sharing),
      revision,
      tx.now,
      key,
    ],
  )
}

/** Whether a workspace shows the dashboard. */
export async function isInWorkspace(tx: TenantTx, id: string): Promise<boolean> {
  const rows = await tx.query(
    'select 1 from caseloom.workspace_dashboard where tenant_id = $1 and dashboard_id = $2 limit 1',
    [tx.tenantId, id],
  )
  return rows.length > 0
}

/** Puts a dashboard behind the others of a workspace. */
export async function appendToWorkspace(
  tx: TenantTx,
  workspaceId: string,
  dashboardId: string,
): Promise<void> {
  await tx.query(
    `insert into caseloom.workspace_dashboard (tenant_id, workspace_id, dashboard_id, place)
     select $1, $2, $3, coalesce(max(place), 0) + 1 from caseloom.workspace_dashboard where workspace_id = $2`,
    [tx.tenantId, workspaceId, dashboardId],
  )
  await tx.query(
    'update caseloom.workspace set revision = revision + 1, updated_at = $3 where tenant_id = $1 and id = $2',
    [tx.tenantId, workspaceId, tx.now],
  )
}

/** Deletes a dashboard and takes it out of its workspaces. */
export async function removeDashboard(tx: TenantTx, id: string): Promise<void> {
  await tx.query('delete from caseloom.workspace_dashboard where tenant_id = $1 and dashboard_id = $2', [
    tx.tenantId,
    id,
  ])
  await tx.query('delete from caseloom.dashboard where tenant_id = $1 and id = $2', [tx.tenantId, id])
}

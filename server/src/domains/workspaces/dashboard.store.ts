import type { Sharing } from '@caseloom/contract/kernel/sharing'
import { type TimeRange, Widget } from '@caseloom/contract/workspaces/workspaces'
import type { TenantTx } from '../../platform/database/types.ts'

export interface StoredDashboard {
  id: string
  name: string
  description: string
  range: TimeRange
  widgets: Widget[]
  sharing: Sharing
  revision: number
  updatedAt: Date
}

const SELECT = `
  select id, name, description, range, widgets, sharing, revision, updated_at as "updatedAt"
    from caseloom.dashboard where tenant_id = $1`

/** All of the tenant, by name. */
export async function allDashboards(tx: TenantTx): Promise<StoredDashboard[]> {
  const rows = await tx.query<StoredDashboard>(`${SELECT} order by lower(name), id`, [tx.tenantId])
  return rows.map(withWidgets)
}

/** One by id, locked against another editor when asked. */
export async function findDashboard(tx: TenantTx, id: string, lock = false): Promise<StoredDashboard | null> {
  const rows = await tx.query<StoredDashboard>(`${SELECT} and id = $2${lock ? ' for update' : ''}`, [
    tx.tenantId,
    id,
  ])
  return rows[0] === undefined ? null : withWidgets(rows[0])
}

/** A widget that this version of the program cannot read is left out instead of breaking the others. */
function withWidgets(row: StoredDashboard): StoredDashboard {
  const widgets = row.widgets.flatMap((widget) => {
    const parsed = Widget.safeParse(widget)
    return parsed.success ? [parsed.data] : []
  })
  return { ...row, widgets }
}

export async function putDashboard(tx: TenantTx, dashboard: StoredDashboard): Promise<void> {
  const { id, name, description, range, widgets, sharing, revision } = dashboard
  await tx.query(
    `insert into caseloom.dashboard
       (id, tenant_id, name, description, range, widgets, sharing, revision, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)
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
    ],
  )
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

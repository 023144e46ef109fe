import { z } from 'zod'
import { IdRow } from '../../../platform/database/rows.ts'
import { type Sharing, StoredSharing } from '@caseloom/contract/kernel/sharing'
import type { TenantTx } from '../../../platform/database/types.ts'
import type { StoredApp } from '../definition/app-definition.ts'
import { findApp } from '../catalog/apps.store.ts'

const AppletLinkRow = z.object({ applet: z.string(), appId: z.string(), sharing: StoredSharing })

/** A link of an app, with the sharing of the app. */
export interface LinkRow {
  applet: string
  appId: string
  definition: { sharing?: Sharing }
}

/** All links of the tenant. */
export async function allLinks(tx: TenantTx): Promise<LinkRow[]> {
  const rows = await tx.rows(
    AppletLinkRow,
    `select l->>'applet' as applet, a.id as "appId", a.definition->'sharing' as sharing
       from caseloom.app a, jsonb_array_elements(a.definition->'applets') l
      where a.tenant_id = $1 and a.deleted_at is null`,
    [tx.tenantId],
  )
  return rows.map(({ sharing, ...row }) => ({ ...row, definition: sharing === null ? {} : { sharing } }))
}

/** Apps that link an applet, by name. */
export async function linkingApps(tx: TenantTx, appletId: string): Promise<StoredApp[]> {
  const rows = await tx.rows(
    IdRow,
    `select a.id from caseloom.app a
      where a.tenant_id = $1 and a.deleted_at is null and a.definition->'applets' @> $2::jsonb
      order by a.definition->>'name', a.id`,
    [tx.tenantId, JSON.stringify([{ applet: appletId }])],
  )
  const apps: StoredApp[] = []
  for (const { id } of rows) {
    const app = await findApp(tx, id)
    if (app !== null) apps.push(app)
  }
  return apps
}

import { z } from 'zod'
import type { Filter } from '@caseloom/contract/values/filter'
import type { TenantTx } from '../../../platform/database/types.ts'
import type { AppsDoor } from '../../apps/apps.door.ts'
import type { AppTable } from '../model/record-shape.ts'
import { type OtherApps, otherAppsOf } from '../filters/linked-test.rules.ts'

const AppRevisionRow = z.object({ app: z.string(), revision: z.number() })

/** Other apps by id and by key, each in its present revision; unknown names are left out. */
export async function otherApps(
  deps: { apps: AppsDoor },
  tx: TenantTx,
  names: readonly string[],
): Promise<Map<string, AppTable>> {
  const found = new Map<string, AppTable>()
  const apps: AppTable[] = []
  for (const name of new Set(names)) {
    const app = await deps.apps.compiled(tx, name)
    if (app !== null) apps.push(app)
  }
  const [first] = apps
  if (first === undefined) return found
  const rows = await tx.rows(
    AppRevisionRow,
    `select app, revision from ${first.stateTable} where app = any($1::uuid[])`,
    [apps.map((app) => app.id)],
  )
  const revisions = new Map(rows.map((row) => [row.app, row.revision]))
  for (const known of apps) {
    const stale = revisions.get(known.id) !== known.revision
    const app = stale ? await deps.apps.compiled(tx, known.id, true) : known
    if (app !== null) found.set(app.id, app).set(app.key, app)
  }
  return found
}

/** The other apps that a filter refers to; reads nothing for a filter without links. */
export async function appsOfFilter(
  deps: { apps: AppsDoor },
  tx: TenantTx,
  app: AppTable,
  filter: Filter | undefined,
): Promise<OtherApps> {
  return otherApps(deps, tx, filter === undefined ? [] : otherAppsOf(app, filter))
}

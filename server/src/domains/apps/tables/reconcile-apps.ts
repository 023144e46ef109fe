import type { SystemScope, TenantScope } from '../../../platform/database/types.ts'
import type { AppCatalog } from '../catalog/app-catalog.ts'
import { reconcileTables } from './app-table.store.ts'
import { allApps, findApp, markOutdated, markUpToDate, outdatedApps } from '../catalog/apps.store.ts'
import type { IndexBuilds } from './build-indexes.ts'
import { defineApps } from './define-apps.ts'
import { desiredSchema } from './desired-schema.ts'

interface Deps {
  catalog: AppCatalog
  builds: IndexBuilds
}

/**
 * Brings every app table of the tenant to its definition, one app per transaction; answers how many changes were
 * made. Idempotent: also after a restore.
 */
export async function reconcileApps(deps: Deps, scope: TenantScope): Promise<number> {
  const apps = await scope.read(allApps)
  let changes = 0
  for (const { id } of apps) {
    const { made, build } = await reconcileApp(deps, scope, id)
    changes += made + (await build)
  }
  return changes
}

interface ReconciledApp {
  made: number
  /** The indexes that are made outside of the transaction; never fails. */
  build: Promise<number>
}

async function reconcileApp(deps: Deps, scope: TenantScope, id: string): Promise<ReconciledApp> {
  const { made, lacking } = await defineApps(scope, async (tx) => {
    const app = await findApp(tx, id)
    if (app === null) return { made: 0, lacking: false }
    const { changes, later } = await reconcileTables(tx, id, desiredSchema(id, app.definition))
    await (later.length > 0 ? markOutdated : markUpToDate)(tx, id)
    return { made: changes.length, lacking: later.length > 0 }
  })
  deps.catalog.forget(scope.tenantId, id)
  return { made, build: lacking ? deps.builds.start(scope, id) : Promise.resolve(0) }
}

/**
 * Brings the tables up to date that an older version of this program made; for the start, free when there are none.
 * Indexes of large apps are made after it.
 */
export async function upgradeApps(
  deps: Deps,
  system: SystemScope,
  tenant: (tenantId: string) => Promise<TenantScope | null>,
): Promise<number> {
  const apps = await system.read(outdatedApps)
  for (const { id, tenantId } of apps) {
    const scope = await tenant(tenantId)
    if (scope !== null) await reconcileApp(deps, scope, id)
  }
  return apps.length
}

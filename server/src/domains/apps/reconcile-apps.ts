import type { SystemScope, TenantScope } from '../../platform/database/types.ts'
import type { AppCatalogue } from './app-catalogue.ts'
import { reconcileTables } from './app-table.store.ts'
import { allApps, findApp, markUpToDate, outdatedApps } from './apps.store.ts'
import { retryLocked } from './lock-retry.ts'
import { wantedTable } from './wanted-table.ts'

interface Deps {
  catalogue: AppCatalogue
}

/**
 * Brings every app table of the tenant to its definition, one app per transaction; answers how many changes were
 * made. Idempotent: also after a restore.
 */
export async function reconcileApps(deps: Deps, scope: TenantScope): Promise<number> {
  const apps = await scope.read(allApps)
  let changes = 0
  for (const { id } of apps) changes += await reconcileApp(deps, scope, id)
  return changes
}

async function reconcileApp(deps: Deps, scope: TenantScope, id: string): Promise<number> {
  const changes = await retryLocked(() =>
    scope.define('apps', async (tx) => {
      const app = await findApp(tx, id)
      if (app === null) return 0
      const made = await reconcileTables(tx, id, wantedTable(id, app.definition))
      await markUpToDate(tx, id)
      return made.length
    }),
  )
  deps.catalogue.forget(scope.tenantId, id)
  return changes
}

/** Brings the tables up to date that an older version of this program made; for the start, free when there are none. */
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

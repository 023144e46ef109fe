import type { TenantScope } from '../../platform/database/types.ts'
import type { AppCatalogue } from './app-catalogue.ts'
import { reconcileTables } from './app-table.store.ts'
import { allApps, findApp } from './apps.store.ts'
import { retryLocked } from './lock-retry.ts'
import { wantedTable } from './wanted-table.ts'

/**
 * Brings every app table of the tenant to its definition, one app per transaction; answers how many changes were
 * made. Idempotent: for the start of a new version and after a restore.
 */
export async function reconcileApps(deps: { catalogue: AppCatalogue }, scope: TenantScope): Promise<number> {
  const apps = await scope.read(allApps)
  let changes = 0
  for (const { id } of apps) {
    changes += await retryLocked(() =>
      scope.define('apps', async (tx) => {
        const app = await findApp(tx, id)
        return app === null ? 0 : (await reconcileTables(tx, id, wantedTable(id, app.definition))).length
      }),
    )
    deps.catalogue.forget(scope.tenantId, id)
  }
  return changes
}

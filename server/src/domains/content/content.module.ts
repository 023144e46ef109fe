import type { DomainModule } from '../../platform/foundation/module.ts'
import type { Platform } from '../../platform/foundation/platform.ts'
import type { InstallDeps } from './ports/content-deps.ts'
import { contentExport } from './installs/export-installs.ts'
import { purgeOldPlans } from './installs/install.store.ts'

type Needs = Omit<InstallDeps, 'system' | 'log'>

/** Packages of definitions: export and import. */
export function createContentModule({ system, log, feed }: Platform, needs: Needs) {
  const deps: InstallDeps = { ...needs, system, log }
  return {
    exports: [contentExport(deps)],
    daily: [{ task: 'purge old plans of imports', run: () => purgeOldPlans(system) }],
    async routes(http) {
      const { bindContentRoutes } = await import('./content.routes.ts')
      bindContentRoutes(http, deps)
    },
    async work() {
      const { startInstallWorker } = await import('./installs/install-worker.ts')
      const worker = startInstallWorker(deps)
      feed.onSignal(() => worker.wake(), ['task.content'])
      return [worker]
    },
  } satisfies DomainModule & Record<string, unknown>
}

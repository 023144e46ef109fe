import type { DomainModule } from '../../platform/foundation/module.ts'
import type { Platform } from '../../platform/foundation/platform.ts'
import type { CanvasDeps } from './ports/canvas-deps.ts'
import type { InstallDeps } from './ports/content-deps.ts'
import { exportLines } from './catalog/export-lines.ts'
import { contentExport } from './installs/export-installs.ts'
import { purgeOldPlans } from './installs/install.store.ts'
import { createLibrary, type LibraryNeeds } from './library/read-library.ts'

type Needs = Omit<InstallDeps, 'system' | 'log' | 'library'> &
  Pick<LibraryNeeds, 'shipped'> &
  Pick<CanvasDeps, 'solution' | 'flags'>

/** Packages of definitions: export, import, and the catalogs of product lines; and the canvas of a tenant. */
export function createContentModule({ system, log, feed }: Platform, { shipped, ...needs }: Needs) {
  const library = createLibrary({ shipped, playbooks: needs.playbooks })
  const deps: InstallDeps = { ...needs, library, system, log }
  return {
    exports: [contentExport(deps), exportLines],
    daily: [{ task: 'purge old plans of imports', run: () => purgeOldPlans(system) }],
    async routes(http) {
      const { bindContentRoutes } = await import('./content.routes.ts')
      bindContentRoutes(http, { ...deps, ...needs })
    },
    async work() {
      const { startInstallWorker } = await import('./installs/install-worker.ts')
      const worker = startInstallWorker(deps)
      feed.onSignal(() => worker.wake(), ['task.content'])
      return [worker]
    },
  } satisfies DomainModule & Record<string, unknown>
}

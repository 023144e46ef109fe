import type { InstallRequest, InstallStatus } from '@caseloom/contract/identity/installer'
import { beginAtStart } from './begin-at-start.ts'
import type { InstallerDeps } from './installer-deps.ts'
import { readStatus } from './read-status.ts'
import { runInstall } from './run-install.ts'
import { startInstall } from './start-install.ts'

/** The first run of the product. */
export interface InstallerDoor {
  /** How far the installation is. */
  status(): Promise<InstallStatus>
  /** Starts it; the steps continue in the background. Throws install.already_done, install.code_wrong, request.invalid. */
  install(body: InstallRequest, ip: string): Promise<InstallStatus>
  /**
   * At the start of a web process: resumes an interrupted installation, fills an empty one when a demo is wanted, or
   * shows the one-time code. Resolves immediately; `settled` resolves at the end.
   */
  begin(): void
  /** Resolves when nothing continues in this process any more. */
  settled(): Promise<void>
  /** Stops after the step at hand; the next start carries on. */
  close(): Promise<void>
}

/** Builds the door; one per web process. */
export function createInstallerDoor(deps: InstallerDeps): InstallerDoor {
  const stop = new AbortController()
  let running: Promise<void> = Promise.resolve()
  const inBackground = (task: () => Promise<void>) => {
    running = Promise.all([running, task()]).then(
      () => undefined,
      (error: unknown) => deps.log.error({ err: error }, 'installation failed'),
    )
  }
  return {
    status: () => readStatus(deps),
    async install(body, ip) {
      await startInstall(deps, body, ip)
      inBackground(() => runInstall(deps, stop.signal))
      return readStatus(deps)
    },
    begin: () => inBackground(() => beginAtStart(deps, stop.signal)),
    settled: () => running,
    async close() {
      stop.abort()
      await running
    },
  }
}

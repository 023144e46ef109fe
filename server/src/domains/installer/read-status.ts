import type { InstallStatus } from '@caseloom/contract/identity/installer'
import { readInstall, readSteps } from './install.store.ts'
import { stepsOf } from './install-steps.ts'
import type { InstallerDeps } from './installer-deps.ts'

type Deps = Pick<InstallerDeps, 'database'>

/** How far the installation is. Once it is complete, strangers read no more than that. */
export async function readStatus({ database }: Deps): Promise<InstallStatus> {
  const { install, rows } = await database.system.read(async (tx) => ({
    install: await readInstall(tx),
    rows: await readSteps(tx),
  }))
  const isComplete = install?.status === 'complete'
  const steps: InstallStatus['steps'] = stepsOf(install?.plan ?? null).map(({ key, title }) => {
    const row = rows.find((each) => each.key === key)
    const detail = isComplete ? null : (row?.detail ?? null)
    return { key, title, state: row?.state ?? 'pending', ...(detail === null ? {} : { detail }) }
  })
  return {
    needed: !isComplete,
    status: install?.status ?? 'pending',
    codeRequired: !isComplete,
    steps,
  }
}

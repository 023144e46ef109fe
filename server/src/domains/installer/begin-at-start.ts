import { InstallRequest } from '@caseloom/contract/identity/installer'
import { randomInt } from 'node:crypto'
import { isFailure } from '../../platform/errors.ts'
import { codeOrElse, endInstall, lockPlan, readInstall, writePlan } from './install.store.ts'
import { codeFrom, installAddress } from './install-code.rules.ts'
import type { InstallerDeps } from './installer-deps.ts'
import { runInstall } from './run-install.ts'
import { checkInput, planFor } from './start-install.ts'

const DEMO = {
  accountName: 'Example SOC',
  tenantName: 'Security operations',
  name: 'Alice Adams',
  email: 'alice@example.com',
  demoData: true,
}

/** What a starting web process does about the installation: nothing when it is complete. */
export async function beginAtStart(deps: InstallerDeps, signal: AbortSignal): Promise<void> {
  const install = await deps.database.system.read((tx) => readInstall(tx))
  if (install?.status === 'complete') return
  const isFromForm = install?.status === 'inProgress' && !install.plan.headless
  if (deps.installFile !== null && !isFromForm && (await installFromFile(deps, deps.installFile, signal)))
    return
  if (deps.demo && !isFromForm) return installDemo(deps, signal)
  await showCode(deps)
  if (isFromForm) return runInstall(deps, signal)
  // A demo that broke off, and is no longer wanted: the form may take over.
  if (install?.status === 'inProgress') await deps.database.system.tx((tx) => endInstall(tx, 'failed'))
}

async function showCode({ database, publicUrl, notice }: InstallerDeps): Promise<void> {
  const code = await database.system.tx((tx) => codeOrElse(tx, codeFrom(randomInt)))
  notice([`To install, open ${installAddress(publicUrl, code)}`])
}

/**
 * Installs from the operator's file, at every start until it is done; the steps can be repeated. A file with faults
 * changes nothing: they are shown, and the form is there.
 */
async function installFromFile(deps: InstallerDeps, text: string, signal: AbortSignal): Promise<boolean> {
  const wanted = readFile(deps, text)
  if (wanted === null) return false
  await runInstall(deps, signal, {
    async prepare() {
      const hash = await deps.identity.hashPassword(wanted.password)
      await deps.database.system.tx(async (tx) => {
        await lockPlan(tx)
        const before = await readInstall(tx)
        await writePlan(tx, planFor(wanted, hash, before?.plan, true))
      })
    },
    beforeComplete: () => deps.notice([`Installed from CASELOOM_INSTALL_FILE. Sign in at ${deps.publicUrl}`]),
  })
  return true
}

function readFile(deps: InstallerDeps, text: string): ReturnType<typeof checkInput> | null {
  try {
    return checkInput(deps, InstallRequest.parse(JSON.parse(text)))
  } catch (error) {
    const issues = isFailure(error, 'request.invalid') ? error.details.issues : undefined
    const faults = (issues ?? []).map((issue) => `${issue.path.slice(1).join('.')}: ${issue.message}`)
    deps.notice([
      'CASELOOM_INSTALL_FILE wasn’t used: it must contain accountName, tenantName, name, email, and password as JSON.',
      ...faults,
    ])
    return null
  }
}

/** Installs without a form. A demo that broke off begins again, since no one has seen its password. */
async function installDemo(deps: InstallerDeps, signal: AbortSignal): Promise<void> {
  const password = randomPassword()
  const { system } = deps.database
  await runInstall(deps, signal, {
    async prepare() {
      const hash = await deps.identity.hashPassword(password)
      await system.tx(async (tx) => {
        await lockPlan(tx)
        const before = await readInstall(tx)
        await writePlan(tx, planFor(DEMO, hash, before?.plan, true))
      })
    },
    // Shown before the end is written: a crash in between makes a new password, never an unknown one.
    beforeComplete: () =>
      deps.notice([`Sign in at ${deps.publicUrl} as ${DEMO.email}`, `Password: ${password}`]),
  })
}

/** Sixteen letters and digits (79 bits) in groups of four. */
function randomPassword(): string {
  const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
  const group = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)] ?? 'a').join('')
  return [group(), group(), group(), group()].join('-')
}

import { parsedRows } from '../../platform/database/rows.ts'
import { z } from 'zod'
import { setTimeout as pause } from 'node:timers/promises'
import { audit } from '../../platform/audit/audit.ts'
import { isConnectionLoss } from '../../platform/database/connection-faults.ts'
import { AppError, isFailure } from '../../platform/errors.ts'
import {
  endInstall,
  type InstallPlan,
  readInstall,
  readSteps,
  type StepRow,
  writeStep,
} from './install.store.ts'
import { type StepWork, stepsOf } from './install-steps.ts'
import type { InstallerDeps } from './installer-deps.ts'

const LockRow = z.object({ mine: z.boolean() })

/** Held by the one process that installs; PostgreSQL frees it when that process dies. */
const LOCK = 7_266_190_432
const AGAIN_MS = 1000

/** What a run may do besides the steps. */
export interface RunHooks {
  /** Under the lock, before the steps: a headless installation writes its plan here. */
  prepare?: () => Promise<void>
  /** After the last step, before the installation is marked complete. */
  beforeComplete?: () => void
}

/**
 * Carries the installation on until it is complete or has failed. One process at a time works; others wait and take
 * over when it dies. A database that is away is waited for.
 */
export async function runInstall(
  deps: InstallerDeps,
  signal: AbortSignal,
  hooks: RunHooks = {},
): Promise<void> {
  while (!signal.aborted) {
    try {
      if (await underLock(deps, () => work(deps, signal, hooks))) return
      const install = await deps.database.system.read((tx) => readInstall(tx))
      if (hooks.prepare === undefined && install?.status !== 'inProgress') return
      if (install?.status === 'complete') return
    } catch (error) {
      if (!isFailure(error, 'dependency.unavailable') && !isConnectionLoss(error)) throw error
      deps.log.warn({ err: error }, 'installation waiting for the database')
    }
    // Only the signal ends it early, which the loop checks.
    await pause(AGAIN_MS, undefined, { signal }).catch(() => undefined)
  }
}

/** True when the lock was free and the task has run. */
async function underLock({ database }: InstallerDeps, task: () => Promise<void>): Promise<boolean> {
  const client = await database.connect()
  client.on('error', () => undefined)
  try {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as mine', [LOCK])
    if (parsedRows(LockRow, rows)[0]?.mine !== true) return false
    await task()
    return true
  } finally {
    // The lock ends with the connection, however it ends.
    await client.end().catch(() => undefined)
  }
}

async function work(deps: InstallerDeps, signal: AbortSignal, hooks: RunHooks): Promise<void> {
  const { system } = deps.database
  const before = await system.read((tx) => readInstall(tx))
  if (before?.status === 'complete') return
  await hooks.prepare?.()
  const { install, steps } = await system.read(async (tx) => ({
    install: await readInstall(tx),
    steps: await readSteps(tx),
  }))
  if (install?.status !== 'inProgress') return
  const done = new Set(steps.filter((step) => step.state === 'done').map((step) => step.key))
  for (const step of stepsOf(install.plan)) {
    if (done.has(step.key)) continue
    if (signal.aborted || !(await runStep(deps, step, install.plan))) return
  }
  hooks.beforeComplete?.()
  const { accountId, userId, personId, name, accountName } = install.plan
  await system.tx(async (tx) => {
    await endInstall(tx, 'complete')
    await audit(tx, {
      accountId,
      actor: { kind: 'user', id: userId, personId, name },
      action: 'installation.completed',
      object: { kind: 'account', id: accountId, name: accountName },
    })
  })
  deps.log.info('installation complete')
}

/** True when the step is done; false when it has failed, which ends the run. */
async function runStep(deps: InstallerDeps, step: StepWork, plan: InstallPlan): Promise<boolean> {
  const { system } = deps.database
  const write = (row: Omit<StepRow, 'key'>) => system.tx((tx) => writeStep(tx, { key: step.key, ...row }))
  await write({ state: 'running', detail: null })
  try {
    const detail = await step.run(deps, plan)
    await write({ state: 'done', detail })
    return true
  } catch (error) {
    // A database that went away is no failure of the step: it is repeated.
    if (isFailure(error, 'dependency.unavailable') || isConnectionLoss(error)) throw error
    deps.log.error({ err: error, step: step.key }, 'installation step failed')
    await system.tx(async (tx) => {
      await writeStep(tx, { key: step.key, state: 'failed', detail: reasonOf(error) })
      await endInstall(tx, 'failed')
    })
    return false
  }
}

/** What strangers may read of an error: the route is open to everyone. */
function reasonOf(error: unknown): string {
  if (!(error instanceof AppError)) return 'Unexpected error. Check the log of the web process.'
  const issues = error.details.issues?.map((issue) => issue.message) ?? []
  return issues.length > 0 ? issues.slice(0, 5).join('; ') : error.message
}

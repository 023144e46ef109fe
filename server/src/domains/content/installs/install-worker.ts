import type { InstallNote } from '@caseloom/contract/content/packages'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { isPassingFault } from '../../../platform/database/patience.ts'
import type { TenantScope } from '../../../platform/database/types.ts'
import { AppError } from '../../../platform/errors.ts'
import { createWorkLoop, type WorkLoop } from '../../../platform/scheduling/work-loop.ts'
import type { InstallDeps } from '../ports/content-deps.ts'
import { nameOf } from '../format/package-file.ts'
import { claimInstall, findInstall, postponeInstall, saveInstall, saveProgress } from './install.store.ts'
import type { Install, ItemProgress } from './install-shape.ts'
import { isChangedBy } from './install-view.ts'
import { inOrder } from './order.rules.ts'
import { applyItem, type Applying, applyShell, ChangedSince, reasonOf } from './run-item.ts'
import { announceInstall } from './start-install.ts'
import { undoItem } from './undo-item.ts'

const LOOK_MS = 5_000
const PUT_OFF_MS = 5_000
/** After so many attempts without progress in between, what is left of an import has failed. */
const MAX_ATTEMPTS = 8

/** Applies and undoes imports. Any number of processes may do so; another one resumes what one leaves. */
export function startInstallWorker(deps: InstallDeps): WorkLoop {
  const look = (_now: Date, signal: AbortSignal) => workOnInstalls(deps, signal)
  const loop = createWorkLoop({ name: 'content', everyMs: LOOK_MS, look, log: deps.log })
  loop.start()
  return loop
}

/** Works on what is due until nothing is, or until the signal. */
export async function workOnInstalls(deps: InstallDeps, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const claimed = await deps.system.tx(claimInstall)
    if (claimed === null) return
    const { id, tenant_id: tenantId, attempts } = claimed
    try {
      const scope = await deps.tenant(tenantId)
      if (scope === null) throw new Error('The tenant isn’t active')
      await continueInstall(deps, scope, { id, signal, isLast: attempts > MAX_ATTEMPTS })
    } catch (err) {
      deps.log.warn({ err, install: id }, 'failed to continue an import of content; retrying')
      await deps.system.tx((tx) => postponeInstall(tx, { id, tenantId, ms: PUT_OFF_MS }))
    }
  }
}

interface Turn {
  id: string
  signal: AbortSignal
  isLast: boolean
}

async function continueInstall(deps: InstallDeps, scope: TenantScope, turn: Turn): Promise<void> {
  const install = await scope.read((tx) => findInstall(tx, turn.id))
  if (install === null) return
  const actor = await actorOf(deps, install)
  if (actor === null || turn.isLast) {
    const detail =
      actor === null ? 'The user who started it no longer has access' : 'It failed after several attempts'
    return endInstall(scope, withRest(install, detail))
  }
  const roles = (await deps.principals(scope)).roles.map(({ id }): string => id)
  const importer = { userId: actor.id ?? '', roles: roles.filter((id) => actor.principals.includes(id)) }
  const at = { deps, scope, actor, importer }
  const isDone =
    install.state === 'undoing'
      ? await undoAll(at, install, turn.signal)
      : await applyAll(at, install, turn.signal)
  if (isDone) await endInstall(scope, install)
}

/** The person with their current permissions, as far as the token that they used had them. */
async function actorOf(
  deps: InstallDeps,
  { actor: id, tenantId, permissions }: Install,
): Promise<Actor | null> {
  const actor = await deps.actorOf(id, tenantId)
  if (actor === null || permissions === null) return actor
  return { ...actor, permissions: new Set([...actor.permissions].filter((one) => permissions.includes(one))) }
}

/** False when the process stops; what is done is saved after each item. */
async function applyAll(at: Applying, install: Install, signal: AbortSignal): Promise<boolean> {
  install.state = 'running'
  for (const { item, isWhole } of inOrder(install.content.items, at.deps.playbooks.needsOf)) {
    if (signal.aborted) return false
    const progress = install.items.find((one) => nameOf(one) === nameOf(item))
    if (progress?.state !== 'planned') continue
    const ended = await attempt(async () => {
      if (!isWhole) return applyShell(at, item)
      const { notes, made, restored = false } = await applyItem(at, item, progress)
      Object.assign(progress, { state: 'done', notes, made, restored })
      return undefined
    })
    if (ended !== null) Object.assign(progress, { state: 'failed', notes: [ended] })
    progress.at = new Date().toISOString()
    await save(at.scope, install)
  }
  return true
}

async function undoAll(at: Applying, install: Install, signal: AbortSignal): Promise<boolean> {
  const undoing = new Set(
    install.items.flatMap(({ change, made }) => (change === 'add' && made ? [made.id] : [])),
  )
  for (const { item, isWhole } of inOrder(install.content.items, at.deps.playbooks.needsOf).toReversed()) {
    if (signal.aborted) return false
    const progress = install.items.find((one) => nameOf(one) === nameOf(item))
    const isOpen = progress?.state === 'done' && isChangedBy(progress)
    if (!isWhole || progress === undefined || !isOpen) continue
    let note: InstallNote | null = null
    const refused = await attempt(async () => {
      note = await undoItem(at, progress, undoing)
    })
    const why = refused ?? note
    Object.assign(progress, { state: why === null ? 'undone' : 'stays', notes: why === null ? [] : [why] })
    progress.at = new Date().toISOString()
    await save(at.scope, install)
  }
  return true
}

/** Null, or what a use case said of its refusal. Faults that pass are thrown: the import continues later. */
async function attempt(work: () => Promise<void>): Promise<InstallNote | null> {
  try {
    await work()
    return null
  } catch (error) {
    if (error instanceof ChangedSince) return { code: 'changed_since', detail: '' }
    if (isPassingFault(error) || !(error instanceof AppError)) throw error
    return { code: 'refused', detail: reasonOf(error) }
  }
}

async function save(scope: TenantScope, install: Install): Promise<void> {
  await scope.tx(async (tx) => {
    await saveProgress(tx, install)
    announceInstall(tx, { id: install.id, outcome: null })
  })
}

function withRest(install: Install, detail: string): Install {
  const isUndo = install.state === 'undoing'
  const left = (item: ItemProgress) => (isUndo ? item.state === 'done' : item.state === 'planned')
  const note: InstallNote = { code: 'refused', detail }
  return {
    ...install,
    items: install.items.map((item) =>
      left(item) ? { ...item, state: isUndo ? 'stays' : 'failed', notes: [note] } : item,
    ),
  }
}

async function endInstall(scope: TenantScope, install: Install): Promise<void> {
  const isUndo = install.state === 'undoing'
  const good = install.items.filter(({ state }) => state === (isUndo ? 'undone' : 'done')).length
  const bad = install.items.filter(({ state }) => state === (isUndo ? 'stays' : 'failed')).length
  const outcome = bad === 0 ? 'succeeded' : good === 0 ? 'failed' : 'partial'
  await scope.tx(async (tx) => {
    await saveInstall(tx, { ...install, state: isUndo ? 'undone' : 'done', outcome, endedAt: tx.now })
    announceInstall(tx, { id: install.id, outcome })
  })
}

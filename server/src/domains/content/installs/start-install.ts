import type { InstallView, ItemDecision } from '@caseloom/contract/content/packages'
import type { Issue } from '@caseloom/contract/kernel/errors'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { audit } from '../../../platform/audit/audit.ts'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { allow } from '../../../platform/rights.ts'
import type { ContentDeps } from '../ports/content-deps.ts'
import { plainJson } from '../format/canonical.rules.ts'
import { nameOf } from '../format/package-file.ts'
import type { LocalItem } from '../local/local-item.ts'
import { computePlan } from './compute-plan.ts'
import { findInstall, saveInstall } from './install.store.ts'
import type { Install, ItemProgress } from './install-shape.ts'
import { installView, isUndoable, mayUndo } from './install-view.ts'
import { visibleInstall } from './read-installs.ts'

export interface ApplyCommand {
  installId: string
  fingerprint: string
  decisions: Readonly<Record<string, ItemDecision>>
  ip?: string
}

/**
 * Starts the import of a plan as it was seen.
 * @throws content.plan_outdated, content.not_applicable with every open point
 */
export async function applyInstall(
  deps: ContentDeps,
  scope: TenantScope,
  actor: Actor,
  { installId, fingerprint, decisions, ip }: ApplyCommand,
): Promise<InstallView> {
  const planned = await visibleInstall(scope, actor, installId)
  if (planned.state !== 'planned') throw fail('content.not_applicable', { detail: 'It was imported already' })
  const plan = await computePlan(deps, scope, actor, planned.content)
  if (plan.fingerprint !== fingerprint) throw fail('content.plan_outdated')
  const issues = openPoints(plan.items, decisions)
  if (issues.length > 0) throw fail('content.not_applicable', { issues })
  const items = plan.items.map((item) => decided(item, decisions[nameOf(item)], plan.local.get(nameOf(item))))
  const install = await scope.tx(async (tx) => {
    const found = await findInstall(tx, planned.id, true)
    if (found?.state !== 'planned') throw fail('content.plan_outdated')
    const begun: Install = { ...found, items, state: 'queued', ...actingAs(actor) }
    await saveInstall(tx, begun)
    await auditInstall(tx, actor, begun, { action: 'content.imported', ip })
    announceInstall(tx, begun)
    return begun
  })
  return installView(deps, scope, actor, install)
}

/** Starts to undo an import. @throws job.not_undoable */
export async function undoInstall(
  deps: ContentDeps,
  scope: TenantScope,
  actor: Actor,
  { installId, ip }: { installId: string; ip?: string },
): Promise<InstallView> {
  const { id } = await visibleInstall(scope, actor, installId)
  const install = await scope.tx(async (tx) => {
    const found = await findInstall(tx, id, true)
    if (found === null || !isUndoable(found, tx.now)) throw fail('job.not_undoable')
    if (!mayUndo(actor, found)) throw fail('right.missing')
    const begun: Install = { ...found, state: 'undoing', outcome: null, endedAt: null, ...actingAs(actor) }
    await saveInstall(tx, begun)
    await auditInstall(tx, actor, begun, { action: 'content.import_undone', ip })
    announceInstall(tx, begun)
    return begun
  })
  return installView(deps, scope, actor, install)
}

function openPoints(items: readonly ItemProgress[], decisions: ApplyCommand['decisions']): Issue[] {
  return items.flatMap((item) => {
    const path = ['body', 'decisions', nameOf(item)]
    if (item.change === 'blocked')
      return [{ path, code: item.reason ?? 'blocked', message: `${item.title} can’t be imported` }]
    const isOpen = item.change === 'conflict' && decisions[nameOf(item)] === undefined
    return isOpen ? [{ path, code: 'undecided', message: `Decide about ${item.title}` }] : []
  })
}

/** The item with what is to be done about it, and what was there before. */
function decided(
  item: ItemProgress,
  decision: ItemDecision | undefined,
  local: LocalItem | undefined,
): ItemProgress {
  if (item.change === 'same') {
    const made =
      local === undefined ? null : { id: local.id, revision: local.revision, hash: item.hashBefore ?? '' }
    return { ...item, state: 'skipped', made, notes: [{ code: 'already_there', detail: '' }] }
  }
  const canSkip = item.change === 'change' || item.change === 'conflict'
  if (canSkip && decision === 'keep') return { ...item, state: 'skipped', decision }
  const before = local === undefined ? null : plainJson(local.source.view)
  return { ...item, before, decision: canSkip ? 'take' : null }
}

function actingAs(actor: Actor): Pick<Install, 'actor' | 'permissions'> {
  allow(actor, 'content:import')
  if (actor.id === null) throw fail('right.missing')
  return { actor: actor.id, permissions: actor.token === undefined ? null : [...actor.permissions] }
}

async function auditInstall(
  tx: TenantTx,
  actor: Actor,
  { id, title, version, sha256 }: Install,
  { action, ip }: { action: string; ip: string | undefined },
): Promise<void> {
  await audit(tx, {
    accountId: tx.accountId,
    tenantId: tx.tenantId,
    actor,
    action,
    object: { kind: 'package', id, name: `${title} ${version}` },
    after: { sha256 },
    ip: ip ?? null,
  })
}

/** Notifies the watchers of an import; with its outcome, once it has ended. */
export function announceInstall(tx: TenantTx, { id, outcome }: Pick<Install, 'id' | 'outcome'>): void {
  const fact = { topic: 'task', type: 'content', taskId: id, need: 'content:import' } as const
  tx.announce(outcome === null ? fact : { ...fact, outcome })
}

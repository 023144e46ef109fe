import type { InstallSummary, InstallView } from '@caseloom/contract/content/packages'
import { normalizeGuid } from '@caseloom/contract/kernel/ids'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { CURSOR_PARTS, cursorOf, readCursor } from '../../../platform/cursor.ts'
import type { TenantScope } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { allow } from '../../../platform/rights.ts'
import type { ContentDeps } from '../ports/content-deps.ts'
import { deletePlan, findInstall, lastInstalls, listInstallRows } from './install.store.ts'
import { readLocal } from '../local/read-local.ts'
import type { Install, InstallFacts } from './install-shape.ts'
import { installView, summaryOf } from './install-view.ts'

/** Installed packages by title, each with its last import. */
export async function listPackages(
  deps: ContentDeps,
  scope: TenantScope,
  actor: Actor,
): Promise<InstallSummary[]> {
  allow(actor, 'content:import')
  const installs = await scope.read((tx) => lastInstalls(tx))
  const summaries = await summariesFor(deps, scope, actor, installs)
  return summaries.toSorted((a, b) => a.title.localeCompare(b.title, 'en'))
}

/** Imports, newest first, with the actor’s own plans. */
export async function listInstalls(
  deps: ContentDeps,
  scope: TenantScope,
  actor: Actor,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<{ items: InstallSummary[]; next: string | null }> {
  allow(actor, 'content:import')
  const [at, id] = readCursor(cursor, [CURSOR_PARTS.instant, CURSOR_PARTS.id]) ?? []
  const after = at === undefined || id === undefined ? null : { at, id }
  const rows = await scope.read((tx) => listInstallRows(tx, { actor: actor.id, after, limit: limit + 1 }))
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    items: await summariesFor(
      deps,
      scope,
      actor,
      page.map(({ install }) => install),
    ),
    next: rows.length > limit && last !== undefined ? cursorOf([last.at, last.install.id]) : null,
  }
}

/** Of the imports of others, only what the actor sees in the tenant is counted. */
async function summariesFor(
  deps: ContentDeps,
  scope: TenantScope,
  actor: Actor,
  installs: readonly InstallFacts[],
): Promise<InstallSummary[]> {
  const isOwn = ({ starter }: InstallFacts) => starter === actor.id
  const local = installs.every(isOwn) ? null : await readLocal(deps, scope, actor)
  return installs.map((install) => summaryOf(install, (name) => isOwn(install) || local?.has(name) === true))
}

/** An import, or one of the actor’s own plans. @throws resource.not_found */
export async function visibleInstall(scope: TenantScope, actor: Actor, installId: string): Promise<Install> {
  allow(actor, 'content:import')
  const id = normalizeGuid(installId)
  const install = id === null ? null : await scope.read((tx) => findInstall(tx, id))
  if (install === null || (install.state === 'planned' && install.starter !== actor.id))
    throw fail('resource.not_found')
  return install
}

export async function getInstall(
  deps: ContentDeps,
  scope: TenantScope,
  actor: Actor,
  installId: string,
): Promise<InstallView> {
  return installView(deps, scope, actor, await visibleInstall(scope, actor, installId))
}

/** Discards one’s own plan. @throws resource.not_found, job.over for one that was applied */
export async function discardPlan(scope: TenantScope, actor: Actor, installId: string): Promise<void> {
  const { id, starter } = await visibleInstall(scope, actor, installId)
  const isGone = starter === actor.id && (await scope.tx((tx) => deletePlan(tx, id, starter)))
  if (!isGone) throw fail('job.over')
}

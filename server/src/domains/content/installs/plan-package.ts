import type { ContentDifference, InstallView } from '@caseloom/contract/content/packages'
import { type Actor, may } from '@caseloom/contract/kernel/permissions'
import { actorRef } from '@caseloom/contract/records/records'
import type { TenantScope } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { sha256Of } from '../../../platform/files/file-store.ts'
import { allow } from '../../../platform/rights.ts'
import { newId } from '../../../platform/uuid.ts'
import type { ContentDeps } from '../ports/content-deps.ts'
import { nameOf, readPermission } from '../format/package-file.ts'
import { readPackage } from '../format/read-package.ts'
import { readLocal } from '../local/read-local.ts'
import { differencesOf } from './differences.rules.ts'
import { insertInstall } from './install.store.ts'
import type { Install } from './install-shape.ts'
import { installView } from './install-view.ts'
import { visibleInstall } from './read-installs.ts'

/**
 * Reads a package and plans its import; nothing changes yet.
 * @throws content.unreadable with every fault, each with file and line
 */
export async function planPackage(
  deps: ContentDeps,
  scope: TenantScope,
  actor: Actor,
  archive: Buffer,
): Promise<InstallView> {
  allow(actor, 'content:import')
  return planContent(deps, scope, actor, { content: await readPackage(archive), sha256: sha256Of(archive) })
}

/** Plans the import of what was read already, with the digest of its archive. */
export async function planContent(
  deps: ContentDeps,
  scope: TenantScope,
  actor: Actor,
  { content, sha256 }: Pick<Install, 'content' | 'sha256'>,
): Promise<InstallView> {
  allow(actor, 'content:import')
  if (actor.id === null) throw fail('right.missing')
  const { package: name, title, version, description } = content
  const install: Install = {
    tenantId: scope.tenantId,
    id: newId(),
    package: name,
    title,
    version,
    description,
    sha256,
    content,
    items: [],
    state: 'planned',
    outcome: null,
    starter: actor.id,
    starterRef: actorRef(actor),
    actor: actor.id,
    permissions: null,
    attempts: 0,
    createdAt: new Date(),
    endedAt: null,
  }
  await scope.tx((tx) => insertInstall(tx, install))
  return installView(deps, scope, actor, install)
}

/** How an item of one’s own plan differs from what is there. @throws resource.not_found */
export async function diffItem(
  deps: ContentDeps,
  scope: TenantScope,
  actor: Actor,
  { installId, kind, key }: { installId: string; kind: string; key: string },
): Promise<{ differences: ContentDifference[]; more: boolean }> {
  const install = await visibleInstall(scope, actor, installId)
  const item = install.content.items.find((one) => one.kind === kind && one.key === key)
  if (item === undefined || install.starter !== actor.id) throw fail('resource.not_found')
  const local = (await readLocal(deps, scope, actor)).get(nameOf(item))
  const isClosed = local !== undefined && local.portable === null
  if (isClosed || !may(actor, readPermission(item.kind))) return { differences: [], more: false }
  return differencesOf(local?.portable?.document ?? null, item.document)
}

import type { InstallView } from '@caseloom/contract/content/packages'
import { type Actor, may } from '@caseloom/contract/kernel/permissions'
import type { TenantScope } from '../../../platform/database/types.ts'
import { sha256Of } from '../../../platform/files/file-store.ts'
import type { ContentDeps } from '../ports/content-deps.ts'
import { buildPermission, nameOf, type PackageContent } from '../format/package-file.ts'
import type { LocalItem } from '../local/local-item.ts'
import { readLocal } from '../local/read-local.ts'
import { lastItems } from './install.store.ts'
import type { ItemProgress } from './install-shape.ts'
import { planItems } from './plan-items.ts'

export interface Plan {
  items: ItemProgress[]
  local: ReadonlyMap<string, LocalItem>
  fingerprint: string
}

/** What an import of the package would do now, as far as the actor sees the tenant. */
export async function computePlan(
  deps: ContentDeps,
  scope: TenantScope,
  actor: Actor,
  content: PackageContent,
): Promise<Plan> {
  const local = await readLocal(deps, scope, actor)
  const before = await scope.read((tx) => lastItems(tx, content.package))
  const last = new Map(before.map((item) => [nameOf(item), item]))
  const builds = (kind: ItemProgress['kind']) => may(actor, buildPermission(kind))
  const acronyms = await acronymsOf(deps, scope, actor, local)
  const hasHomePages = await deps.homePages.isOffered(scope, actor)
  const notOffered = new Set(hasHomePages ? [] : ['homepage' as const])
  const items = planItems(content.items, { local, last, acronyms, builds, notOffered })
  return { items, local, fingerprint: fingerprintOf(items) }
}

async function acronymsOf(
  { apps }: ContentDeps,
  scope: TenantScope,
  actor: Actor,
  local: Plan['local'],
): Promise<ReadonlyMap<string, string>> {
  const deleted = may(actor, 'app:build') ? await apps.lifecycle.list(scope, actor) : []
  const views = [...local.values()].flatMap(({ source }) => (source.kind === 'app' ? [source.view] : []))
  return new Map([...deleted, ...views].map(({ acronym, key }) => [acronym, key]))
}

/** The same for the same plan, so that only what someone has seen is applied. */
export function fingerprintOf(items: readonly ItemProgress[]): string {
  const facts = items.map((item) => [nameOf(item), item.change, item.hash, item.hashBefore])
  return sha256Of(Buffer.from(JSON.stringify(facts)))
}

/** What the package needs, and whether it is there for the actor. */
export async function checkNeeds(
  deps: ContentDeps,
  scope: TenantScope,
  actor: Actor,
  { needs }: PackageContent,
): Promise<InstallView['needs']> {
  const connectors = new Set(await deps.playbooks.connectors(scope))
  const assets = new Set(await deps.playbooks.assets(scope, actor))
  const { roles, groups } = await deps.principals(scope)
  const named = (list: readonly { id: string; name: string }[]) => (key: string) =>
    list.some(({ id, name }) => id === key || name.toLowerCase() === key.toLowerCase())
  const checked = (
    kind: InstallView['needs'][number]['kind'],
    keys: readonly string[],
    isThere: (key: string) => boolean,
  ) => keys.map((key) => ({ kind, key, there: isThere(key) }))
  return [
    ...checked('connector', needs.connectors, (key) => connectors.has(key)),
    ...checked('asset', needs.assets, (key) => assets.has(key)),
    ...checked('role', needs.roles, named(roles)),
    ...checked('group', needs.groups, named(groups)),
  ]
}

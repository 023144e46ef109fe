import { ContentStage } from '@caseloom/contract/content/content-kinds'
import { type CatalogItem, type CatalogPackage, type ProductLine } from '@caseloom/contract/content/catalog'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import { fail } from '../../../platform/errors.ts'
import { allow } from '../../../platform/rights.ts'
import { lastInstalls, lastInstallsOf, lastMade } from '../installs/install.store.ts'
import type { Install } from '../installs/install-shape.ts'
import { readLocal } from '../local/read-local.ts'
import type { ContentDeps, Library } from '../ports/content-deps.ts'
import { catalogItem, type Reading } from './catalog-item.ts'
import { catalogPackages } from './catalog-packages.ts'
import { type Offer, offersOf } from './catalog-offers.rules.ts'
import { storedLines } from './line.store.ts'
import { type Line, linesOf, lineView } from './lines.rules.ts'

/** The product lines of the tenant, and the packages that they can hold. */
export async function listLines(
  deps: ContentDeps,
  scope: TenantScope,
  actor: Actor,
): Promise<{ items: ProductLine[]; packages: CatalogPackage[]; can: { create: boolean } }> {
  allow(actor, 'content:import')
  const library = await deps.library()
  const { lines, packages } = await scope.read((tx) => readLines(tx, library))
  const known = new Set(packages.map((one) => one.package))
  return { items: lines.map((line) => lineView(line, known)), packages, can: { create: true } }
}

/** What a product line offers, by stage and title, with the state of each item. @throws resource.not_found */
export async function getCatalog(
  deps: ContentDeps,
  scope: TenantScope,
  actor: Actor,
  lineKey: string,
): Promise<{ line: ProductLine; items: CatalogItem[] }> {
  const { line, packages, imported, made } = await readLine(deps, scope, actor, lineKey)
  const local = await readLocal(deps, scope, actor)
  const library = await deps.library()
  const connectors = new Set(await deps.playbooks.connectors(scope))
  const assets = new Set(await deps.playbooks.assets(scope, actor))
  const reading: Reading = { local, made, connectors, assets, actor, needsOf: deps.playbooks.needsOf }
  const offers = offersOf(line.packages, library, imported)
  const items = offers.filter((offer) => isShown(offer, reading)).map((offer) => catalogItem(offer, reading))
  const known = new Set(packages.map((one) => one.package))
  return { line: lineView(line, known), items: items.toSorted(byStage) }
}

/** Of a package that someone else imported, only what the actor sees in the tenant. */
function isShown({ starter, name }: Offer, { local, actor }: Reading): boolean {
  return starter === null || starter === actor.id || local.has(name)
}

function byStage(a: CatalogItem, b: CatalogItem): number {
  const rank = ({ stage }: CatalogItem) => ContentStage.options.indexOf(stage)
  return rank(a) - rank(b) || a.title.localeCompare(b.title, 'en')
}

/** A line with its packages. @throws resource.not_found */
export async function readLine(deps: ContentDeps, scope: TenantScope, actor: Actor, lineKey: string) {
  allow(actor, 'content:import')
  const library = await deps.library()
  return scope.read(async (tx) => {
    const { lines, packages } = await readLines(tx, library)
    const line = lines.find(({ key }) => key === lineKey)
    if (line === undefined) throw fail('resource.not_found')
    const others = line.packages.filter((name) => !library.has(name))
    const imported: Install[] = await lastInstallsOf(tx, others)
    return { line, packages, imported, made: await lastMade(tx) }
  })
}

async function readLines(
  tx: TenantTx,
  library: Library,
): Promise<{ lines: Line[]; packages: CatalogPackage[] }> {
  const packages = catalogPackages(library, await lastInstalls(tx))
  return { lines: linesOf(await storedLines(tx), library), packages }
}

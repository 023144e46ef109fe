import type { ContentStage } from '@caseloom/contract/content/content-kinds'
import type { CatalogItem } from '@caseloom/contract/content/catalog'
import { nameOf, type PackageContent, type PackageItem } from '../format/package-file.ts'
import type { Library } from '../ports/content-deps.ts'

/** An item that a package of a line offers. */
export interface Offer {
  name: string
  item: PackageItem
  hash: string
  stage: ContentStage
  content: PackageContent
  package: CatalogItem['package']
  /** Who imported the package; null for one of the library. */
  starter: string | null
}

/** An import of a package, as far as catalogs show it. */
export interface ImportedPackage {
  package: string
  content: PackageContent
  items: readonly { kind: PackageItem['kind']; key: string; hash: string }[]
  starter: string
}

/** What the packages offer, in their order; an item of several packages comes from the first. */
export function offersOf(
  packages: readonly string[],
  library: Library,
  imported: readonly ImportedPackage[],
): Offer[] {
  const found = new Map<string, Offer>()
  for (const name of packages) {
    const install = imported.find((one) => one.package === name)
    for (const offer of [...fromLibrary(library, name), ...fromImport(install)])
      if (!found.has(offer.name)) found.set(offer.name, offer)
  }
  return [...found.values()]
}

function fromLibrary(library: Library, name: string): Offer[] {
  const { content, offers = [] } = library.get(name) ?? {}
  if (content === undefined) return []
  const about = aboutOf(content)
  return offers.map(({ item, stage, hash }) => {
    return { name: nameOf(item), item, hash, stage, content, package: about, starter: null }
  })
}

function fromImport(install: ImportedPackage | undefined): Offer[] {
  if (install === undefined) return []
  const { content, items, starter } = install
  const about = aboutOf(content)
  const hashes = new Map(items.map((item) => [nameOf(item), item.hash]))
  return content.items.map((item) => {
    const name = nameOf(item)
    const hash = hashes.get(name) ?? ''
    return { name, item, hash, stage: 'other', content, package: about, starter }
  })
}

function aboutOf({ package: name, title, version }: PackageContent): CatalogItem['package'] {
  return { package: name, title, version }
}

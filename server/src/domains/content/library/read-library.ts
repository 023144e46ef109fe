// The library: what comes with the product as content packages, made of the same definitions on demand.
import { tablesNamedIn } from '../format/named-tables.rules.ts'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import { isJsonObject } from '@caseloom/contract/kernel/json'
import { nameOf, type PackageItem } from '../format/package-file.ts'
import { packageNeeds } from '../local/package-needs.rules.ts'
import { hashOf } from '../local/local-item.ts'
import { appsNamedIn } from '../local/portable-playbook.rules.ts'
import type { Library, LibraryPackage, PlaybooksPort, ShippedItem } from '../ports/content-deps.ts'
import { type IndexedPackage, LIBRARY_INDEX } from './library-index.ts'
import { readLibraryFiles, templatePlaybooks } from './library-files.ts'
import { normalForm, referencedApps } from './normal-form.rules.ts'

export interface LibraryNeeds {
  /** What a new tenant can begin with. */
  shipped(): Promise<ShippedItem[]>
  playbooks: Pick<PlaybooksPort, 'needsOf'>
}

/** The library, read when it is first asked for. */
export function createLibrary(needs: LibraryNeeds): () => Promise<Library> {
  let read: Promise<Library> | null = null
  return () => {
    read ??= readLibrary(needs).catch((error: unknown) => {
      read = null
      throw error
    })
    return read
  }
}

async function readLibrary({ shipped, playbooks }: LibraryNeeds): Promise<Library> {
  const all = [...(await shipped()), ...(await readLibraryFiles()), ...templatePlaybooks()]
  const items = new Map(
    all.map(({ kind, key, title, document }): [string, PackageItem] => [
      nameOf({ kind, key }),
      { kind, key, title, limits: {}, document: normalForm(kind, document) },
    ]),
  )
  return new Map(LIBRARY_INDEX.map((entry) => [entry.package, libraryPackage(entry, items, playbooks)]))
}

function libraryPackage(
  { items: offered, lines, ...about }: IndexedPackage,
  items: ReadonlyMap<string, PackageItem>,
  { needsOf }: LibraryNeeds['playbooks'],
): LibraryPackage {
  const found = new Map<string, PackageItem>()
  const add = (name: string): PackageItem => {
    const item = items.get(name)
    if (item === undefined) throw new Error(`The library has no ${name}`)
    found.set(name, item)
    return item
  }
  for (const ref of offered) add(nameOf(ref))
  // A map hands over what is added while it is read, too.
  for (const item of found.values())
    for (const name of neededBy(item, items, needsOf)) if (!found.has(name)) add(name)
  const contents = [...found.values()].toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
  return {
    content: { ...about, needs: packageNeeds(contents, needsOf), items: contents },
    lines,
    offers: offered.map(({ stage, ...ref }) => {
      const item = add(nameOf(ref))
      return { item, stage, hash: hashOf(item.document) }
    }),
  }
}

/** What an item can’t do without: apps that fields lead to, linked applets, components, and named apps. */
function neededBy(
  { kind, document }: PackageItem,
  items: ReadonlyMap<string, PackageItem>,
  needsOf: PlaybooksPort['needsOf'],
): string[] {
  const isKey = (key: string) => items.has(`app/${key}`)
  if (kind !== 'playbook')
    return [
      ...referencedApps(document).map((key) => `app/${key}`),
      ...linkedApplets(document).map((key) => `applet/${key}`),
      ...tablesNamedIn(document[kind]).map((key) => `table/${key}`),
    ]
  return [
    ...appsNamedIn(document, { isKey }).map((key) => `app/${key}`),
    ...needsOf(document).playbooks.map(({ key }) => `playbook/${key}`),
  ]
}

function linkedApplets({ app }: JsonObject): string[] {
  const links = isJsonObject(app) && Array.isArray(app['applets']) ? app['applets'] : []
  return links.flatMap((link) =>
    isJsonObject(link) && typeof link['applet'] === 'string' ? [link['applet']] : [],
  )
}

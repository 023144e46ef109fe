import type { CatalogPackage } from '@caseloom/contract/content/catalog'
import type { InstallFacts } from '../installs/install-shape.ts'
import type { Library } from '../ports/content-deps.ts'

/** The packages that lines can hold, by title: those of the library, and those that were imported. */
export function catalogPackages(library: Library, imported: readonly InstallFacts[]): CatalogPackage[] {
  const shipped = [...library.values()].map(({ content }): CatalogPackage => {
    const { package: name, title, version } = content
    return { package: name, title, version, origin: 'library' }
  })
  const others = imported
    .filter((install) => !library.has(install.package))
    .map(({ package: name, title, version }): CatalogPackage => {
      return { package: name, title, version, origin: 'imported' }
    })
  return [...shipped, ...others].toSorted((a, b) => a.title.localeCompare(b.title, 'en'))
}

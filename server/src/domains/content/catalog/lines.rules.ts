import type { ProductLine } from '@caseloom/contract/content/catalog'
import { BUILT_IN_LINES, VENDOR_LINE } from '../library/library-index.ts'
import type { Library } from '../ports/content-deps.ts'
import type { StoredLine } from './line.store.ts'

export interface Line {
  key: string
  name: string
  packages: readonly string[]
  /** The vendor’s own line: all that ships. */
  isFixed: boolean
}

export function isBuiltIn(key: string): boolean {
  return BUILT_IN_LINES.some((line) => line.key === key)
}

/** The lines of a tenant: the built-in ones as it has changed them, its own, and the vendor’s. */
export function linesOf(stored: readonly StoredLine[], library: Library): Line[] {
  const byKey = new Map(stored.map((line) => [line.key, line]))
  const shipped = (key: string) =>
    [...library].flatMap(([name, { lines }]) => (lines.includes(key) ? [name] : []))
  const builtIn = BUILT_IN_LINES.flatMap(({ key, name }): Line[] => {
    const own = byKey.get(key)
    if (own?.deleted === true) return []
    return [{ key, name: own?.name ?? name, packages: own?.packages ?? shipped(key), isFixed: false }]
  })
  const added = stored
    .filter(({ key }) => !isBuiltIn(key) && key !== VENDOR_LINE.key)
    .map(({ key, name, packages }): Line => ({ key, name, packages: packages ?? [], isFixed: false }))
  return [...builtIn, ...added, { ...VENDOR_LINE, packages: [...library.keys()], isFixed: true }]
}

/** A line as people see it: with the packages that are there. */
export function lineView({ key, name, packages, isFixed }: Line, known: ReadonlySet<string>): ProductLine {
  const can = { update: !isFixed, delete: !isFixed }
  return { key, name, packages: packages.filter((one) => known.has(one)), can }
}

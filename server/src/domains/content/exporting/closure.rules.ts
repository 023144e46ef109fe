import type { ClosureItem, ContentItem, ContentRef } from '@caseloom/contract/content/packages'
import { nameOf } from '../format/package-file.ts'
import type { LocalItem } from '../local/local-item.ts'

export interface Closure {
  items: { item: LocalItem; why: ClosureItem['why'] }[]
  /** What was chosen or is needed, and isn’t there for the actor. */
  missing: { name: string; by: ContentItem | null; place: string }[]
}

/** The chosen items and everything that they need, each needed one with the first that needs it. */
export function closureOf(chosen: readonly ContentRef[], local: ReadonlyMap<string, LocalItem>): Closure {
  const found = new Map<string, Closure['items'][number]>()
  const missing: Closure['missing'] = []
  const add = (name: string, why: ClosureItem['why']): void => {
    const before = found.get(name)
    if (before !== undefined) return
    const item = local.get(name)
    if (item === undefined || item.portable === null) {
      missing.push({ name, by: why?.by ?? null, place: why?.place ?? '' })
      return
    }
    found.set(name, { item, why })
  }
  for (const ref of chosen) add(nameOf(ref), null)
  // A map hands over what is added while it is read, too.
  for (const { item } of found.values())
    for (const { kind, key, relation, place } of item.portable?.needs ?? [])
      add(nameOf({ kind, key }), { by: shortOf(item), relation, place })
  return { items: [...found.values()], missing }
}

export function shortOf({ kind, key, title }: ContentItem): ContentItem {
  return { kind, key, title }
}

import type { LayoutSection } from './layout.ts'

const MAX_LENGTH = 32

/** The sections with an ID each: their own, or one made from the title that no other section has. */
export function withSectionIds(layout: readonly LayoutSection[]): LayoutSection[] {
  const taken = new Set(layout.flatMap(({ id }) => (id === undefined ? [] : [id])))
  return layout.map((section) => {
    if (section.id !== undefined) return section
    const id = freeId(section.title, taken)
    taken.add(id)
    return { id, ...section }
  })
}

function freeId(title: string, taken: ReadonlySet<string>): string {
  const plain = title.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const base =
    plain
      .replace(/[^a-z0-9]+/g, '-')
      .slice(0, MAX_LENGTH)
      .replace(/^-+|-+$/g, '') || 'section'
  let id = base
  for (let count = 2; taken.has(id); count += 1) id = `${base}-${count}`
  return id
}

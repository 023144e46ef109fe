import { itemsOfSection, type LayoutSection, withItems } from '@caseloom/contract/apps/layout'
import type { FormItem } from '@caseloom/contract/apps/workflow'
import type { FieldInput } from '@caseloom/contract/field-types/fields'
import { blockName } from '../../../../field-types/workflow/block-name.ts'
import type { AppDraft } from '../../draft/app-draft.ts'

/** An item of the form as selects and the layout picker name it: `field:verdict`, `section:s1`. */
export type ItemKey = string

export function keyOfItem(item: FormItem): ItemKey {
  if ('field' in item) return `field:${item.field}`
  if ('section' in item) return `section:${item.section}`
  if ('tab' in item) return `tab:${item.tab}`
  return 'button' in item ? `button:${item.button}` : `block:${item.block}`
}

const MAX_ID = 32

/** Rules name sections by ID: sections that were never published get the one that publishing gives them. */
export function withSectionIds(layout: readonly LayoutSection[]): LayoutSection[] {
  const taken = new Set(layout.flatMap(({ id }) => id ?? []))
  return layout.map((section) => {
    if (section.id !== undefined) return section
    const plain = section.title.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
    const words = plain.replace(/[^a-z0-9]+/g, '-').slice(0, MAX_ID)
    const base = words.replace(/^-+|-+$/g, '') || 'section'
    let id = base
    for (let count = 2; taken.has(id); count += 1) id = `${base}-${count}`
    taken.add(id)
    return { id, ...section }
  })
}

/** The sections of all layouts: rules may name those of each. */
export function allSections({ layout, layouts = [] }: AppDraft): LayoutSection[] {
  return [layout, ...layouts.map(({ sections }) => sections)].flatMap(withSectionIds)
}

/** The same as one form: sections that several layouts have are there once, with what any of them has. */
export function mergedSections(draft: AppDraft): LayoutSection[] {
  const merged = new Map<string | undefined, LayoutSection>()
  const seen = new Set<string>()
  for (const section of allSections(draft)) {
    const before = merged.get(section.id)
    const fresh = itemsOfSection(section).filter(({ field, block }) => {
      const key = field ?? `block:${block.id}`
      const isNew = !seen.has(key)
      seen.add(key)
      return isNew
    })
    const known = before === undefined ? [] : itemsOfSection(before)
    merged.set(section.id, withItems(before ?? section, [...known, ...fresh]))
  }
  return [...merged.values()]
}

/** The sections of one layout: of the app by null, of roles by its ID. */
export function sectionsOfLayout({ layout, layouts = [] }: AppDraft, id: string | null): LayoutSection[] {
  const own = id === null ? undefined : layouts.find((one) => one.id === id)
  return withSectionIds(own?.sections ?? layout)
}

/** A row of the form: a tab, a section in it, or a field in that. */
export interface FormRow {
  key: ItemKey
  kind: 'tab' | 'section' | 'field' | 'block' | 'button'
  label: string
  level: number
  parent: ItemKey | null
  /** Of a field, for its type. */
  field?: FieldInput
}

export function formRows(draft: AppDraft, buttons: readonly { id: string; label: string }[]): FormRow[] {
  const tabs = [...new Set(draft.layout.map(({ tab }) => tab ?? null))]
  const rows = tabs.flatMap((tab): FormRow[] => {
    const sections = draft.layout.filter((section) => (section.tab ?? null) === tab)
    // The first tab has no name that a rule could use, so only its sections can be shown or hidden.
    const tabRow: FormRow[] =
      tab === null ? [] : [{ key: `tab:${tab}`, kind: 'tab', label: tab, level: 1, parent: null }]
    const level = tabRow.length + 1
    return [
      ...tabRow,
      ...sections.flatMap((section) => sectionRows(draft, section, level, tabRow[0]?.key ?? null)),
    ]
  })
  return [
    ...rows,
    ...buttons.map(
      ({ id, label }): FormRow => ({
        key: `button:${id}`,
        kind: 'button',
        label,
        level: 1,
        parent: null,
      }),
    ),
  ]
}

function sectionRows(
  draft: AppDraft,
  section: LayoutSection,
  level: number,
  parent: ItemKey | null,
): FormRow[] {
  const key = `section:${section.id ?? ''}`
  return [
    { key, kind: 'section', label: section.title, level, parent },
    ...itemsOfSection(section).flatMap(({ field: name, block }): FormRow[] => {
      // Rules name buttons, wherever these are placed.
      if (block?.kind === 'button') return []
      if (block !== undefined) {
        const label = blockName(block, () => undefined)
        return [{ key: `block:${block.id}`, kind: 'block', label, level: level + 1, parent: key }]
      }
      const field = draft.fields.find((one) => one.key === name)
      return field === undefined
        ? []
        : [{ key: `field:${name}`, kind: 'field', label: field.label, level: level + 1, parent: key, field }]
    }),
  ]
}

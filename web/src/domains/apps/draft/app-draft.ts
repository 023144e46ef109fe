import type { AppUpdate, AppView } from '@caseloom/contract/apps/apps'
import type { FieldInput } from '@caseloom/contract/field-types/fields'
import {
  itemsOfSection,
  type LayoutBlock,
  type LayoutSection,
  type SectionItem,
  withItems,
} from '@caseloom/contract/apps/layout'
import { exportsWithout } from '@caseloom/contract/apps/export-templates'
import { carryOver } from '@caseloom/workflow/carry-over'

/** An app while edited: the body of publishing, without the revision. */
export type AppDraft = Omit<AppUpdate, 'revision'>

/** A position on the form, among the fields and blocks of a section. */
export interface FieldPlace {
  section: number
  index: number
}

/** The draft of an app; conditions of its fields have become rules of its workflow. */
export function draftOf(app: AppView): AppDraft {
  const {
    id: _id,
    key: _key,
    acronym: _acronym,
    removedFields: _removed,
    changing: _changing,
    computing: _computing,
    ownLayout: _own,
    ownHidden: _hidden,
    ownLocked: _locked,
    revision: _revision,
    updatedAt: _at,
    can: _can,
    archived: _archived,
    ...draft
  } = app
  // Fields of linked applets are what the applets say.
  const own = draft.fields.filter(({ applet }) => applet === undefined)
  const carried = carryOver<FieldInput, AppDraft>({ ...draft, fields: own })
  const fields = new Map(carried.fields.map((field) => [field.key, field]))
  return { ...carried, fields: draft.fields.map((field) => fields.get(field.key) ?? field) }
}

export function fieldOf(draft: AppDraft, key: string): FieldInput | undefined {
  return draft.fields.find((field) => field.key === key)
}

/** Null for a field that isn't on the form. */
export function placeOf(draft: AppDraft, key: string): FieldPlace | null {
  return placeOfItem(draft, ({ field }) => field === key)
}

/** Where a block is, by its ID. */
export function placeOfBlock(draft: AppDraft, id: string): FieldPlace | null {
  return placeOfItem(draft, ({ block }) => block?.id === id)
}

function placeOfItem(draft: AppDraft, isIt: (item: SectionItem) => boolean): FieldPlace | null {
  for (const [section, one] of draft.layout.entries()) {
    const index = itemsOfSection(one).findIndex(isIt)
    if (index >= 0) return { section, index }
  }
  return null
}

/** Fields that aren't on the form. */
export function offForm(draft: AppDraft): FieldInput[] {
  const placed = new Set(draft.layout.flatMap((section) => section.fields))
  return draft.fields.filter((field) => !placed.has(field.key))
}

/** A key made from a label: lower case, digits and _, within 32, unlike the existing ones. */
export function keyFrom(label: string, taken: ReadonlySet<string>): string {
  const plain = label
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_+$/g, '')
    .slice(0, 32)
  const base = plain === '' ? 'field' : plain
  if (!taken.has(base)) return base
  for (let count = 2; ; count += 1) {
    const next = `${base.slice(0, 31 - String(count).length)}_${count}`
    if (!taken.has(next)) return next
  }
}

export function takenKeys(draft: AppDraft, removed: readonly { key: string }[] = []): Set<string> {
  return new Set([...draft.fields, ...removed].map((field) => field.key))
}

/** Adds a field, on the form where a place is given; creates the first section if there is none. */
export function addField(
  draft: AppDraft,
  field: FieldInput,
  place: FieldPlace | null,
  sectionTitle: string,
): AppDraft {
  const fields = [...draft.fields, field]
  if (draft.layout.length === 0)
    return { ...draft, fields, layout: [{ title: sectionTitle, columns: 2, fields: [field.key] }] }
  const at = place ?? endOfForm(draft)
  return { ...draft, fields, layout: insert(draft.layout, { field: field.key }, at) }
}

function endOfForm({ layout }: AppDraft): FieldPlace {
  return { section: layout.length - 1, index: itemCount(layout.at(-1)) }
}

/** How many fields and blocks a section has. */
export function itemCount(section: LayoutSection | undefined): number {
  return section === undefined ? 0 : itemsOfSection(section).length
}

function insert(layout: readonly LayoutSection[], item: SectionItem, place: FieldPlace): LayoutSection[] {
  return layout.map((section, at) =>
    at === place.section
      ? withItems(section, itemsOfSection(section).toSpliced(place.index, 0, item))
      : section,
  )
}

function without(layout: readonly LayoutSection[], isIt: (item: SectionItem) => boolean): LayoutSection[] {
  return layout.map((section) => {
    const items = itemsOfSection(section)
    return items.some(isIt)
      ? withItems(
          section,
          items.filter((item) => !isIt(item)),
        )
      : section
  })
}

function withoutKey(layout: readonly LayoutSection[], key: string): LayoutSection[] {
  return without(layout, ({ field }) => field === key)
}

/** The draft with each of its layouts changed alike. */
function onEachLayout(draft: AppDraft, change: (layout: LayoutSection[]) => LayoutSection[]): AppDraft {
  const { layouts } = draft
  return {
    ...draft,
    layout: change(draft.layout),
    ...(layouts === undefined
      ? {}
      : { layouts: layouts.map((one) => ({ ...one, sections: change(one.sections) })) }),
  }
}

/** Moves a field on the form; the index counts before it is removed from its old position. */
export function moveField(draft: AppDraft, key: string, to: FieldPlace): AppDraft {
  const from = placeOf(draft, key)
  const layout = insert(withoutKey(draft.layout, key), { field: key }, shifted(from, to))
  return { ...draft, layout }
}

/** Adds a block, or moves the one that has its ID. */
export function placeBlock(draft: AppDraft, block: LayoutBlock, to: FieldPlace | null): AppDraft {
  if (draft.layout.length === 0) return draft
  const from = placeOfBlock(draft, block.id)
  const cleared = without(draft.layout, ({ block: one }) => one?.id === block.id)
  return { ...draft, layout: insert(cleared, { block }, shifted(from, to ?? endOfForm(draft))) }
}

export function blockOf(draft: AppDraft, id: string): LayoutBlock | undefined {
  return draft.layout.flatMap(({ blocks = [] }) => blocks).find((one) => one.id === id)
}

export function changeBlock(draft: AppDraft, block: LayoutBlock): AppDraft {
  const layout = draft.layout.map((section) =>
    section.blocks === undefined
      ? section
      : { ...section, blocks: section.blocks.map((one) => (one.id === block.id ? block : one)) },
  )
  return { ...draft, layout }
}

export function removeBlock(draft: AppDraft, id: string): AppDraft {
  return { ...draft, layout: without(draft.layout, ({ block }) => block?.id === id) }
}

/** A place as it is once the item is gone from where it was. */
function shifted(from: FieldPlace | null, to: FieldPlace): FieldPlace {
  const shifts = from !== null && from.section === to.section && from.index < to.index
  return shifts ? { ...to, index: to.index - 1 } : to
}

/** One step up or down by keyboard, across sections; null at the ends. */
export function nextPlace(draft: AppDraft, from: FieldPlace | null, step: -1 | 1): FieldPlace | null {
  if (from === null) return null
  const { section, index } = from
  const here = itemCount(draft.layout[section])
  if (step < 0) {
    if (index > 0) return { section, index: index - 1 }
    const above = draft.layout[section - 1]
    return above === undefined ? null : { section: section - 1, index: itemCount(above) }
  }
  // The index counts before the field is removed, so one step down is two further.
  if (index < here - 1) return { section, index: index + 2 }
  return section + 1 < draft.layout.length ? { section: section + 1, index: 0 } : null
}

/** Removes a field from the form only. */
export function takeOffForm(draft: AppDraft, key: string): AppDraft {
  return { ...draft, layout: withoutKey(draft.layout, key) }
}

/** Removes a field from lists and form; its data is retained. The title can't be removed. */
export function removeField(draft: AppDraft, key: string): AppDraft {
  if (draft.titleField === key) return draft
  const { convert = [], ...rest } = draft
  const remaining = convert.filter(({ field }) => field !== key)
  const removed = onEachLayout(rest, (layout) => withoutKey(layout, key))
  return {
    ...removed,
    ...(remaining.length === 0 ? {} : { convert: remaining }),
    fields: draft.fields.filter((field) => field.key !== key),
    listColumns: draft.listColumns.filter((column) => column !== key),
    ...exportsWithout(draft.exports, (column) => column === key),
  }
}

/** A changed key is updated wherever the field is named. */
export function changeField(draft: AppDraft, key: string, field: FieldInput): AppDraft {
  const fields = draft.fields.map((one) => (one.key === key ? field : one))
  if (field.key === key) return { ...draft, fields }
  const follow = (one: string) => (one === key ? field.key : one)
  const renamed = onEachLayout(draft, (layout) =>
    layout.map((section) => ({ ...section, fields: section.fields.map(follow) })),
  )
  return {
    ...renamed,
    fields,
    titleField: follow(draft.titleField),
    listColumns: draft.listColumns.map(follow),
    ...(draft.correlation === undefined
      ? {}
      : { correlation: draft.correlation.map((rule) => ({ ...rule, fields: rule.fields.map(follow) })) }),
    ...(draft.exports === undefined
      ? {}
      : {
          exports: draft.exports.map((one) => ({
            ...one,
            columns: one.columns.map(follow),
            sort: one.sort.map((by) => ({ ...by, field: follow(by.field) })),
          })),
        }),
  }
}

export function duplicateField(draft: AppDraft, key: string, copyKey: string, label: string): AppDraft {
  const field = fieldOf(draft, key)
  if (field === undefined) return draft
  const { id: _id, ...rest } = field
  // A copy holds no values yet, so its type isn't fixed.
  const copy = { ...rest, key: copyKey, label } as FieldInput
  const place = placeOf(draft, key)
  const fields = [...draft.fields, copy]
  if (place === null) return { ...draft, fields }
  return {
    ...draft,
    fields,
    layout: insert(draft.layout, { field: copyKey }, { ...place, index: place.index + 1 }),
  }
}

export function addSection(draft: AppDraft, section: LayoutSection, at: number): AppDraft {
  return { ...draft, layout: draft.layout.toSpliced(at, 0, section) }
}

export function changeSection(draft: AppDraft, at: number, section: LayoutSection): AppDraft {
  return { ...draft, layout: draft.layout.with(at, section) }
}

/** Fields of a removed section are hidden from the form. */
export function removeSection(draft: AppDraft, at: number): AppDraft {
  return { ...draft, layout: draft.layout.toSpliced(at, 1) }
}

export function moveSection(draft: AppDraft, from: number, to: number): AppDraft {
  const section = draft.layout[from]
  if (section === undefined || to < 0 || to >= draft.layout.length) return draft
  return { ...draft, layout: draft.layout.toSpliced(from, 1).toSpliced(to, 0, section) }
}

/** The tabs of a form in order, each with its section indexes; the one without a name is first. */
export function tabsOf(layout: readonly LayoutSection[]): { tab: string | null; sections: number[] }[] {
  const tabs = new Map<string | null, number[]>()
  for (const [at, section] of layout.entries()) {
    const tab = section.tab ?? null
    tabs.set(tab, [...(tabs.get(tab) ?? []), at])
  }
  return [...tabs].map(([tab, sections]) => ({ tab, sections }))
}

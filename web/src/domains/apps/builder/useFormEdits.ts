import { FieldInput } from '@caseloom/contract/field-types/fields'
import { useTranslation } from 'react-i18next'
import { announce } from '../../../ui/live-region.ts'
import * as drafts from '../draft/app-draft.ts'
import type { FormEdits, Selected } from '../draft/builder-types.ts'
import { newBlock } from '../draft/layout-lens.ts'
import type { DropPlace } from '../draft/dragging.ts'
import { FIELD_KINDS } from '../../../field-types/registry.ts'
import type { EditedApp } from '../draft/useAppDraft.ts'

interface FormEditsOptions {
  edited: EditedApp
  tab: string | null
  onTab: (tab: string | null) => void
  onSelect: (selected: Selected) => void
}

export function useFormEdits({ edited, tab, onTab, onSelect }: FormEditsOptions): FormEdits {
  const { t } = useTranslation('apps')
  const { draft, edit, base } = edited
  const linksTo = edited.source.linksTo() ?? base.id
  const labelOf = (key: string) => drafts.fieldOf(draft, key)?.label ?? key
  const moved = (name: string, { layout }: drafts.AppDraft, now: drafts.FieldPlace | null) => {
    if (now === null) return
    announce(t('sheet.moved', { name, at: now.index + 1, section: layout[now.section]?.title ?? '' }))
  }
  const put = (key: string, place: drafts.FieldPlace) => {
    const next = drafts.moveField(draft, key, place)
    edit(next)
    moved(labelOf(key), next, drafts.placeOf(next, key))
  }
  const putBlock = (id: string, place: drafts.FieldPlace) => {
    const block = drafts.blockOf(draft, id)
    if (block === undefined) return
    const next = drafts.placeBlock(draft, block, place)
    edit(next)
    moved(t(`blocks.kinds.${block.kind}`), next, drafts.placeOfBlock(next, id))
  }
  const room = (place?: drafts.FieldPlace) => roomIn(draft, tab, { place, title: t('create.section') })
  const add = (field: FieldInput, place?: drafts.FieldPlace) => {
    const open = room(place)
    edit(drafts.addField(open.draft, field, open.place, t('create.section')))
    onSelect({ field: field.key })
  }
  return {
    ...blockEdits({ draft, edit, onSelect, putBlock, room }),
    addKind: (id, place) => {
      const kind = FIELD_KINDS.find((one) => one.id === id)
      if (kind === undefined) return
      const label = t(`kinds.${kind.id}`)
      const key = drafts.keyFrom(label, drafts.takenKeys(draft, base.removedFields))
      const field = FieldInput.parse({ key, label, type: kind.type, ...kind.make?.(linksTo) })
      add(field, place)
    },
    addSection: (at) => {
      const index = at ?? (lastOfTab(draft, tab) ?? draft.layout.length - 1) + 1
      const section = { title: t('sheet.newSection'), columns: 2 as const, fields: [] }
      edit(drafts.addSection(draft, tab === null ? section : { ...section, tab }, index))
      onSelect({ section: index })
    },
    linkApplet: (at) => onSelect({ linkAt: at ?? (lastOfTab(draft, tab) ?? draft.layout.length - 1) + 1 }),
    restore: (field) => add(field),
    place: put,
    step: (key, step) => {
      const place = drafts.nextPlace(draft, drafts.placeOf(draft, key), step)
      if (place !== null) put(key, place)
    },
    moveSection: (from, to) => {
      edit(drafts.moveSection(draft, from, to))
      onSelect({ section: to })
    },
    duplicate: (key) => {
      const label = t('sheet.copyOf', { name: labelOf(key) })
      const copy = drafts.keyFrom(label, drafts.takenKeys(draft, base.removedFields))
      edit(drafts.duplicateField(draft, key, copy, label))
      onSelect({ field: copy })
    },
    takeOff: (key) => edit(drafts.takeOffForm(draft, key)),
    remove: (key) => {
      edit(drafts.removeField(draft, key))
      onSelect(null)
    },
    change: (key, field, by) => {
      edit(drafts.changeField(draft, key, field), by)
      if (field.key !== key) onSelect({ field: field.key })
    },
    changeSection: (at, section, by) => {
      edit(drafts.changeSection(draft, at, section), by)
      if ((section.tab ?? null) !== tab) onTab(section.tab ?? null)
    },
    removeSection: (at) => {
      edit(drafts.removeSection(draft, at))
      onSelect(null)
    },
  }
}

interface BlockEditing {
  draft: drafts.AppDraft
  edit: EditedApp['edit']
  onSelect: FormEditsOptions['onSelect']
  putBlock: (id: string, place: drafts.FieldPlace) => void
  room: (place: drafts.FieldPlace | undefined) => Room
}

function blockEdits({
  draft,
  edit,
  onSelect,
  putBlock,
  room,
}: BlockEditing): Pick<FormEdits, 'addBlock' | 'placeBlock' | 'stepBlock' | 'changeBlock' | 'removeBlock'> {
  return {
    addBlock: (kind, place) => {
      const block = newBlock(draft, kind)
      const open = room(place)
      edit(drafts.placeBlock(open.draft, block, open.place))
      onSelect({ block: block.id })
    },
    placeBlock: putBlock,
    stepBlock: (id, step) => {
      const place = drafts.nextPlace(draft, drafts.placeOfBlock(draft, id), step)
      if (place !== null) putBlock(id, place)
    },
    changeBlock: (block, by) => edit(drafts.changeBlock(draft, block), by),
    removeBlock: (id) => {
      edit(drafts.removeBlock(draft, id))
      onSelect(null)
    },
  }
}

function lastOfTab(draft: drafts.AppDraft, tab: string | null): number | undefined {
  return drafts
    .tabsOf(draft.layout)
    .find((one) => one.tab === tab)
    ?.sections.at(-1)
}

interface Room {
  draft: drafts.AppDraft
  place: drafts.FieldPlace
}

/** Where something new goes: the given place, or the end of the tab. Sections of applets hold only what the applet has. */
function roomIn(
  draft: drafts.AppDraft,
  tab: string | null,
  { place, title }: { place?: drafts.FieldPlace | undefined; title: string },
): Room {
  if (place !== undefined) return { draft, place }
  const last = drafts
    .tabsOf(draft.layout)
    .find((one) => one.tab === tab)
    ?.sections.findLast((at) => draft.layout[at]?.applet === undefined)
  if (last !== undefined)
    return { draft, place: { section: last, index: drafts.itemCount(draft.layout[last]) } }
  const section = (lastOfTab(draft, tab) ?? draft.layout.length - 1) + 1
  const added = { title, columns: 2 as const, fields: [] }
  return {
    draft: drafts.addSection(draft, tab === null ? added : { ...added, tab }, section),
    place: { section, index: 0 },
  }
}

/** Before or after the field, or at the end of the section. */
export function placeOfDrop(
  draft: drafts.AppDraft,
  place: DropPlace,
  edge: 'top' | 'bottom' | 'left' | 'right' | null,
): drafts.FieldPlace {
  const { section } = place
  if (place.at === 'section') return { section, index: drafts.itemCount(draft.layout[section]) }
  const behind = edge === 'bottom' || edge === 'right'
  return { section, index: place.index + (behind ? 1 : 0) }
}

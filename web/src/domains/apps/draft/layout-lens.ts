import type { LayoutBlock, LayoutSection, RoleLayout } from '@caseloom/contract/apps/layout'
import type { AppDraft } from './app-draft.ts'
import type { EditedApp } from './useAppDraft.ts'

/** The draft with one of its role layouts in the place of that of the app; applied again, as it was. */
export function swapLayout(draft: AppDraft, id: string | null): AppDraft {
  const own = draft.layouts?.find((one) => one.id === id)
  if (own === undefined) return draft
  const layouts = draft.layouts?.map((one) => (one === own ? { ...one, sections: draft.layout } : one))
  return { ...draft, layout: own.sections, ...(layouts === undefined ? {} : { layouts }) }
}

/** What the builder edits, seen with one of the role layouts in front; null is the layout of the app. */
export function layoutLens(edited: EditedApp, id: string | null): EditedApp {
  if (id === null) return edited
  return {
    ...edited,
    draft: swapLayout(edited.draft, id),
    edit: (next, by) => edited.edit(swapLayout(next, id), by),
  }
}

/** Adds a layout that begins as a copy of another one: what rules say about its sections and blocks holds for both. */
export function addLayout(draft: AppDraft, { id, name }: Pick<RoleLayout, 'id' | 'name'>): AppDraft {
  const layouts = [...(draft.layouts ?? []), { id, name, roles: [], sections: draft.layout }]
  return { ...draft, layouts }
}

export function changeLayout(draft: AppDraft, layout: RoleLayout): AppDraft {
  return { ...draft, layouts: (draft.layouts ?? []).map((one) => (one.id === layout.id ? layout : one)) }
}

/** Moves a layout in the order in which layouts are looked up. */
export function moveLayout(draft: AppDraft, id: string, step: -1 | 1): AppDraft {
  const { layouts = [] } = draft
  const at = layouts.findIndex((one) => one.id === id)
  const one = layouts[at]
  if (one === undefined || at + step < 0 || at + step >= layouts.length) return draft
  return { ...draft, layouts: layouts.toSpliced(at, 1).toSpliced(at + step, 0, one) }
}

export function removeLayout(draft: AppDraft, id: string): AppDraft {
  const { layouts = [], ...rest } = draft
  const left = layouts.filter((one) => one.id !== id)
  return left.length === 0 ? rest : { ...rest, layouts: left }
}

/** An ID that no layout, section, or block of the draft has. */
export function freeId(draft: AppDraft, base: string): string {
  const all: LayoutSection[] = [draft.layout, ...(draft.layouts ?? []).map(({ sections }) => sections)].flat()
  const taken = new Set([
    ...all.flatMap(({ id, blocks = [] }) => [id, ...blocks.map((one) => one.id)]),
    ...(draft.layouts ?? []).map(({ id }) => id),
  ])
  for (let count = 1; ; count += 1) if (!taken.has(`${base}-${count}`)) return `${base}-${count}`
}

/** A block of a kind, to be filled in. */
export function newBlock(draft: AppDraft, kind: LayoutBlock['kind']): LayoutBlock {
  const place = { id: freeId(draft, kind), at: 0 }
  switch (kind) {
    case 'text':
      return { ...place, kind, text: '' }
    case 'links':
      return { ...place, kind, links: [] }
    case 'button':
      return { ...place, kind, button: 'none' }
    case 'image':
      return { ...place, kind, alt: '', size: 'full' }
    case 'widget':
      return { ...place, kind, match: [] }
    default:
      return kind satisfies never
  }
}

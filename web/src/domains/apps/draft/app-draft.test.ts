import { UserId } from '@caseloom/contract/kernel/ids'
import { itemsOfSection } from '@caseloom/contract/apps/layout'
import { AppUpdate } from '@caseloom/contract/apps/apps'
import { describe, expect, it } from 'vitest'
import * as drafts from './app-draft.ts'
import { countChanges, mergeDrafts, takeTheirs } from './merge-drafts.ts'
import { change, redo, undo, undoable } from '../../../data/undo.ts'

function aDraft(): drafts.AppDraft {
  const { revision: _revision, ...draft } = AppUpdate.parse({
    revision: 1,
    name: 'Case',
    titleField: 'title',
    listColumns: ['tracking_id', 'title', 'level'],
    layout: [
      { title: 'Facts', fields: ['title', 'level'] },
      { title: 'More', tab: 'Closure', columns: 1, fields: ['note'] },
    ],
    fields: [
      { key: 'title', label: 'Title', type: 'text' },
      { key: 'level', label: 'Level', type: 'number' },
      { key: 'note', label: 'Note', type: 'text' },
      { key: 'quiet', label: 'Quiet', type: 'text' },
    ],
  })
  return draft
}
const form = (draft: drafts.AppDraft) => draft.layout.map((section) => section.fields.join(' '))
const fresh = AppUpdate.shape.fields.element.parse({ key: 'fresh', label: 'Fresh', type: 'text' })

describe('the form', () => {
  it.each([
    ['a place', { section: 0, index: 1 }, ['title fresh level', 'note']],
    ['no place: at the end', null, ['title level', 'note fresh']],
  ])('adds a new field to %s', (_name, place, expected) => {
    expect(form(drafts.addField(aDraft(), fresh, place, 'Details'))).toEqual(expected)
  })

  it('creates its first section automatically', () => {
    const draft = drafts.addField({ ...aDraft(), layout: [] }, fresh, null, 'Details')
    expect(draft.layout).toEqual([{ title: 'Details', columns: 2, fields: ['fresh'] }])
  })

  it.each([
    ['down inside its section', 'title', { section: 0, index: 2 }, ['level title', 'note']],
    ['up inside its section', 'level', { section: 0, index: 0 }, ['level title', 'note']],
    ['to another section', 'title', { section: 1, index: 1 }, ['level', 'note title']],
    ['from beside the form', 'quiet', { section: 1, index: 0 }, ['title level', 'quiet note']],
    ['to its current position', 'title', { section: 0, index: 0 }, ['title level', 'note']],
  ])('moves a field %s', (_name, key, to, expected) => {
    expect(form(drafts.moveField(aDraft(), key, to))).toEqual(expected)
  })

  it('moves fields by keyboard from end to end and back', () => {
    let draft = aDraft()
    const seen = [form(draft).join('|')]
    for (const step of [1, 1, 1, 1, -1, -1, -1, -1] as const) {
      const place = drafts.nextPlace(draft, drafts.placeOf(draft, 'title'), step)
      if (place !== null) draft = drafts.moveField(draft, 'title', place)
      seen.push(form(draft).join('|'))
    }
    expect(seen).toEqual([
      'title level|note',
      'level title|note',
      'level|title note',
      'level|note title',
      'level|note title',
      'level|title note',
      'level title|note',
      'title level|note',
      'title level|note',
    ])
  })

  it('places, moves, changes, and removes blocks among the fields', () => {
    const block = { id: 'hint', at: 0, kind: 'text' as const, text: 'Hint' }
    const items = (draft: drafts.AppDraft) =>
      draft.layout.map((section) =>
        itemsOfSection(section)
          .map((item) => item.field ?? item.block.id)
          .join(' '),
      )
    const placed = drafts.placeBlock(aDraft(), block, { section: 0, index: 1 })
    expect(items(placed)).toEqual(['title hint level', 'note'])
    expect(drafts.placeOfBlock(placed, 'hint')).toEqual({ section: 0, index: 1 })
    expect(items(drafts.moveField(placed, 'title', { section: 0, index: 3 }))).toEqual([
      'hint level title',
      'note',
    ])
    expect(items(drafts.placeBlock(placed, block, { section: 0, index: 3 }))).toEqual([
      'title level hint',
      'note',
    ])
    expect(items(drafts.placeBlock(placed, block, null))).toEqual(['title level', 'note hint'])
    expect(items(drafts.takeOffForm(placed, 'title'))).toEqual(['hint level', 'note'])
    const changed = drafts.changeBlock(placed, { ...block, at: 1, text: 'New' })
    expect(drafts.blockOf(changed, 'hint')).toMatchObject({ text: 'New', at: 1 })
    expect(drafts.itemCount(changed.layout[0])).toBe(3)
    expect(items(drafts.removeBlock(changed, 'hint'))).toEqual(['title level', 'note'])
  })

  it('follows a key in every layout, and removes a field from each', () => {
    const sections = aDraft().layout
    const draft = { ...aDraft(), layouts: [{ id: 'lead', name: 'Lead', roles: [], sections }] }
    const of = (next: drafts.AppDraft) => next.layouts?.[0]?.sections.map(({ fields }) => fields.join(' '))
    expect(of(drafts.changeField(draft, 'level', { ...fresh, key: 'height' }))).toEqual([
      'title height',
      'note',
    ])
    expect(of(drafts.removeField(draft, 'level'))).toEqual(['title', 'note'])
  })

  it("lists the fields that aren't on it", () => {
    expect(drafts.offForm(aDraft()).map(({ key }) => key)).toEqual(['quiet'])
    expect(drafts.offForm(drafts.takeOffForm(aDraft(), 'note')).map(({ key }) => key)).toEqual([
      'note',
      'quiet',
    ])
    expect(drafts.offForm(drafts.removeSection(aDraft(), 0)).map(({ key }) => key)).toEqual([
      'title',
      'level',
      'quiet',
    ])
  })

  it('groups its sections by tab', () => {
    expect(drafts.tabsOf(aDraft().layout)).toEqual([
      { tab: null, sections: [0] },
      { tab: 'Closure', sections: [1] },
    ])
  })

  it('moves sections, but not past the ends', () => {
    expect(form(drafts.moveSection(aDraft(), 0, 1))).toEqual(['note', 'title level'])
    expect(form(drafts.moveSection(aDraft(), 0, 2))).toEqual(['title level', 'note'])
  })
})

describe('fields', () => {
  it('are removed everywhere, except for the title', () => {
    const draft = drafts.removeField(aDraft(), 'level')
    expect(draft.fields.map(({ key }) => key)).toEqual(['title', 'note', 'quiet'])
    expect(draft.listColumns).toEqual(['tracking_id', 'title'])
    expect(form(draft)).toEqual(['title', 'note'])
    expect(drafts.removeField(aDraft(), 'title')).toEqual(aDraft())
  })

  it('update every reference when their key changes', () => {
    const draft = drafts.changeField(aDraft(), 'title', { ...fresh, key: 'headline' })
    expect(draft.titleField).toBe('headline')
    expect(draft.listColumns).toEqual(['tracking_id', 'headline', 'level'])
    expect(form(draft)).toEqual(['headline level', 'note'])
  })

  it('are duplicated without their ID, right after the original', () => {
    const id = '01a200fb-ba03-70fc-8e5f-af4c6ce7a631'
    const base = aDraft()
    const draft = { ...base, fields: base.fields.map((field) => ({ ...field, id })) as typeof base.fields }
    const copied = drafts.duplicateField(draft, 'level', 'level_2', 'Level 2')
    expect(form(copied)).toEqual(['title level level_2', 'note'])
    expect(drafts.fieldOf(copied, 'level_2')).toMatchObject({ type: 'number', label: 'Level 2' })
    expect(drafts.fieldOf(copied, 'level_2')).not.toHaveProperty('id')
  })

  it.each([
    ['Source reference', 'source_reference'],
    ['Größe (MB)', 'gro_e_mb'],
    ['7 days', 'days'],
    ['日本語', 'field'],
    ['title', 'title_2'],
    ['x'.repeat(40), 'x'.repeat(32)],
  ])('get a key from the label %s', (label, key) => {
    expect(drafts.keyFrom(label, new Set(['title']))).toBe(key)
  })

  it('get keys of at most 32 characters even when the long one exists', () => {
    const long = 'x'.repeat(32)
    const key = drafts.keyFrom(long, new Set([long]))
    expect(key).toMatch(/^x{29,30}_2$/)
  })
})

describe('two edits of one revision', () => {
  it('merge where they change different parts', () => {
    const mine = { ...drafts.addField(aDraft(), fresh, null, ''), name: 'Incident' }
    const theirs = drafts.changeField(aDraft(), 'level', {
      key: 'level',
      label: 'Urgency',
      type: 'number',
      required: false,
      readOnly: false,
      unique: false,
    })
    const { draft, conflicts } = mergeDrafts(aDraft(), mine, theirs)
    expect(conflicts).toEqual([])
    expect(draft.name).toBe('Incident')
    expect(draft.fields.map(({ label }) => label)).toEqual(['Title', 'Urgency', 'Note', 'Quiet', 'Fresh'])
  })

  it('merge their sharing lists where they change different entries', () => {
    const grant = (id: string, level: 'read' | 'manage') => ({ to: { userId: UserId.parse(id) }, level })
    const [one, two] = ['01a200fb-ba03-70fc-8e5f-000000000001', '01a200fb-ba03-70fc-8e5f-000000000002']
    const base = { ...aDraft(), sharing: [grant(one, 'read')] }
    const mine = { ...base, sharing: [grant(one, 'manage')] }
    const theirs = { ...base, sharing: [grant(one, 'read'), grant(two, 'read')] }
    const { draft, conflicts } = mergeDrafts(base, mine, theirs)
    expect(conflicts).toEqual([])
    expect(draft.sharing).toEqual([grant(one, 'manage'), grant(two, 'read')])
    const other = { ...base, sharing: [] }
    expect(mergeDrafts(base, mine, other).conflicts.map(({ part }) => part)).toEqual(['sharing'])
  })

  it('report the parts that both changed, and use theirs on request', () => {
    const mine = { ...aDraft(), name: 'Incident', icon: 'flag' }
    const theirs = { ...drafts.removeField(aDraft(), 'note'), name: 'Matter' }
    const { draft, conflicts } = mergeDrafts(aDraft(), mine, theirs)
    expect(conflicts).toEqual([{ part: 'name', mine: 'Incident', theirs: 'Matter' }])
    expect([draft.name, draft.icon]).toEqual(['Incident', 'flag'])
    expect(form(draft)).toEqual(['title level', ''])
    expect(takeTheirs(draft, theirs, new Set(['name'])).name).toBe('Matter')
  })

  it('conflict when one changed a field and the other removed it', () => {
    const mine = drafts.changeField(aDraft(), 'note', { ...fresh, key: 'note', label: 'Remark' })
    const theirs = drafts.removeField(aDraft(), 'note')
    const { draft, conflicts } = mergeDrafts(aDraft(), mine, theirs)
    expect(conflicts.map(({ part }) => part)).toEqual(['field:note'])
    expect(takeTheirs(draft, theirs, new Set(['field:note'])).fields.map(({ key }) => key)).not.toContain(
      'note',
    )
  })

  it('count their changes', () => {
    expect(countChanges(aDraft(), aDraft())).toBe(0)
    const changed = { ...drafts.removeField(drafts.addField(aDraft(), fresh, null, ''), 'quiet'), name: 'X' }
    expect(countChanges(aDraft(), changed)).toBe(4)
  })
})

describe('undo', () => {
  it('goes step by step, with typing in one input as one step', () => {
    let state = change(undoable('a'), 'ab', 'name')
    state = change(state, 'abc', 'name')
    state = change(state, 'abc!', null)
    expect(undo(state).present).toBe('abc')
    expect(undo(undo(state)).present).toBe('a')
    expect(undo(undo(undo(state))).present).toBe('a')
    expect(redo(undo(state)).present).toBe('abc!')
    expect(redo(state)).toBe(state)
  })
})

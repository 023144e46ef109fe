import { AppletView } from '@caseloom/contract/apps/applets'
import { AppUpdate } from '@caseloom/contract/apps/apps'
import { describe, expect, it } from 'vitest'
import { detached, linkOf, nameOfLink, unlinked, withLink, withOverride } from './link-draft.ts'

const id = (n: number) => `01a200fb-ba03-70fc-8e5f-${n.toString(16).padStart(12, '0')}`
const applet = AppletView.parse({
  id: id(1),
  key: 'containment',
  name: 'Containment',
  section: { title: 'Containment', fields: ['method', 'notes'] },
  fields: [
    { id: id(2), key: 'method', label: 'Method', type: 'text' },
    { id: id(3), key: 'notes', label: 'Notes', type: 'text' },
  ],
  sharing: null,
  revision: 3,
  updatedAt: '2026-11-21T03:02:15.000Z',
  updatedBy: { kind: 'user', id: id(4), name: 'Bob' },
  links: 0,
  can: { build: true },
})
const { revision: _revision, ...draft } = AppUpdate.parse({
  revision: 1,
  name: 'Case',
  titleField: 'title',
  listColumns: ['title'],
  layout: [
    { title: 'Facts', fields: ['title'] },
    { title: 'End', fields: [] },
  ],
  fields: [{ key: 'title', label: 'Title', type: 'text' }],
})
const link = { applet: applet.id, prefix: 'first', revision: 3, overrides: {} }

describe('a link in the draft of an app', () => {
  const linked = withLink(draft, applet, link, 1)

  it('adds the fields under its prefix, and the section at its place', () => {
    expect(linked.fields.map(({ key }) => key)).toEqual(['title', 'first_method', 'first_notes'])
    expect(linked.layout.map(({ title }) => title)).toEqual(['Facts', 'Containment', 'End'])
    expect(nameOfLink(linkOf(linked, 'first') ?? link)).toBe('Containment')
  })

  it('shows what the app overrides, and forgets an override without content', () => {
    const renamed = withOverride(link, 'notes', { label: 'Steps', help: undefined })
    expect(renamed.overrides).toEqual({ notes: { label: 'Steps' } })
    const next = withLink(linked, applet, renamed)
    expect(next.fields.at(-1)?.label).toBe('Steps')
    expect(withOverride(renamed, 'notes', { label: undefined }).overrides).toEqual({})
  })

  it('leaves its fields when it is detached, and takes them along when it is removed', () => {
    const own = detached(linked, 'first')
    expect(own.fields.map(({ applet: from }) => from)).toEqual([undefined, undefined, undefined])
    expect(own.applets).toEqual([])
    const gone = unlinked({ ...linked, listColumns: ['title', 'first_method'] }, 'first')
    expect(gone.fields.map(({ key }) => key)).toEqual(['title'])
    expect([gone.listColumns, gone.layout.length]).toEqual([['title'], 2])
  })
})

import { AppletLink, type LinkedApplet } from '@caseloom/contract/apps/applet-links'
import { AppletSection } from '@caseloom/contract/apps/applets'
import type { LayoutSection } from '@caseloom/contract/apps/layout'
import { FieldInput } from '@caseloom/contract/field-types/fields'
import { Workflow, type WorkflowStage } from '@caseloom/contract/apps/workflow'
import { describe, expect, test } from 'vitest'
import { rule, textField, workflowOf } from '../testing.ts'
import { type AppletBundle, expandApplet } from './expand.ts'
import { freePrefix, keyClashes, linkFaults } from './faults.ts'
import { detachLink, type LinkingApp, putLink, removeLink } from './link.ts'
import { mergeLink } from './merge.ts'
import { prefixedId, renameExpression } from './names.ts'
import { wholeWorkflow } from './whole-workflow.ts'

const APPLET = '00000000-0000-4000-8000-000000000001'
const link = (over: object = {}) => AppletLink.parse({ applet: APPLET, prefix: 'p', revision: 1, ...over })
const field = (over: object) => FieldInput.parse({ label: 'Label', type: 'text', ...over })
const section = (over: object = {}) => AppletSection.parse({ id: 's', title: 'Section', fields: [], ...over })

describe('names of an applet in an app', () => {
  const names = { prefix: 'p', own: new Set(['a', 'ab', 'steps_taken']), section: 's' }
  const READS = { roots: ['record', 'before'], bare: false }
  test.each([
    ['record.a = before.a', 'record.p_a = before.p_a'],
    ['record . a & record.`ab`', 'record . p_a & record.`p_ab`'],
    ['record.other + actor.a', 'record.other + actor.a'],
    ['"record.a" & record.a', '"record.a" & record.p_a'],
    ['$length(record.steps_taken) > 0 and record.ab', '$length(record.p_steps_taken) > 0 and record.p_ab'],
    ['record.(', 'record.('],
  ])('in %s', (source, expected) => {
    expect(renameExpression(source, names, READS)).toBe(expected)
  })

  test('in formulas, which also read keys alone', () => {
    const FORMULA = { roots: ['record'], bare: true }
    expect(renameExpression('a + record.ab + b', names, FORMULA)).toBe('p_a + record.p_ab + b')
    expect(renameExpression('$sum([a, `ab`])', names, FORMULA)).toBe('$sum([p_a, `p_ab`])')
  })

  test('are short enough and apart', () => {
    const ids = ['one', 'two'].map((end) => prefixedId('a'.repeat(30), `${'b'.repeat(30)}${end}`))
    expect(ids.every((id) => /^[a-z0-9][a-z0-9_-]{0,39}$/.test(id))).toBe(true)
    expect(new Set(ids).size).toBe(2)
  })
})

describe('an expanded applet', () => {
  const bundle: AppletBundle = {
    fields: [
      field({
        key: 'a',
        requiredWhen: { all: [{ field: 'a', op: 'empty' }, { not: { field: 'x', op: 'empty' } }] },
      }),
      field({ key: 'at', type: 'datetime', stamp: { when: { field: 'a', op: 'notEmpty' }, keep: 'first' } }),
      field({
        key: 'c',
        type: 'clock',
        start: { field: 'a', op: 'notEmpty' },
        stop: { field: 'at', op: 'notEmpty' },
      }),
      field({ key: 'f', type: 'formula', result: 'text', expression: 'record.a & x' }),
    ],
    section: section({ fields: ['a', 'at', 'c', 'f'] }),
    workflow: Workflow.parse(
      workflowOf(
        rule(
          'r',
          { all: [{ changed: 'a' }, { field: 'x', op: 'empty' }, { expression: 'record.a = "x"' }] },
          [
            {
              id: 'set',
              do: 'set',
              field: 'a',
              to: { expression: 'record.a & record.x' },
              repeat: 'once',
              onlyIfEmpty: false,
            },
            {
              id: 'show',
              do: 'show',
              items: [{ field: 'a' }, { section: 's' }, { section: 'other' }, { tab: 'T' }],
            },
            { id: 'tell', do: 'message', level: 'info', text: '{{ a }}, {{x}}, a', at: { field: 'a' } },
            { id: 'stop', do: 'stop_clock', field: 'c' },
          ],
        ),
      ),
    ),
  }

  test('names its own fields under the prefix and those of the app as they are', () => {
    const {
      fields,
      section: own,
      stages,
    } = expandApplet(bundle, link({ overrides: { f: { hidden: true } } }))
    expect(fields).toMatchObject([
      { key: 'p_a', requiredWhen: { all: [{ field: 'p_a' }, { not: { field: 'x' } }] }, applet: 'p' },
      { key: 'p_at', stamp: { when: { field: 'p_a' }, keep: 'first' } },
      { key: 'p_c', start: { field: 'p_a' }, stop: { field: 'p_at' } },
      { key: 'p_f', expression: 'record.p_a & x' },
    ])
    expect(own).toMatchObject({ id: 'p', applet: 'p', fields: ['p_a', 'p_at', 'p_c'] })
    expect(stages[0]?.branches[0]?.rules[0]).toMatchObject({
      id: 'p_r',
      when: { all: [{ changed: 'p_a' }, { field: 'x' }, { expression: 'record.p_a = "x"' }] },
      actions: [
        { field: 'p_a', to: { expression: 'record.p_a & record.x' } },
        { items: [{ field: 'p_a' }, { section: 'p' }, { section: 'other' }, { tab: 'T' }] },
        { text: '{{p_a}}, {{x}}, a', at: { field: 'p_a' } },
        { field: 'p_c' },
      ],
    })
  })

  test('has rules off that the app turned off, and runs after the rules of the app', () => {
    const { stages } = expandApplet(bundle, link({ rulesOff: ['r'] }))
    expect(stages[0]?.branches[0]?.rules[0]?.off).toBe(true)
    const own: WorkflowStage = { id: 'own', title: 'Own', on: ['save'], branches: [] }
    const whole = wholeWorkflow({ workflow: { stages: [own] }, applets: [{ stages }] })
    expect(whole?.stages.map(({ id }) => id)).toEqual(['own', 'p_s'])
  })

  test('allows what it says, and what an app had before', () => {
    const closed = { ...bundle, allows: { a: { ...ALL, label: false } } }
    const mine = link({ overrides: { a: { label: 'Mine' } } })
    expect(linkFaults(closed, mine)).toMatchObject([
      { path: ['overrides', 'a', 'label'], code: 'not_allowed' },
    ])
    expect(linkFaults(closed, mine, mine)).toEqual([])
  })
})

const ALL = { label: true, required: true, addOptions: true, hide: true, place: true, target: true }

describe('putting a link into an app', () => {
  const bundle: AppletBundle = {
    fields: [textField('a'), textField('b')],
    section: section({ fields: ['a', 'b'] }),
  }
  const facts: LayoutSection = { id: 'facts', title: 'Facts', columns: 2, fields: ['title'] }
  const app: LinkingApp = { fields: [textField('title')], layout: [facts] }

  test('adds it at its place; again, it changes nothing', () => {
    const once = putLink(app, bundle, { link: link(), at: 0 })
    expect(once.layout.map(({ id }) => id)).toEqual(['p', 'facts'])
    expect(putLink(once, bundle, { link: link() })).toEqual(once)
  })

  test('keeps where the app put the section and fields of it', () => {
    const once = putLink(app, bundle, { link: link() })
    const [first = facts, own = facts] = once.layout
    const placed = {
      ...once,
      layout: [
        { ...own, tab: 'More', fields: ['p_a'] },
        { ...first, fields: ['title', 'p_b'] },
      ],
    }
    expect(putLink(placed, bundle, { link: link() })).toEqual(placed)
  })

  test('detaching keeps every field as it is, and removing leaves none', () => {
    const bare: LinkingApp<LinkedApplet> = { fields: app.fields, layout: app.layout }
    const linked: LinkedApplet = { ...link(), name: 'N', stages: [] }
    const once = putLink<LinkedApplet, LinkingApp<LinkedApplet>>(bare, bundle, { link: linked })
    const own = detachLink(once, 'p')
    expect(own.fields.map(({ key }) => key)).toEqual(once.fields.map(({ key }) => key))
    expect(own.fields.some(({ applet }) => applet !== undefined)).toBe(false)
    expect([own.applets, own.layout[1]?.fields]).toEqual([[], ['p_a', 'p_b']])
    expect(removeLink(once, 'p')).toEqual({ ...app, applets: [] })
  })

  test('names clashes, and finds a prefix without any', () => {
    const fields = [textField('a'), textField('p_a'), textField('p2_b')]
    expect(keyClashes(bundle, 'p', { fields })).toEqual([
      { key: 'a', inApp: 'p_a', label: 'a', kind: 'taken' },
    ])
    expect(keyClashes(bundle, 'q', { fields })).toEqual([
      { key: 'a', inApp: 'q_a', label: 'a', kind: 'avoided' },
    ])
    expect(freePrefix(bundle, 'p', { fields, taken: ['p3'], sections: [] })).toBe('p4')
    const removed = [field({ key: 'q_a', type: 'number' })]
    expect(keyClashes(bundle, 'q', { fields: [], removed })).toMatchObject([{ kind: 'removed' }])
  })
})

describe('merging a new revision', () => {
  const option = (key: string, label = key) => ({ key, label })
  const choice = (...options: object[]) => field({ key: 'm', type: 'selection', options })
  const one = (fields: FieldInput[], workflow?: Workflow) => ({
    fields,
    revision: 2,
    workflow,
    section: section({ fields: fields.map(({ key }) => key) }),
  })
  const kinds = ({ items }: ReturnType<typeof mergeLink>) => items.map(({ kind, id }) => `${kind} ${id}`)

  test.each([
    ['nothing', {}, {}, []],
    ['here', {}, { label: 'Mine' }, ['keep field/a/label']],
    ['there', { label: 'New' }, {}, ['change field/a/label']],
    ['both, differently', { label: 'New' }, { label: 'Mine' }, ['conflict field/a/label']],
    ['both, in the same way', { label: 'New' }, { label: 'New' }, ['keep field/a/label']],
    [
      'different properties',
      { help: 'New' },
      { label: 'Mine' },
      ['keep field/a/label', 'change field/a/help'],
    ],
    [
      'there what apps can’t',
      { maxLength: 5 },
      { label: 'Mine' },
      ['keep field/a/label', 'change field/a/maxLength'],
    ],
    ['only whether it is hidden', {}, { hidden: true }, ['keep field/a/hidden']],
  ])('of which changed: %s', (_name, there, here, expected) => {
    const override = Object.keys(here).length === 0 ? {} : { a: here }
    const merging = {
      base: one([field({ key: 'a', label: 'Old' })]),
      next: one([field({ key: 'a', label: 'Old', ...there })]),
      link: link({ overrides: override }),
    }
    const merged = mergeLink(merging)
    expect(kinds(merged)).toEqual(expected)
    expect(merged.link).toEqual({ ...merging.link, revision: 2 })
  })

  test('takes the new value where that is decided', () => {
    const merging = {
      base: one([field({ key: 'a', label: 'Old' })]),
      next: one([field({ key: 'a', label: 'New' })]),
      link: link({ overrides: { a: { label: 'Mine', help: 'Help' } } }),
    }
    const merged = mergeLink(merging, { 'field/a/label': 'new' })
    expect(merged.link.overrides).toEqual({ a: { help: 'Help' } })
    expect(merged.items.find(({ kind }) => kind === 'conflict')?.result).toBe('New')
  })

  test('keeps options that the app added, and asks about one that both have', () => {
    const overrides = { m: { addedOptions: [option('z', 'Mine'), option('y')] } }
    const merging = {
      base: one([choice(option('x'))]),
      next: one([choice(option('x'), option('z'))]),
      link: link({ overrides }),
    }
    expect(kinds(mergeLink(merging))).toEqual(['conflict field/m/options/z', 'change field/m/options'])
    expect(mergeLink(merging).items[1]?.result).toEqual([option('x'), option('z', 'Mine'), option('y')])
    const decided = mergeLink(merging, { 'field/m/options/z': 'new' })
    expect(decided.items[1]?.result).toEqual([option('x'), option('z'), option('y')])
    expect(decided.link.overrides).toEqual({ m: { addedOptions: [option('y')] } })
  })

  test('shows rules that come, change, go, or are off here', () => {
    const when = { changed: 'a' }
    const a = [field({ key: 'a' })]
    const merged = mergeLink({
      base: one(a, workflowOf(rule('keep', when, []), rule('off', when, []), rule('gone', when, []))),
      next: one(
        a,
        workflowOf(
          rule('keep', when, [], { note: 'N' }),
          rule('off', when, [], { note: 'N' }),
          rule('new', when, []),
        ),
      ),
      link: link({ rulesOff: ['off', 'gone'] }),
    })
    expect(kinds(merged)).toEqual(['change rule/keep', 'keep rule/off', 'add rule/new', 'remove rule/gone'])
    expect(merged.link.rulesOff).toEqual(['off'])
  })
})

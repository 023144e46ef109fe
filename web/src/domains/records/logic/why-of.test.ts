import type { AppView } from '@caseloom/contract/apps/apps'
import { Workflow } from '@caseloom/contract/apps/workflow'
import { compileWorkflow } from '@caseloom/workflow/compile'
import { evaluate } from '@caseloom/workflow/evaluate'
import type { FormOutcome, Values } from '@caseloom/workflow/form-context'
import { describe, expect, it } from 'vitest'
import { aField, anApp } from '../testing/a-record.ts'
import { looseMessages } from './FormMessages.tsx'
import { hasLogic, linkedFieldsOf, readsBeyondForm } from './logic-settings.ts'
import { hiddenItems } from './NotShown.tsx'
import { aspectsOf, whyOf } from './why-of.ts'

const options = ['open', 'closed'].map((key) => ({ key, label: key }))
const IS_CLOSED = { field: 'status', op: 'eq', value: 'closed' }

function app(actions: object[], when: object = IS_CLOSED): AppView {
  const workflow = Workflow.parse({
    stages: [
      {
        id: 's1',
        title: 'Closing',
        on: ['new', 'open', 'edit'],
        branches: [{ id: 'b1', rules: [{ id: 'r1', when, actions, branches: [] }] }],
      },
    ],
  })
  const layout = [{ id: 'main', title: 'Main', columns: 1, fields: ['title', 'note', 'status'] }]
  return {
    ...anApp([aField('status', { type: 'selection', options })]),
    layout,
    workflow,
  } as unknown as AppView
}

function outcomeOf({ workflow, fields }: AppView, record: Values): FormOutcome {
  const actor = { kind: 'user' as const, id: null, groups: [], roles: [], readable: () => true }
  const now = '2026-11-23T10:00:00.000Z'
  const context = { occasion: 'open' as const, record, before: record, actor, now, linked: () => null }
  return evaluate(compileWorkflow(workflow, { fields }), context)
}

const closed = { status: 'closed' }
const NONE = new Set<string>()

describe('the reason of an item', () => {
  it('is the rule that required the field, with what its condition read', () => {
    const alerts = app([{ id: 'a1', do: 'require', fields: ['note'] }])
    const outcome = outcomeOf(alerts, closed)
    expect(aspectsOf(outcome, 'field:note', NONE)).toEqual(['required'])
    const answer = whyOf(alerts, outcome, 'field:note', 'required')
    expect(answer.rules.map(({ id }) => id)).toEqual(['r1'])
    expect(answer.tests).toMatchObject([{ operand: { actual: 'closed', holds: true } }])
  })

  it('is also there for a setting of the field itself', () => {
    const plain = { ...anApp([aField('status', { type: 'selection', options })]), layout: [] }
    const [title, count, , status] = plain.fields
    const fields = [title, count, aField('note', { type: 'text', requiredWhen: IS_CLOSED }), status]
    // The list has all fields of the app.
    const alerts = { ...plain, fields } as AppView
    const outcome = outcomeOf(alerts, closed)
    expect(hasLogic(alerts)).toBe(true)
    expect(hasLogic(plain)).toBe(false)
    expect(aspectsOf(outcome, 'field:note', NONE)).toEqual(['required'])
    expect(whyOf(alerts, outcome, 'field:note', 'required').tests).toHaveLength(1)
  })

  it('of a hidden field is the rule that would show it', () => {
    const alerts = app([{ id: 'a1', do: 'show', items: [{ field: 'note' }] }])
    const outcome = outcomeOf(alerts, { status: 'open' })
    expect(hiddenItems(alerts, outcome)).toEqual([{ item: 'field:note', name: 'note' }])
    expect(whyOf(alerts, outcome, 'field:note', 'hidden')).toMatchObject({
      without: true,
      rules: [{ id: 'r1' }],
      tests: [{ operand: { holds: false } }],
    })
  })

  it('is also there for a hidden block, by its first words', () => {
    const texts = ['Ask **first**', '  '].map((text, at) => ({ id: `t${at}`, kind: 'text', at: 1, text }))
    const items = texts.map(({ id }) => ({ block: id }))
    const plain = app([{ id: 'a1', do: 'hide', items }])
    const alerts = { ...plain, layout: plain.layout.map((one) => ({ ...one, blocks: texts })) } as AppView
    expect(hiddenItems(alerts, outcomeOf(alerts, closed))).toEqual([{ item: 'block:t0', name: 'Ask first' }])
    expect(hiddenItems(alerts, outcomeOf(alerts, { status: 'open' }))).toEqual([])
    expect(aspectsOf(outcomeOf(alerts, closed), 'block:t0', NONE)).toEqual(['hidden'])
  })

  it('of a missing button is the rule that would offer it', () => {
    const alerts = app([{ id: 'a1', do: 'offer', button: 'purge' }])
    const outcome = outcomeOf(alerts, { status: 'open' })
    expect(aspectsOf(outcome, 'button:purge', NONE)).toEqual(['absent'])
    expect(whyOf(alerts, outcome, 'button:purge', 'absent')).toMatchObject({
      without: true,
      rules: [{ id: 'r1' }],
    })
  })

  it('of a message, of limited options, and of a value that a rule set names the same rule', () => {
    const alerts = app([
      { id: 'a1', do: 'message', level: 'warning', text: 'Ask the lead' },
      { id: 'a2', do: 'options', field: 'status', options: ['closed'] },
      { id: 'a3', do: 'set', field: 'title', to: { value: 'Done' }, repeat: 'always' },
    ])
    const outcome = outcomeOf(alerts, closed)
    expect(aspectsOf(outcome, 'message:a1', NONE)).toEqual(['message'])
    expect(aspectsOf(outcome, 'field:status', NONE)).toEqual(['options'])
    expect(aspectsOf(outcome, 'field:title', new Set(['title']))).toEqual(['set'])
    for (const [item, aspect] of [
      ['message:a1', 'message'],
      ['field:status', 'options'],
      ['field:title', 'set'],
    ] as const)
      expect(whyOf(alerts, outcome, item, aspect).rules.map(({ id }) => id)).toEqual(['r1'])
  })

  it('says of a rule that the reader may not see only that there is one', () => {
    const alerts = app([{ id: 'a1', do: 'show', items: [{ field: 'note' }] }], { any: [] })
    const outcome = outcomeOf(alerts, closed)
    expect(whyOf(alerts, outcome, 'field:note', 'hidden')).toMatchObject({ isUnreadable: true, tests: [] })
  })

  it('is none for what no rule is about', () => {
    const alerts = app([{ id: 'a1', do: 'require', fields: ['note'] }])
    const outcome = outcomeOf(alerts, closed)
    expect(aspectsOf(outcome, 'field:title', NONE)).toEqual([])
    expect(whyOf(alerts, outcome, 'field:title', null)).toMatchObject({ aspect: null, rules: [] })
  })
})

describe('messages', () => {
  it('are above the form when they have no place there', () => {
    const alerts = app([
      { id: 'a1', do: 'message', level: 'info', text: 'At the field', at: { field: 'note' } },
      {
        id: 'a2',
        do: 'message',
        level: 'info',
        text: 'At a field that is off the form',
        at: { field: 'count' },
      },
      { id: 'a3', do: 'message', level: 'info', text: 'At the top' },
    ])
    const loose = looseMessages(alerts, outcomeOf(alerts, closed))
    expect(loose.map(({ action }) => action)).toEqual(['a2', 'a3'])
  })
})

describe('what rules read beyond the form', () => {
  it('is asked of the server: roles, linked records, and expressions', () => {
    expect(readsBeyondForm(app([]).workflow)).toBe(false)
    expect(readsBeyondForm(app([], { actor: 'role', in: ['r'] }).workflow)).toBe(true)
    const through = [{ id: 'a1', do: 'set', field: 'note', to: { through: 'parent', field: 'title' } }]
    expect(linkedFieldsOf(app(through, { any: [IS_CLOSED, { linked: 'children' }] }).workflow)).toEqual(
      new Set(['children', 'parent']),
    )
  })
})

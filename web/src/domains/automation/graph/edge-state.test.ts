import type { StepState } from '@caseloom/contract/automation/automation'
import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import { layoutBlocks } from '@caseloom/playbook/layout-blocks'
import { describe, expect, it } from 'vitest'
import { edgeStates } from './edge-state.ts'
import { readDocument } from './graph-document.ts'

function step(key: string, after?: JsonValue, more: JsonObject = {}): JsonObject {
  return {
    key,
    action: 'data.template',
    with: { text: key },
    ...(after === undefined ? {} : { after }),
    ...more,
  }
}

function statesOf(steps: JsonObject[], states: Record<string, StepState>, trigger = 'hook') {
  const hook = (key: string) => ({ key, kind: 'webhook', with: { auth: 'none' } })
  const document = readDocument({ steps, triggers: [hook('hook'), hook('other')] })
  const facts = new Map(
    Object.entries(states).map(([key, state]) => [
      key,
      { state, startedAt: state === 'queued' || state === 'skipped' ? null : '2026-11-21T03:02:15.000Z' },
    ]),
  )
  const found = edgeStates(document, facts, trigger)
  // Every drawn edge has a state with the same ID.
  expect([...found.keys()].sort()).toEqual(
    layoutBlocks(document)
      .edges.map(({ id }) => id)
      .sort(),
  )
  return Object.fromEntries([...found].filter(([id]) => !id.startsWith('trigger/other')))
}

describe('edges of a run', () => {
  it('are taken if a step ran after another, and open while it is queued', () => {
    const steps = [step('a'), step('b', 'a'), step('c', 'b')]
    expect(statesOf(steps, { a: 'succeeded', b: 'running', c: 'queued' })).toEqual({
      'trigger/hook->a': 'taken',
      'a->b': 'taken',
      'b->c': 'open',
    })
  })

  it('follow the failure edge of a failed step, and not its success edge', () => {
    const steps = [step('a'), step('b', 'a'), step('c', [{ step: 'a', on: 'failure' }])]
    expect(statesOf(steps, { a: 'failed', b: 'skipped', c: 'succeeded' })).toMatchObject({
      'a->b': 'notTaken',
      'a->c': 'taken',
    })
  })

  it('of a switch are taken to the branch that ran', () => {
    const steps = [
      step('way', undefined, { action: 'flow.switch', with: { cases: [{ name: 'x', when: true }] } }),
      step('left', [{ step: 'way', case: 'x' }]),
      step('right', [{ step: 'way', case: 'y' }]),
    ]
    expect(statesOf(steps, { way: 'succeeded', left: 'succeeded', right: 'skipped' })).toMatchObject({
      'way->left': 'taken',
      'way->right': 'notTaken',
    })
  })

  it("remain open if states don't show which of several conditions was true", () => {
    const steps = [
      step('a'),
      step('b', [
        { step: 'a', when: 'trigger.x' },
        { step: 'a', when: 'trigger.y' },
      ]),
    ]
    expect(statesOf(steps, { a: 'succeeded', b: 'succeeded' })).toMatchObject({
      'a->b': 'open',
      'a->b#2': 'open',
    })
  })

  it('are taken if the step requires all of them', () => {
    const steps = [
      step('a'),
      step('c'),
      step(
        'b',
        [
          { step: 'a', when: 'trigger.x' },
          { step: 'c', when: 'trigger.y' },
        ],
        { join: 'every' },
      ),
    ]
    expect(statesOf(steps, { a: 'succeeded', c: 'succeeded', b: 'succeeded' })).toMatchObject({
      'a->b': 'taken',
      'c->b': 'taken',
    })
  })

  it('from a skipped branch into a join are not taken', () => {
    const steps = [step('a'), step('b'), step('join', ['a', 'b'])]
    expect(statesOf(steps, { a: 'succeeded', b: 'skipped', join: 'succeeded' })).toMatchObject({
      'a->join': 'taken',
      'b->join': 'notTaken',
    })
  })

  it('from a trigger are taken only for the one that started the run', () => {
    const document = readDocument({
      steps: [step('a')],
      triggers: ['hook', 'other'].map((key) => ({ key, kind: 'webhook', with: { auth: 'none' } })),
    })
    const facts = new Map([['a', { state: 'succeeded' as const, startedAt: 'x' }]])
    expect(Object.fromEntries(edgeStates(document, facts, 'other'))).toEqual({
      'trigger/hook->a': 'notTaken',
      'trigger/other->a': 'taken',
    })
  })
})

describe('edges inside blocks and of the error handler', () => {
  it('have states under the IDs they are drawn with', () => {
    const inner = [step('look'), step('save', 'look')]
    const each = { key: 'each', action: 'flow.forEach', with: { items: [1] }, after: [], steps: inner }
    const document = readDocument({
      steps: [each],
      triggers: [{ key: 'hook', kind: 'webhook', with: { auth: 'none' } }],
      onError: { steps: [step('tell'), step('page', 'tell')] },
    })
    const facts = new Map(
      ['each', 'look', 'save', 'tell'].map((key) => [
        key,
        { state: 'succeeded' as const, startedAt: '2026-11-21T03:02:15.000Z' },
      ]),
    )
    const found = edgeStates(document, facts, 'hook')
    expect([...found.keys()].sort()).toEqual(
      layoutBlocks(document)
        .edges.map(({ id }) => id)
        .sort(),
    )
    expect(found.get('look->save')).toBe('taken')
    expect(found.get('tell->page')).toBe('open')
  })
})

import type { JsonObject } from '@caseloom/contract/kernel/json'
import { describe, expect, it } from 'vitest'
import { addStep, moveStep, removeNodes, setProperties } from './draft.ts'
import { edgesOf, withEdges } from './edges.ts'
import { freshKey, playbookKey } from './keys.ts'
import { findStep, nodeAt, stepsOf } from './places.ts'
import { renameStep } from './rename.ts'
import {
  addTrigger,
  connect,
  disconnect,
  duplicate,
  mayConnect,
  setEdge,
  setPlaces,
  unwrap,
  wrapInBlock,
} from './shape.ts'

const step = (key: string, after?: JsonObject[string], more: JsonObject = {}): JsonObject => ({
  key,
  action: 'data.transform',
  ...more,
  ...(after === undefined ? {} : { after }),
})

function aDocument(): JsonObject {
  return {
    unknown: { preserved: true },
    playbook: 'sample',
    title: 'Sample',
    triggers: [{ key: 'hook', kind: 'webhook', with: { auth: 'none' } }],
    steps: [
      step('first'),
      step('route', 'first', {
        action: 'flow.switch',
        with: { cases: [{ name: 'high', when: '{% true %}' }] },
      }),
      step('high', [{ step: 'route', case: 'high' }]),
      step('low', [{ step: 'route', case: 'else' }]),
      step('last', ['high', 'low']),
    ],
  }
}

/** Edges of a document, one line per step: `last: high, low`. */
function shapeOf(document: JsonObject): string[] {
  return stepsOf(document).map(({ key, step: one, blocks }) => {
    const edges = edgesOf(one).map(({ step: from, ...rest }) =>
      Object.keys(rest).length === 0 ? from : `${from} ${Object.entries(rest).flat().join(' ')}`,
    )
    return `${[...blocks, key].join('/')}: ${edges.join(', ')}`
  })
}

const added = { action: 'http.request', title: 'Look up host' }

describe('adding a step', () => {
  it("inserts it below a step, before that step's successors", () => {
    const { document, key } = addStep(aDocument(), added, { kind: 'after', node: 'first' })
    expect(key).toBe('lookUpHost')
    expect(shapeOf(document)).toEqual([
      'first: ',
      'lookUpHost: first',
      'route: lookUpHost',
      'high: route case high',
      'low: route case else',
      'last: high, low',
    ])
    expect(document['unknown']).toEqual({ preserved: true })
    expect(Object.keys(document)).toEqual(Object.keys(aDocument()))
  })

  it('uses the first unused case below a switch', () => {
    const one = addStep(aDocument(), added, { kind: 'after', node: 'route' })
    expect(shapeOf(one.document)).toContain('lookUpHost: route case else')
    const freed = removeNodes(aDocument(), ['high'])
    const two = addStep(freed, added, { kind: 'branch', node: 'route' })
    expect(shapeOf(two.document)).toContain('lookUpHost: route case else')
  })

  it("inserts it below a trigger, before the trigger's first steps", () => {
    const { document } = addStep(aDocument(), added, { kind: 'after', node: 'trigger/hook' })
    expect(shapeOf(document).slice(0, 2)).toEqual(['lookUpHost: ', 'first: lookUpHost'])
  })

  it("inserts it before a step and moves that step's edges", () => {
    const { document } = addStep(aDocument(), added, { kind: 'before', node: 'last' })
    expect(shapeOf(document).slice(-2)).toEqual(['lookUpHost: high, low', 'last: lookUpHost'])
  })

  it('inserts it between two steps with the condition of their edge', () => {
    const { document } = addStep(aDocument(), added, { kind: 'between', from: 'route', to: 'high' })
    expect(shapeOf(document)).toContain('lookUpHost: route case high')
    expect(shapeOf(document)).toContain('high: lookUpHost')
    expect(shapeOf(document)).toContain('last: high, low')
  })

  it('adds a branch without moving existing steps, also for failures', () => {
    const { document } = addStep(aDocument(), added, { kind: 'branch', node: 'first', on: 'failure' })
    expect(shapeOf(document)).toContain('lookUpHost: first on failure')
    expect(shapeOf(document)).toContain('route: first')
  })

  it('adds it to an empty playbook and to a block', () => {
    const empty: JsonObject = { playbook: 'empty', title: 'Empty' }
    const one = addStep(empty, added, { kind: 'in', list: ['steps'] })
    const block = addStep(
      one.document,
      { action: 'flow.forEach', steps: [] },
      { kind: 'in', list: ['steps'] },
    )
    const inner = addStep(block.document, added, { kind: 'in', list: ['steps', 1, 'steps'] })
    expect(shapeOf(inner.document)).toEqual([
      'lookUpHost: ',
      'flowForEach: lookUpHost',
      'flowForEach/lookUpHost2: ',
    ])
  })
})

describe('removing nodes', () => {
  it('heals the edges across the gap and preserves the case', () => {
    expect(shapeOf(removeNodes(aDocument(), ['high']))).toEqual([
      'first: ',
      'route: first',
      'low: route case else',
      'last: route case high, low',
    ])
  })

  it('heals edges across several consecutive steps', () => {
    expect(shapeOf(removeNodes(aDocument(), ['route', 'high']))).toEqual([
      'first: ',
      'low: first',
      'last: first, low',
    ])
  })

  it('preserves a failure edge, one step earlier', () => {
    const document = { steps: [step('a'), step('b', 'a'), step('c', [{ step: 'b', on: 'failure' }])] }
    expect(shapeOf(removeNodes(document, ['b']))).toEqual(['a: ', 'c: a on failure'])
  })

  it('removes triggers and positions too, and terminates on cycles', () => {
    const circle = { steps: [step('a', 'b'), step('b', 'a'), step('c', 'b')] }
    expect(stepsOf(removeNodes(circle, ['a', 'b'])).map(({ key }) => key)).toEqual(['c'])
    const placed = setPlaces(aDocument(), { high: { x: 1.4, y: 2 }, 'trigger/hook': { x: 3, y: 4 } })
    const left = removeNodes(placed, ['high', 'trigger/hook'])
    expect(left).toMatchObject({ triggers: [], canvas: { places: {} } })
    expect(setPlaces(placed, null)['canvas']).toEqual({})
    const noted = { steps: [], canvas: { notes: [{ text: 'a' }, { text: 'b' }] } }
    expect(removeNodes(noted, ['note/0'])['canvas']).toEqual({ notes: [{ text: 'b' }] })
  })
})

describe('moving a step', () => {
  it('heals the edges at its old position and connects the new one', () => {
    const moved = moveStep(aDocument(), 'first', { kind: 'between', from: 'low', to: 'last' })
    expect(shapeOf(moved)).toEqual([
      'route: ',
      'high: route case high',
      'low: route case else',
      'first: low',
      'last: high, first',
    ])
  })

  it('moves it into a later block, but never into itself', () => {
    const document = {
      steps: [step('a'), step('each', 'a', { action: 'flow.forEach', steps: [step('inner')] })],
    }
    const moved = moveStep(document, 'a', { kind: 'in', list: ['steps', 1, 'steps'] })
    expect(shapeOf(moved)).toEqual(['each: ', 'each/inner: ', 'each/a: inner'])
    expect(moveStep(document, 'each', { kind: 'in', list: ['steps', 1, 'steps'] })).toBe(document)
    expect(moveStep(document, 'each', { kind: 'after', node: 'inner' })).toBe(document)
  })
})

describe('edges', () => {
  it('are rejected if they form a cycle or leave their list', () => {
    expect(mayConnect(aDocument(), 'last', 'first')).toBe(false)
    expect(mayConnect(aDocument(), 'first', 'first')).toBe(false)
    expect(mayConnect(aDocument(), 'first', 'last')).toBe(true)
    const document = aDocument()
    expect(connect(document, 'last', 'first')).toBe(document)
  })

  it('are added, changed, and removed, in the shortest form', () => {
    const one = connect(aDocument(), 'first', 'high', { on: 'failure' })
    expect(findStep(one, 'high')?.step['after']).toEqual([
      { step: 'route', case: 'high' },
      { step: 'first', on: 'failure' },
    ])
    const two = setEdge(one, 'high', 1, { on: undefined })
    expect(findStep(two, 'high')?.step['after']).toEqual([{ step: 'route', case: 'high' }, 'first'])
    expect(findStep(disconnect(two, 'high', 0), 'high')?.step['after']).toBe('first')
    expect(withEdges(step('x', 'y'), [])).not.toHaveProperty('after')
  })
})

describe('blocks', () => {
  it('wrap and unwrap steps with the edges around them', () => {
    const wrapped = wrapInBlock(aDocument(), ['high', 'low'], { action: 'flow.try', title: 'Try both' })
    expect(wrapped?.key).toBe('tryBoth')
    expect(shapeOf(wrapped?.document ?? {})).toEqual([
      'first: ',
      'route: first',
      'tryBoth: route case high, route case else',
      'tryBoth/high: ',
      'tryBoth/low: ',
      'last: tryBoth',
    ])
    const each = wrapInBlock(aDocument(), ['first', 'route'], { action: 'flow.forEach' })
    expect(shapeOf(unwrap(each?.document ?? {}, 'flowForEach'))).toEqual([
      'first: ',
      'route: first',
      'high: route case high',
      'low: route case else',
      'last: high, low',
    ])
  })

  it('of parallel branches contain the steps in the first branch', () => {
    const wrapped = wrapInBlock(aDocument(), ['high'], { action: 'flow.parallel' })
    expect(findStep(wrapped?.document ?? {}, 'high')?.list).toEqual(['steps', 2, 'branches', 0, 'steps'])
  })
})

describe('duplicates', () => {
  it('get new keys and preserve the edges among them', () => {
    const { document, keys } = duplicate(aDocument(), ['high', 'last'])
    expect(keys).toEqual(['high2', 'last2'])
    expect(shapeOf(document)).toContain('high2: route case high')
    expect(shapeOf(document)).toContain('last2: high2, low')
    expect(shapeOf(document)).toContain('last: high, low')
  })
})

describe('renaming a step', () => {
  it('updates edges, expressions, and its position, nothing else', () => {
    const document = {
      ...setPlaces(aDocument(), { first: { x: 1, y: 2 } }),
      steps: [
        step('first'),
        step('next', 'first', {
          with: {
            value:
              '{% steps.first.output & "steps.first" & steps.firstly & $map(x, function($s) { $s.steps.first }) %}',
            text: 'steps.first, {% steps.`first`.error.code %} and {% steps . first . output[a = 1].b %}',
            other: '{% trigger.steps.first %}',
            broken: '{% steps.first.output & %}',
          },
        }),
      ],
      output: { of: ['{% steps.first.output %}'] },
    }
    const next = renameStep(document, 'first', 'start')
    expect(findStep(next, 'next')?.step).toMatchObject({
      after: 'start',
      with: {
        value:
          '{% steps.start.output & "steps.first" & steps.firstly & $map(x, function($s) { $s.steps.first }) %}',
        text: 'steps.first, {% steps.`start`.error.code %} and {% steps . start . output[a = 1].b %}',
        other: '{% trigger.steps.first %}',
        broken: '{% steps.start.output & %}',
      },
    })
    expect(next).toMatchObject({
      output: { of: ['{% steps.start.output %}'] },
      canvas: { places: { start: { x: 1 } } },
    })
    expect(Object.keys(next)).toEqual(Object.keys(document))
  })
})

describe('paths and keys', () => {
  it('find the node of an issue, also inside blocks', () => {
    const document = {
      triggers: [{ key: 'hook', kind: 'webhook' }],
      steps: [
        step('all', undefined, {
          action: 'flow.parallel',
          branches: [{ key: 'left', steps: [step('deep')] }],
        }),
      ],
    }
    expect(nodeAt(document, ['steps', 0, 'branches', 0, 'steps', 0, 'with', 'value'])).toBe('deep')
    expect(nodeAt(document, ['steps', 0, 'branches', 0, 'key'])).toBe('all')
    expect(nodeAt(document, ['triggers', 0, 'with'])).toBe('trigger/hook')
    expect(nodeAt(document, ['title'])).toBeNull()
  })

  it('derive keys from words', () => {
    expect(freshKey('Look up the host', new Set())).toBe('lookUpTheHost')
    expect(freshKey('mail.send', new Set(['mailSend', 'mailSend2']))).toBe('mailSend3')
    expect(freshKey('HTTP über 3', new Set())).toBe('httpUber3')
    expect(freshKey('…', new Set())).toBe('step')
    expect(playbookKey('GitHub: Security Alerts!')).toBe('github-security-alerts')
  })

  it('set and remove properties without reordering others', () => {
    const next = setProperties(aDocument(), ['steps', 0], { title: 'First', action: undefined })
    expect(findStep(next, 'first')?.step).toEqual({ key: 'first', title: 'First' })
    expect(addTrigger({ playbook: 'a', steps: [], output: 1 }, { kind: 'form' })).toEqual({
      document: { playbook: 'a', triggers: [{ key: 'form', kind: 'form' }], steps: [], output: 1 },
      key: 'form',
    })
  })
})

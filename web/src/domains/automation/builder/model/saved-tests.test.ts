import type { JsonObject } from '@caseloom/contract/kernel/json'
import { describe, expect, it } from 'vitest'
import { branchesOf, coverageOf, figuresOf, wayTo } from './coverage.ts'
import { changesBetween } from './diff.ts'
import { mergeDocuments } from './merge.ts'
import { renameStep, renameTrigger } from './rename.ts'
import { duplicateTest, testsOf, withoutTest, withTest } from './saved-tests.ts'

const test = (key: string, over: JsonObject = {}): JsonObject => ({ key, title: `Test ${key}`, ...over })
const document: JsonObject = {
  title: 'P',
  triggers: [{ key: 'hook', title: 'Alert', kind: 'webhook' }],
  steps: [
    { key: 'call', action: 'http.request' },
    { key: 'big', action: 'data.transform', after: [{ step: 'call', when: '{% 1 %}' }] },
    { key: 'down', action: 'data.transform', after: [{ step: 'call', on: 'failure' }] },
    {
      key: 'each',
      action: 'flow.forEach',
      after: 'big',
      steps: [{ key: 'look', action: 'http.request' }],
    },
    { key: 'last', action: 'data.transform', after: 'each' },
  ],
  tests: [
    test('a', {
      trigger: { key: 'hook', payload: '{% steps.call %}' },
      given: { call: { output: 1 }, 'each#0/look': { output: 2 } },
      expect: { steps: { call: { state: 'succeeded' } } },
    }),
  ],
}

describe('saved tests of a draft', () => {
  it('are added, replaced, duplicated with a key of their own, and removed', () => {
    const two = withTest(document, test('b'))
    expect(testsOf(two).map(({ key }) => key)).toEqual(['a', 'b'])
    expect(testsOf(withTest(two, test('a', { title: 'New' }))).map(({ title }) => title)).toEqual([
      'New',
      'Test b',
    ])
    const copied = duplicateTest(two, 'a', 'Test a')
    expect(copied.key).toBe('testA')
    expect(testsOf(copied.document).at(-1)?.test).toMatchObject({ given: { call: { output: 1 } } })
    expect(withoutTest(document, 'a')).not.toHaveProperty('tests')
  })

  it('follow steps and triggers that are renamed; their data stays as it is', () => {
    const renamed = renameStep(renameStep(document, 'call', 'ask'), 'look', 'find')
    expect(testsOf(renamed)[0]?.test).toEqual(
      test('a', {
        trigger: { key: 'hook', payload: '{% steps.call %}' },
        given: { ask: { output: 1 }, 'each#0/find': { output: 2 } },
        expect: { steps: { ask: { state: 'succeeded' } } },
      }),
    )
    expect(Object.keys(renamed)).toEqual(Object.keys(document))
    expect(testsOf(renameTrigger(document, 'hook', 'alert'))[0]?.test['trigger']).toMatchObject({
      key: 'alert',
    })
  })

  it('are compared and merged by their keys', () => {
    const mine = withTest(document, test('b'))
    const theirs = withTest(document, test('a', { expect: { state: 'failed' } }))
    expect(changesBetween(document, mine)).toMatchObject([
      { kind: 'changed', node: null, properties: [{ name: 'tests.b' }] },
    ])
    const merged = mergeDocuments({ base: document, mine, theirs })
    expect(merged.conflicts).toEqual([])
    expect(testsOf(merged.document).map(({ key }) => key)).toEqual(['a', 'b'])
    expect(testsOf(merged.document)[0]?.test['expect']).toEqual({ state: 'failed' })
  })
})

describe('coverage', () => {
  const reached = (steps: Record<string, number>, edges: Record<string, number>) => ({
    reached: { steps, edges },
  })

  it('adds up what all tests reach, and counts steps and branches', () => {
    const coverage = coverageOf([
      reached({ call: 1, big: 1, each: 1, look: 3 }, { 'big#0': 1 }),
      reached({ call: 1 }, {}),
    ])
    expect(coverage.steps).toEqual({ call: 2, big: 1, each: 1, look: 3 })
    expect(branchesOf(document)).toEqual(['big#0', 'down#0'])
    expect(figuresOf(document, coverage)).toEqual({
      steps: { covered: 4, all: 6 },
      branches: { covered: 1, all: 2 },
    })
  })

  it('knows the way to a step from the last one that a test reaches', () => {
    const coverage = { steps: { call: 1 }, edges: {} }
    expect(wayTo(document, 'look', coverage)).toEqual([
      { to: 'big', from: 'call', kind: 'after', on: 'success', condition: '{% 1 %}' },
      { to: 'each', from: 'big', kind: 'after', on: 'success', condition: null },
      { to: 'look', from: 'each', kind: 'inside', on: 'success', condition: null },
    ])
    expect(wayTo(document, 'down', coverage)).toMatchObject([{ from: 'call', on: 'failure' }])
    expect(wayTo(document, 'trigger/hook', coverage)).toMatchObject([{ kind: 'start', from: null }])
    expect(wayTo(document, 'gone', coverage)).toEqual([])
  })
})

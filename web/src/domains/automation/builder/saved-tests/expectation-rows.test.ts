import type { PlaybookTestDifference } from '@caseloom/contract/automation/playbook-tests'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import { expect, it } from 'vitest'
import { rowsOf, withExpectedOutput, withoutExpectation } from './expectation-rows.ts'

const saved: JsonObject = {
  key: 'a',
  title: 'A',
  expect: { state: 'succeeded', output: { n: 1 }, steps: { call: { times: 2 }, callAgain: { times: 1 } } },
}
const differs = (at: string): PlaybookTestDifference => ({ at, kind: 'changed', expected: 1, got: 2 })

it('lists what a test expects, each with its own differences', () => {
  const rows = rowsOf(saved, [differs('output.n'), differs('steps.call.times'), differs('given.call')])
  expect(rows.map(({ path, differences }) => [path.join('.'), differences.map(({ at }) => at)])).toEqual([
    ['state', []],
    ['output', ['output.n']],
    ['steps.call.times', ['steps.call.times']],
    ['steps.callAgain.times', []],
  ])
})

it('removes one expectation, and a step without any', () => {
  const [state, , call] = rowsOf(saved, [])
  if (state === undefined || call === undefined) throw new Error('Rows are missing')
  expect(withoutExpectation(saved, state)['expect']).not.toHaveProperty('state')
  expect(withoutExpectation(saved, call)['expect']).toMatchObject({ steps: { callAgain: { times: 1 } } })
  expect(JSON.stringify(withoutExpectation(saved, call))).not.toContain('"call"')
})

it('expects the output of a step beside what it expects already', () => {
  expect(withExpectedOutput(saved, 'call', 'x')['expect']).toMatchObject({
    state: 'succeeded',
    steps: { call: { times: 2, output: 'x' } },
  })
})

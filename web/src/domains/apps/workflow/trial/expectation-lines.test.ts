import type { Expectation } from '@caseloom/contract/apps/workflow'
import { expect, test } from 'vitest'
import { type ExpectedLine, expectationOfLines, linesOf } from './expectation-lines.ts'

const EXPECTED: Expectation = {
  items: { 'field:reason': { visible: true, required: true }, 'section:details': { collapsed: false } },
  options: { status: ['closed'] },
  values: { score: 7, due: null },
  messages: [{ level: 'warning', text: 'Say why', at: 'field:reason' }],
}

function rows(): ExpectedLine[] {
  let count = 0
  return linesOf(EXPECTED, () => {
    count += 1
    return `row${count}`
  })
}

test('the rows of a test are all that it expects, each with an ID of its own', () => {
  expect(rows().map(({ kind }) => kind)).toEqual('item item item value value offered message'.split(' '))
  expect(new Set(rows().map(({ id }) => id)).size).toBe(7)
  expect(expectationOfLines(rows())).toEqual(EXPECTED)
})

test('a row that is removed is expected no more, and the later of two about one thing counts', () => {
  const [first, second] = rows()
  if (first?.kind !== 'item' || second?.kind !== 'item') throw new Error('Two rows about items come first')
  expect(expectationOfLines([second])).toEqual({
    items: { 'field:reason': { required: true } },
    options: {},
    values: {},
    messages: [],
  })
  const again = { ...second, id: 'again', value: false }
  expect(expectationOfLines([first, second, again]).items).toEqual({
    'field:reason': { visible: true, required: false },
  })
})

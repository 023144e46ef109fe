import { describe, expect, test } from 'vitest'
import { comparedText } from './correlation.rules.ts'

const rule = { fields: ['rule', 'entity'] }

describe('the values that a rule compares', () => {
  test.each([
    [{ rule: 'Spray', entity: 'HOST-1' }, { rule: 'spray', entity: 'host-1 ' }, true],
    [{ rule: 'Spray', entity: 'host-1' }, { rule: 'Spray', entity: 'host-2' }, false],
    [{ rule: 1, entity: true }, { rule: 1, entity: true }, true],
    [{ rule: '1', entity: 'x' }, { rule: 1, entity: 'x' }, false],
    [{ rule: ['a', 'b'], entity: 'x' }, { rule: ['B', 'A'], entity: 'x' }, true],
    [{ rule: 'a', entity: 'bc' }, { rule: 'ab', entity: 'c' }, false],
  ])('%j and %j are the same: %s', (one, other, isSame) => {
    const [first, second] = [comparedText(rule, one), comparedText(rule, other)]
    expect(first).not.toBeNull()
    expect(first === second).toBe(isSame)
  })

  test.each([
    [{ rule: 'a' }],
    [{ rule: 'a', entity: '' }],
    [{ rule: 'a', entity: [] }],
    [{ rule: null, entity: 'x' }],
  ])('%j compares with nothing', (values) => expect(comparedText(rule, values)).toBeNull())
})

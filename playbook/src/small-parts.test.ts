import { isDeepStrictEqual } from 'node:util'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { coerce, type JsonSchema } from './coerce.ts'
import { parseDuration } from './duration.ts'
import { hashInput } from './hash.ts'
import { pauseAfter } from './retry.ts'
import { isTruthy } from './to-boolean.ts'

describe('a duration', () => {
  it.each<[string, number | undefined]>([
    ['500ms', 500],
    ['30s', 30_000],
    ['1m', 60_000],
    ['2h', 7_200_000],
    ['1d', 86_400_000],
    ['0s', 0],
    ['366d', 31_622_400_000],
    ['367d', undefined],
    ['1w', undefined],
    ['1.5s', undefined],
    ['-1s', undefined],
    [' 1s', undefined],
    ['1s\n', undefined],
    ['', undefined],
    ['99999999999999s', undefined],
  ])('%j is %j ms', (text, ms) => {
    expect(parseDuration(text)).toBe(ms)
  })
})

describe('the hash of an input', () => {
  it('stays the same in later versions, because runs have stored it', () => {
    const value = { url: 'http://x/é€😀', n: [1, -0.5, 1e21, true, null], o: {}, l: [] }
    expect(hashInput(value)).toMatchInlineSnapshot(`"a4733fce85e9abc2a0a2bab281382ebe"`)
  })

  it('distinguishes values', () => {
    const values: JsonValue[] = [
      '',
      ' ',
      'a',
      'b',
      'ab',
      'ba',
      0,
      1,
      '0',
      '1',
      null,
      'null',
      true,
      'true',
      false,
      [],
      {},
      [[]],
      [{}],
      ['a', 'b'],
      ['ab'],
      [['a'], 'b'],
      { a: 'b' },
      { a: ['b'] },
      { ab: '' },
      { a: { b: 1 } },
      { a: 1, b: 1 },
      [1, 1],
      [11],
    ]
    expect(new Set(values.map(hashInput)).size).toBe(values.length)
    const many = Array.from({ length: 50_000 }, (_, index) =>
      hashInput({ id: index, text: `alert ${index}` }),
    )
    expect(new Set(many).size).toBe(many.length)
    expect(new Set(many.map((hash) => hash.slice(0, 16))).size).toBe(many.length)
  })

  it('does not depend on the order of properties', () => {
    expect(hashInput({ a: 1, b: { c: [1, 2], d: null } })).toBe(
      hashInput({ b: { d: null, c: [1, 2] }, a: 1 }),
    )
    expect(hashInput({ a: [1, 2] })).not.toBe(hashInput({ a: [2, 1] }))
    expect(hashInput('1')).not.toBe(hashInput(1))
  })

  it('is the same after a way through JSON, and another for another value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        const [a, b] = [one as JsonValue, other as JsonValue]
        expect(hashInput(JSON.parse(JSON.stringify(a)))).toBe(hashInput(JSON.parse(JSON.stringify(a))))
        if (JSON.stringify(a) !== JSON.stringify(b) && !isDeepStrictEqual(a, b))
          expect(hashInput(a)).not.toBe(hashInput(b))
      }),
      { verbose: 1 },
    )
  })
})

describe('coercion by the schema of the target', () => {
  const list: JsonSchema = { type: 'array', items: { type: 'string' } }
  const object: JsonSchema = {
    type: 'object',
    properties: { tags: list, name: { type: 'string' }, n: { type: 'number' }, maybe: list },
    required: ['tags'],
    additionalProperties: { type: 'array' },
  }

  it.each<[string, JsonValue | undefined, JsonSchema, JsonValue | undefined]>([
    ['one item becomes a list', 'x', list, ['x']],
    ['nothing becomes an empty list', undefined, list, []],
    ['a list stays', ['x'], list, ['x']],
    ['items become texts', [1, true, 'x'], list, ['1', 'true', 'x']],
    ['a number becomes a text', 5, { type: 'string' }, '5'],
    ['an object does not become a text', { a: 1 }, { type: 'string' }, { a: 1 }],
    ['a text does not become a number', '5', { type: 'number' }, '5'],
    ['null stays', null, { type: 'string' }, null],
    [
      'inside of objects',
      { tags: 'x', name: 5, n: '5', other: 1 },
      object,
      { tags: ['x'], name: '5', n: '5', other: [1] },
    ],
    ['a required list is filled in', { name: 'x' }, object, { name: 'x', tags: [] }],
    ['a reference is followed', 'x', { $ref: '#/$defs/list', $defs: { list } }, ['x']],
  ])('%s', (_name, value, schema, result) => {
    expect(coerce(value, schema, schema)).toEqual(result)
  })

  it('shares what needs no change and never changes its input', () => {
    const fitting = { tags: ['a'], name: 'x' }
    expect(coerce(fitting, object, object)).toBe(fitting)
    const other = { tags: 'a' }
    coerce(other, object, object)
    expect(other).toEqual({ tags: 'a' })
  })
})

describe('the pause after a failed attempt', () => {
  const rule = { attempts: 4, backoff: 'exponential', from: '1s', to: '3s' } as const
  const error = { code: 'x', message: 'x', retryable: true }

  it.each([
    [1, 1_000],
    [2, 2_000],
    [3, 3_000],
    [4, undefined],
    [5, undefined],
  ])('after attempt %d is %s ms', (attempt, ms) => {
    expect(pauseAfter(rule, attempt, error)).toBe(ms)
  })

  it('does not overflow after many attempts', () => {
    expect(pauseAfter({ ...rule, attempts: 100, to: '1d' }, 99, error)).toBe(86_400_000)
  })

  it('of a fixed rule stays the same', () => {
    expect(pauseAfter({ ...rule, backoff: 'fixed' }, 3, error)).toBe(1_000)
  })
})

describe('truth', () => {
  it.each<[JsonValue | undefined, boolean]>([
    [undefined, false],
    [null, false],
    [0, false],
    ['', false],
    [[], false],
    [{}, false],
    [[0, ''], false],
    [[0, 1], true],
    ['false', true],
    [-1, true],
    [{ a: 0 }, true],
  ])('of %j is %j', (value, truth) => {
    expect(isTruthy(value)).toBe(truth)
  })
})

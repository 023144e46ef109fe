import type { JsonValue } from '@caseloom/contract/kernel/json'
import { aField } from '@caseloom/testkit/a-field'
import { codePoint } from '@caseloom/testkit/code-points'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { newId } from '../../../platform/uuid.ts'
import { defused, undefused } from './formula-guard.rules.ts'
import { cellOf, rawOf } from './text-form.rules.ts'

const field = aField
const text = fc.string({ unit: codePoint, maxLength: 40 })
const options = [
  { key: 'a', label: 'Alpha, beta' },
  { key: 'b', label: 'b; c' },
  { key: 'c', label: 'Änd' },
]
const users = [newId(), newId(), newId()]
const json = fc.jsonValue({ stringUnit: 'binary', maxDepth: 4 }) as fc.Arbitrary<JsonValue>
const decimal = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 }),
  fc.bigInt({ min: -(10n ** 28n), max: 10n ** 28n }).map((n) => `${n}.125`),
)
const day = fc.date({ noInvalidDate: true, min: new Date('1900-01-01'), max: new Date('9999-01-01') })

const KINDS: [string, ReturnType<typeof aField>, fc.Arbitrary<JsonValue>][] = [
  ['text', field({ type: 'text', maxLength: 10_000 }), text],
  ['url', field({ type: 'url' }), fc.webUrl()],
  ['number', field({ type: 'number' }), decimal],
  ['instant', field({ type: 'datetime' }), day.map((date) => date.toISOString())],
  ['option', field({ type: 'selection', options, multiple: false }), fc.constantFrom('a', 'b', 'c')],
  ['options', field({ type: 'selection', options, multiple: true }), fc.subarray(['a', 'b', 'c'])],
  ['user', field({ type: 'user', multiple: false }), fc.constantFrom(...users)],
  ['users', field({ type: 'user', multiple: true }), fc.subarray(users)],
  ['group', field({ type: 'group', multiple: false }), fc.constantFrom(...users)],
  ['groups', field({ type: 'group', multiple: true }), fc.subarray(users)],
  ['json', field({ type: 'json' }), json],
  ['date', field({ type: 'date' }), day.map((date) => date.toISOString().slice(0, 10))],
  [
    'time',
    field({ type: 'time' }),
    fc.nat(86_399).map((s) => new Date(s * 1000).toISOString().slice(11, 19)),
  ],
  ['duration', field({ type: 'duration' }), fc.nat(315_576_000)],
  ['texts', field({ type: 'list', of: 'text' }), fc.array(text.filter((item) => item.trim() !== ''))],
  ['numbers', field({ type: 'list', of: 'number' }), fc.array(decimal)],
]

describe('the text form', () => {
  test.each(KINDS)('of %s read again is the same value', (kind, of, arbitrary) => {
    expect(of.kind).toBe(kind)
    fc.assert(
      fc.property(arbitrary, (given) => {
        const { value = null } = of.read(given)
        const said = rawOf(of, undefused(defused(cellOf(of, value))))
        expect(of.read(said.raw ?? null)).toEqual({ value })
      }),
      { numRuns: 300 },
    )
  })

  test('options are understood by label, lists by any separator, JSON must be JSON', () => {
    const one = field({ type: 'selection', options, multiple: false })
    const many = field({ type: 'selection', options, multiple: true })
    const list = field({ type: 'list', of: 'text' })
    expect(rawOf(one, ' ALPHA, beta ')).toEqual({ raw: 'a' })
    expect(rawOf(one, 'and')).toEqual({ raw: 'c' })
    expect(rawOf(one, 'ghost')).toEqual({ raw: 'ghost' })
    expect(rawOf(many, 'Alpha, beta')).toEqual({ raw: ['a'] })
    expect(rawOf(many, 'b, änd')).toEqual({ raw: ['b', 'c'] })
    expect(rawOf(list, 'x; y,z\nw')).toEqual({ raw: ['x', 'y', 'z', 'w'] })
    expect(rawOf(field({ type: 'json' }), '{bad').issues?.[0]?.code).toBe('invalid_json')
  })
})

describe('cells that a spreadsheet would calculate', () => {
  test.each([
    ['=HYPERLINK("http://x")', '\'=HYPERLINK("http://x")'],
    ['+49 30', "'+49 30"],
    ['-1+cmd|A1', "'-1+cmd|A1"],
    ['@sum', "'@sum"],
    ['\t=1', "'\t=1"],
    ['＝1', "'＝1"],
    ["'=1", "''=1"],
    ['-12.5', '-12.5'],
    ['plain', 'plain'],
    ["'plain", "'plain"],
  ])('%j becomes %j and comes back', (cell, safe) => {
    expect(defused(cell)).toBe(safe)
    expect(undefused(safe)).toBe(cell)
  })

  test('any text comes back', () => {
    const start = fc.constantFrom("'", '=', '+', '-', '@', '\t', '\r', '\n', '1', '＋')
    fc.assert(
      fc.property(fc.array(start, { maxLength: 4 }), text, (head, tail) => {
        const cell = head.join('') + tail
        expect(undefused(defused(cell))).toBe(cell)
      }),
    )
  })
})

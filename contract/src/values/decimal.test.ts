import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalDecimal, compareDecimals, decimalToJson } from './decimal.ts'

describe('a decimal', () => {
  test.each([
    [0, '0'],
    [-0, '0'],
    ['-0.000', '0'],
    ['+007.500', '7.5'],
    ['.5', '0.5'],
    ['5.', '5'],
    [1e21, '1000000000000000000000'],
    [1.5e-7, '0.00000015'],
    ['12E-1', '1.2'],
    ['12345678901234567890.50', '12345678901234567890.5'],
  ])('%s is %s', (input, canonical) => {
    expect(canonicalDecimal(input)).toBe(canonical)
  })

  test.each([
    '',
    '.',
    '-',
    '1e',
    'e1',
    '1_000',
    '0x10',
    ' 1',
    '1,5',
    'NaN',
    '1e9999',
    'Infinity',
    '1'.repeat(300),
  ])('%s is none', (input) => {
    expect(canonicalDecimal(input)).toBeNull()
  })

  test('numbers that are none are none', () => {
    for (const input of [Number.NaN, Number.POSITIVE_INFINITY]) expect(canonicalDecimal(input)).toBeNull()
  })

  const scaled = fc.tuple(fc.bigInt({ min: -(10n ** 25n), max: 10n ** 25n }), fc.integer({ min: 0, max: 12 }))
  const write = ([units, scale]: [bigint, number]) => `${units}e-${scale}`
  const exact = ([units, scale]: [bigint, number]) => units * 10n ** BigInt(12 - scale)

  test('compares as the exact numbers do', () => {
    fc.assert(
      fc.property(scaled, scaled, (a, b) => {
        const [x, y] = [canonicalDecimal(write(a)) ?? '', canonicalDecimal(write(b)) ?? '']
        const difference = exact(a) - exact(b)
        expect(Math.sign(compareDecimals(x, y))).toBe(difference === 0n ? 0 : difference < 0n ? -1 : 1)
      }),
    )
  })

  test('is its own canonical form, and JSON loses no digit of it', () => {
    fc.assert(
      fc.property(scaled, (value) => {
        const canonical = canonicalDecimal(write(value)) ?? ''
        expect(canonicalDecimal(canonical)).toBe(canonical)
        const json = JSON.parse(JSON.stringify(decimalToJson(canonical)))
        expect(canonicalDecimal(json)).toBe(canonical)
      }),
    )
  })

  test('agrees with every finite number of JavaScript', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, min: -1e90, max: 1e90 }), (value) => {
        const canonical = canonicalDecimal(value)
        if (canonical !== null) expect(Number(canonical)).toBe(value === 0 ? 0 : value)
      }),
    )
  })
})

import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { valueParsers } from './value-parsers.ts'

/** An instant, and lists of texts and ids. */
const INSTANT = 1184
const TEXTS = 1009
const IDS = 2951

const ours = (oid: number, text: string): unknown => valueParsers.getTypeParser(oid, 'text')(text)
const drivers = (oid: number, text: string): unknown => pg.types.getTypeParser(oid, 'text')(text)

describe('values of rows', () => {
  it.each([
    '2026-11-22 12:44:27+00',
    '2026-11-22 12:44:27.1+00',
    '2026-11-22 12:44:27.123+00',
    '2026-11-22 12:44:27.123456+00',
    '0099-02-28 00:00:00+00',
    '2026-11-22 12:44:27.5+05:30',
    '2026-11-22 12:44:27-03',
    '12026-11-22 12:44:27+00',
    '0044-03-15 12:00:00+00 BC',
    'infinity',
    '-infinity',
  ])('the instant %s is what the driver reads', (text) => {
    expect(ours(INSTANT, text)).toEqual(drivers(INSTANT, text))
  })

  it.each([
    '{}',
    '{a}',
    '{a,b,c d}',
    '{"a,b",c}',
    '{"say \\"hi\\"","back\\\\slash"}',
    '{NULL,a}',
    '{"NULL",""}',
    '{{a,b},{c,d}}',
    '[0:1]={a,b}',
  ])('the list %s is what the driver reads', (text) => {
    expect(ours(TEXTS, text)).toEqual(drivers(TEXTS, text))
  })

  it('a list of ids is read as one of texts', () => {
    expect(ours(IDS, '{00000000-0000-7000-8000-a00000000001,00000000-0000-7000-8000-a00000000002}')).toEqual([
      '00000000-0000-7000-8000-a00000000001',
      '00000000-0000-7000-8000-a00000000002',
    ])
  })

  it('every other type is left to the driver', () => {
    expect(ours(20, '5')).toBe('5')
    expect(ours(3802, '{"a":1}')).toEqual({ a: 1 })
    expect(valueParsers.getTypeParser(17, 'binary')).toBe(pg.types.getTypeParser(17, 'binary'))
  })
})

import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { Bytes, JsonColumn, parsedRows, objectColumn } from './rows.ts'

const Row = z.object({ id: z.string(), at: z.date().nullable(), rev: z.number() })

describe('rows of a statement', () => {
  test('are what the schema says, without columns that it doesn’t name', () => {
    const at = new Date('2026-01-01T00:00:00Z')
    expect(parsedRows(Row, [{ id: 'a', at, rev: 1, more: true }])).toEqual([{ id: 'a', at, rev: 1 }])
    expect(parsedRows(Row, [])).toEqual([])
  })

  test('that are something else name their columns, and no value', () => {
    const read = () => parsedRows(Row, [{ id: 'secret', at: null, rev: '12' }])
    expect(read).toThrow("A row isn't what its schema says: rev (invalid_type)")
    expect(() => parsedRows(Row, [{ id: 'secret', rev: 'secret' }])).toThrow(/^(?!.*secret).*at .*rev/)
  })
  test('hold bytes, JSON, and objects of ours', () => {
    const Whole = z.object({
      bytes: Bytes,
      json: JsonColumn.nullable(),
      own: objectColumn<{ name: string }>(),
    })
    const whole = { bytes: Buffer.from('a'), json: [1, null], own: { name: 'a' } }
    expect(parsedRows(Whole, [whole, { ...whole, json: null }])).toEqual([whole, { ...whole, json: null }])
    const read = () => parsedRows(Whole, [{ bytes: 'a', own: ['a'] }])
    expect(read).toThrow(
      "A row isn't what its schema says: bytes (invalid_type), json (custom), own (custom)",
    )
  })
})

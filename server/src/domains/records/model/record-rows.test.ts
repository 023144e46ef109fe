import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { parsedRows } from '../../../platform/database/rows.ts'
import { foundRow, RecordRow } from './record-rows.ts'

const by = { kind: 'user', id: 'a', name: 'Alice' }
const at = new Date('2026-01-01T00:00:00Z')
const row = {
  id: 'r',
  seq: '12',
  version: 1,
  created_at: at,
  created_by: by,
  updated_at: at,
  updated_by: by,
  acl: null,
  lock: null,
  f0: 'text',
  s0: null,
}

describe('rows of records', () => {
  test('keep the columns of the app as the driver gave them', () => {
    expect(parsedRows(RecordRow, [row])).toEqual([row])
  })

  test('whose system columns are something else name these, and no value', () => {
    const read = () => parsedRows(RecordRow, [{ ...row, seq: 12, created_by: { ...by, kind: 'secret' } }])
    expect(read).toThrow("A row isn't what its schema says: seq (custom), created_by.kind (custom)")
  })

  test('may be missing beside the other columns of a statement', () => {
    const Row = foundRow(z.object({ revision: z.number() }))
    const missing = { id: null, seq: null, revision: 3 }
    expect(parsedRows(Row, [{ ...row, revision: 3 }, missing])).toEqual([{ ...row, revision: 3 }, missing])
    expect(() => parsedRows(Row, [{ ...missing, revision: '3' }])).toThrow('revision (custom)')
    expect(() => parsedRows(Row, [{ ...missing, id: 'r', revision: 3 }])).toThrow('version (custom)')
  })
})

import { describe, expect, test } from 'vitest'
import { assertedRowFaults } from './asserted-rows.ts'

const asserted = 'await tx.query<Row>(SQL)\nawait system.ask<{ id: string }>(SQL)\n'
const texts = (path: string, text: string, allowed: number) =>
  assertedRowFaults([{ path, text }], allowed).map((fault) => fault.text)

describe('rows whose type is asserted', () => {
  test('are counted per statement, and the count only shrinks', () => {
    expect(texts('server/src/a.store.ts', asserted, 2)).toEqual([])
    expect(texts('server/src/a.store.ts', asserted, 1)[0]).toContain('parse them by tx.rows')
    expect(texts('server/src/a.store.ts', asserted, 3)).toEqual(['down to 2: lower ASSERTED_ROWS'])
  })

  test('are neither those that are parsed, nor those of tests', () => {
    expect(texts('server/src/a.store.ts', 'await tx.rows(Row, SQL)\nawait tx.query(SQL)\n', 0)).toEqual([])
    for (const path of ['server/src/a.test.ts', 'server/src/a.fixture.ts', 'testkit/src/a.ts'])
      expect(texts(path, asserted, 0)).toEqual([])
  })
})

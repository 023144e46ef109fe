import { describe, expect, it } from 'vitest'
import { draftOf, filledCells, inputOf, keyOfName, rowSchema, writtenCells } from './table-form.ts'

describe('the form of a table', () => {
  it('makes a key of a name', () => {
    expect(keyOfName('Own domains')).toBe('own_domains')
    expect(keyOfName('1. Größe (kB)')).toBe('gro_e_kb')
    expect(keyOfName('Über uns')).toBe('uber_uns')
    expect(keyOfName('…')).toBe('')
  })

  it('starts with a text column for keys, and sends what was entered', () => {
    const draft = { ...draftOf(undefined), name: 'Own domains', key: 'own_domains', expireDays: ' 30 ' }
    expect(inputOf(draft)).toEqual({
      name: 'Own domains',
      key: 'own_domains',
      description: null,
      columns: [{ key: 'key', label: 'Key', type: 'text' }],
      caseSensitive: false,
      expireDays: 30,
      listing: null,
    })
    expect(inputOf({ ...draft, expireDays: '' }).expireDays).toBeNull()
  })

  it('empties the cells of fields that were cleared', () => {
    const columns = [
      { key: 'domain', label: 'Domain', type: 'text' },
      { key: 'hosts', label: 'Hosts', type: 'number' },
    ] as const
    expect(filledCells({ domain: 'example.com', hosts: null })).toEqual({ domain: 'example.com' })
    expect(writtenCells(columns, { hosts: 3 })).toEqual({ domain: null, hosts: 3 })
    expect(rowSchema(columns)).toMatchObject({
      properties: { domain: { title: 'Domain', type: 'string' }, hosts: { title: 'Hosts', type: 'number' } },
    })
  })
})

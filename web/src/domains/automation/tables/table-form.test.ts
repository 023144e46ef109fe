import { describe, expect, it } from 'vitest'
import { draftOf, filledCells, inputOf, keyOfName, rowSchema, writtenRow } from './table-form.ts'

const words = { network: 'Network', expires: 'Expires', expiresText: 'Until then' }

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
    const row = { values: { domain: 'example.com', hosts: null }, ownExpiresAt: null }
    expect(filledCells(row)).toEqual({ domain: 'example.com' })
    expect(writtenRow(columns, { hosts: 3 })).toEqual({ values: { domain: null, hosts: 3 }, expiresAt: null })
    expect(rowSchema(columns, { people: [], row: undefined, words })).toMatchObject({
      properties: { domain: { title: 'Domain', type: 'string' }, hosts: { title: 'Hosts', type: 'number' } },
    })
  })

  it('offers options and people, and those that the row has although they are gone', () => {
    const columns = [
      { key: 'kind', label: 'Kind', type: 'choice', options: ['Office'] },
      { key: 'owner', label: 'Owner', type: 'user' },
    ] as const
    const row = { values: { kind: 'VPN', owner: 'u2' }, people: {}, ownExpiresAt: '2026-12-31T00:00:00.000Z' }
    const people = [{ id: 'u1', name: 'Alice Adams' }]
    const plain = columns.map((one) => ({
      ...one,
      ...('options' in one ? { options: [...one.options] } : {}),
    }))
    expect(rowSchema(plain as never, { people, row, words })).toMatchObject({
      properties: {
        kind: { enum: ['Office', 'VPN'] },
        owner: {
          oneOf: [
            { const: 'u1', title: 'Alice Adams' },
            { const: 'u2', title: 'u2' },
          ],
        },
        $expiresAt: { title: 'Expires' },
      },
    })
    expect(filledCells(row)).toEqual({ kind: 'VPN', owner: 'u2', $expiresAt: '2026-12-31T00:00:00.000Z' })
    expect(writtenRow([], filledCells(row)).expiresAt).toBe('2026-12-31T00:00:00.000Z')
  })
})

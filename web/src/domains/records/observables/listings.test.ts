import { ListedRow, ObservableList } from '@caseloom/contract/automation/observable-lists'
import { describe, expect, it } from 'vitest'
import { listingsOf, openLists } from './listings.ts'

const id = (nth: number) => `019a0000-0000-7000-8000-00000000000${nth}`
const aList = (nth: number, purpose: 'block' | 'allow', over: Partial<ObservableList> = {}) =>
  ObservableList.parse({
    id: id(nth),
    name: `List ${nth}`,
    purpose,
    kinds: ['ipv4'],
    can: { edit: true },
    ...over,
  })
const aRow = (listId: number) =>
  ListedRow.parse({
    listId: id(listId),
    rowId: id(9),
    since: '2026-11-24T12:00:00.000Z',
    by: 'Bob',
    expiresAt: null,
  })
const ONE = { kind: 'ipv4', value: '192.0.2.1' } as const
const LISTS = [
  aList(1, 'allow'),
  aList(2, 'block'),
  aList(3, 'block', { can: { edit: false } }),
  aList(4, 'block', { kinds: ['domain'] }),
]

describe('the lists of an observable', () => {
  it('come block lists first, without those that are gone', () => {
    const found = listingsOf(LISTS, [{ ...ONE, rows: [aRow(1), aRow(2), aRow(8)] }])
    expect(found.get('ipv4 192.0.2.1')?.map(({ list }) => list.name)).toEqual(['List 2', 'List 1'])
  })

  it('can be added to where the reader may edit them, they take the type, and it isn’t on them', () => {
    const names = (of: readonly ObservableList[]) => of.map(({ name }) => name)
    const open = openLists(LISTS, [], 'ipv4')
    expect([names(open.block), names(open.allow)]).toEqual([['List 2'], ['List 1']])
    const on = listingsOf(LISTS, [{ ...ONE, rows: [aRow(2)] }]).get('ipv4 192.0.2.1') ?? []
    expect(openLists(LISTS, on, 'ipv4').block).toEqual([])
  })
})

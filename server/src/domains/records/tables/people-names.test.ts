import { describe, expect, it } from 'vitest'
import { peopleCaller, peopleFinder, withIds, withWords } from './people-names.rules.ts'

const ALICE = '01a201d1-2164-713e-bbc8-0e7eed27dc45'
const BOB = '01a201d1-2164-713e-bbc8-0e7eed27dc46'
const TWIN = '01a201d1-2164-713e-bbc8-0e7eed27dc47'
const SOC = '01a201d1-2164-713e-bbc8-0e7eed27dc48'
const PEOPLE = {
  users: [
    { id: ALICE, name: 'Alice Example', email: 'alice@example.com' },
    { id: BOB, name: 'Bob Example', email: 'bob@example.com' },
    { id: TWIN, name: 'Bob Example', email: '' },
  ],
  groups: [{ id: SOC, name: 'SOC' }],
}
const find = peopleFinder(PEOPLE)
const call = peopleCaller(PEOPLE)

describe('people in files', () => {
  it.each([
    ['an id', ALICE, ALICE],
    ['a mail address in any case', ' Alice@Example.com ', ALICE],
    ['a name that only one has', 'alice example', ALICE],
    ['a name that two share', 'Bob Example', 'Bob Example'],
    ['a mail address of one of them', 'bob@example.com', BOB],
    ['an unknown name', 'Carol', 'Carol'],
    ['nothing', null, null],
    ['several', ['alice example', 'bob@example.com'], [ALICE, BOB]],
  ])('are found by %s', (_what, said, found) => {
    expect(withIds(find.user, said)).toEqual(found)
  })

  it('are not mixed up with groups', () => {
    expect(withIds(find.group, 'soc')).toBe(SOC)
    expect(withIds(find.user, 'SOC')).toBe('SOC')
  })

  it('are written so that reading leads back to them', () => {
    expect(withWords(call.user, [ALICE, BOB, TWIN])).toEqual(['alice@example.com', 'bob@example.com', TWIN])
    expect(withWords(call.group, SOC)).toBe('SOC')
    for (const id of [ALICE, BOB, TWIN]) expect(withIds(find.user, withWords(call.user, id))).toBe(id)
  })
})

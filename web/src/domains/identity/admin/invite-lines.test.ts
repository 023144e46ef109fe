import { describe, expect, test } from 'vitest'
import { nameOf, readLines } from './invite-lines.ts'

describe('addresses to invite', () => {
  test('are read one per line, with or without a name', () => {
    expect(readLines('maren.holt@example.com\n\n"Ines Sá" <ines@example.com>;\n').people).toEqual([
      { email: 'maren.holt@example.com', name: 'Maren Holt', line: 'maren.holt@example.com' },
      { email: 'ines@example.com', name: 'Ines Sá', line: '"Ines Sá" <ines@example.com>' },
    ])
  })

  test('can be separated by commas and semicolons too', () => {
    const { people, faults } = readLines(
      'a@example.com, b@example.com;c@example.com\n"Holt, Maren" <m@example.com>, d',
    )
    expect(people.map(({ email, name }) => [email, name])).toEqual([
      ['a@example.com', 'A'],
      ['b@example.com', 'B'],
      ['c@example.com', 'C'],
      ['m@example.com', 'Holt, Maren'],
    ])
    expect(faults).toEqual([{ kind: 'bad', line: 2, text: 'd' }])
  })

  test('are reported by line when invalid', () => {
    const { people, faults } = readLines('a@example.com\nnot an address\nb@example.com')
    expect(people.map((one) => one.email)).toEqual(['a@example.com', 'b@example.com'])
    expect(faults).toEqual([{ kind: 'bad', line: 2, text: 'not an address' }])
  })

  test('are deduplicated, ignoring case', () => {
    expect(readLines('a@example.com\nA@Example.com').faults).toEqual([
      { kind: 'twice', line: 2, text: 'A@Example.com' },
    ])
  })

  test.each([
    ['maren.holt@example.com', 'Maren Holt'],
    ['ines_sa+test@example.com', 'Ines Sa'],
    ['jonas-2@example.com', 'Jonas'],
    ['42@example.com', '42'],
  ])('%s is guessed to be %s', (email, name) => {
    expect(nameOf(email)).toBe(name)
  })
})

import { describe, expect, it } from 'vitest'
import { editDistance } from '@caseloom/contract/values/edit-distance'
import { corrected } from './spelling.rules.ts'
import type { Subject } from './subject.rules.ts'
import { tokensOf } from './tokens.rules.ts'

const SUBJECT = {
  names: [['alert']],
  fields: [
    { names: [['severity']], options: [{ names: [['critical'], ['false', 'positive'], ['closed']] }] },
  ],
} as unknown as Subject // what names are taken of

const read = (text: string) => {
  const tokens = tokensOf(text)
  return corrected(tokens, tokens, [SUBJECT]).corrections.map(({ to }) => to)
}

describe('a misspelled word', () => {
  it.each([
    ['critcal', ['critical']],
    ['serverity', ['severity']],
    ['alrets', ['alert']],
    ['alrts', ['alert']],
    ['alt', []],
    ['unasigned', ['unassigned']],
    ['close', []],
    ['bob', []],
    ['suspicious', []],
    ['costs', []],
  ])('“%s” is read as %j', (word, expected) => {
    expect(read(word)).toEqual(expected)
  })

  it('is compared by letters that are changed, added, omitted, or swapped', () => {
    expect(editDistance('critcal', 'critical')).toBe(1)
    expect(editDistance('alrets', 'alerts')).toBe(1)
    expect(editDistance('abc', 'xyz')).toBe(3)
  })
})

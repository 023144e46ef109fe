import { describe, expect, it } from 'vitest'
import { acronymFrom } from './names.ts'

describe('acronyms', () => {
  it.each([
    ['Case', [], 'CS'],
    ['Alert', [], 'ALR'],
    ['Change request', [], 'CR'],
    ['Change request', ['CR'], 'CHN'],
    ['Über uns alle', [], 'UUA'],
    ['日本', [], 'APA'],
    ['X', [], 'XA'],
  ])('of %s beside %j is %s', (name, taken, acronym) => {
    expect(acronymFrom(name, new Set(taken))).toBe(acronym)
  })
})

import { describe, expect, test } from 'vitest'
import { itemOfDigit, narrowed } from './pick-items.ts'

const items = ['New', 'In progress', 'Reopened', 'Closed'].map((label) => ({ value: label, label }))
const labels = (typed: string) => narrowed(items, typed).map(({ label }) => label)

describe('a menu that is typed in', () => {
  test('shows everything before anything is typed', () => {
    expect(labels('  ')).toEqual(['New', 'In progress', 'Reopened', 'Closed'])
  })

  test('puts what starts with the text before what contains it', () => {
    expect(labels('re')).toEqual(['Reopened', 'In progress'])
    expect(labels('O')).toEqual(['In progress', 'Reopened', 'Closed'])
  })

  test('finds what an item is about, after labels that start with the text', () => {
    const acts = [
      { value: 'notify', label: 'Notify', about: 'sends email' },
      { value: 'send', label: 'Send to the lab' },
    ]
    expect(narrowed(acts, 'send').map(({ value }) => value)).toEqual(['send', 'notify'])
    expect(narrowed(acts, 'email').map(({ value }) => value)).toEqual(['notify'])
  })

  test('shows nothing when nothing matches', () => {
    expect(labels('merged')).toEqual([])
  })

  test('chooses by digit while nothing is typed', () => {
    expect(itemOfDigit(items, '4', '')?.label).toBe('Closed')
    expect(itemOfDigit(items, '5', '')).toBeUndefined()
    expect(itemOfDigit(items, '0', '')).toBeUndefined()
    expect(itemOfDigit(items, '4', 'n')).toBeUndefined()
  })
})

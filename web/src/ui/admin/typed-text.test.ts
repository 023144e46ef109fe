import { expect, it } from 'vitest'
import { afterSending, afterTelling, type Typed } from './typed-text.ts'

const typed: Typed = { text: 'gate', seen: undefined, sent: [] }

it('keeps what is being typed when the address says late what was typed before', () => {
  const twice = afterSending(afterSending(typed, 'ga'), 'gate')
  const further = { ...twice, text: 'gateway' }
  const first = afterTelling(further, 'ga')
  expect(first.text).toBe('gateway')
  expect(afterTelling(first, 'gate').text).toBe('gateway')
  expect(afterTelling(further, 'gate')).toEqual({ text: 'gateway', seen: 'gate', sent: [] })
})

it('follows the address when somebody else changes it', () => {
  const told = afterTelling(afterSending(typed, 'gate'), 'gate')
  expect(afterTelling(told, undefined)).toEqual({ text: '', seen: undefined, sent: [] })
  expect(afterTelling(told, 'lake').text).toBe('lake')
})

it('remembers no words that the address says already', () => {
  const told = afterTelling(afterSending(typed, 'gate'), 'gate')
  expect(afterSending(told, 'gate')).toBe(told)
})

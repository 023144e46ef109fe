import { expect, it } from 'vitest'
import { afterSending, afterTelling, type Typed } from './typed-text.ts'

const typed: Typed = { text: 'gate', seen: undefined, sent: [] }

it('preserves the input when the URL echoes earlier input late', () => {
  const twice = afterSending(afterSending(typed, 'ga'), 'gate')
  const further = { ...twice, text: 'gateway' }
  const first = afterTelling(further, 'ga')
  expect(first.text).toBe('gateway')
  expect(afterTelling(first, 'gate').text).toBe('gateway')
  expect(afterTelling(further, 'gate')).toEqual({ text: 'gateway', seen: 'gate', sent: [] })
})

it('follows external URL changes', () => {
  const after = afterTelling(afterSending(typed, 'gate'), 'gate')
  expect(afterTelling(after, undefined)).toEqual({ text: '', seen: undefined, sent: [] })
  expect(afterTelling(after, 'lake').text).toBe('lake')
})

it("doesn't wait for text that the URL already has", () => {
  const after = afterTelling(afterSending(typed, 'gate'), 'gate')
  expect(afterSending(after, 'gate')).toBe(after)
})

import { expect, it } from 'vitest'
import { isSameNode } from './panel-key.ts'

it('recognizes a renamed or moved node as the same, and any other as different', () => {
  const before = { key: 'ask', path: ['steps', 1] }
  expect(isSameNode(before, { key: 'asked', path: ['steps', 1] })).toBe(true)
  expect(isSameNode(before, { key: 'ask', path: ['steps', 2] })).toBe(true)
  expect(isSameNode(before, { key: 'save', path: ['steps', 2] })).toBe(false)
})

import { describe, expect, it } from 'vitest'
import { isWriting } from './useDraftKeys.ts'

describe('elements with their own undo', () => {
  it.each([
    [{ tagName: 'INPUT', type: 'text' }, true],
    [{ tagName: 'INPUT', type: 'number' }, true],
    [{ tagName: 'TEXTAREA' }, true],
    [{ tagName: 'DIV', isContentEditable: true }, true],
    // Switches, selects, and buttons retain the focus after a click: undo applies to what it did.
    [{ tagName: 'INPUT', type: 'checkbox' }, false],
    [{ tagName: 'INPUT', type: 'text', readOnly: true }, false],
    [{ tagName: 'BUTTON' }, false],
    [null, false],
  ])('%j: %s', (target, expected) => {
    expect(isWriting(target)).toBe(expected)
  })
})

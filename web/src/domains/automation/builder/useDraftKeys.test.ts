import { describe, expect, it } from 'vitest'
import { isWriting } from './useDraftKeys.ts'

describe('where undo takes back letters and not changes of the draft', () => {
  it.each([
    [{ tagName: 'INPUT', type: 'text' }, true],
    [{ tagName: 'INPUT', type: 'number' }, true],
    [{ tagName: 'TEXTAREA' }, true],
    [{ tagName: 'DIV', isContentEditable: true }, true],
    // A switch, a list of choices and a button keep the focus after a press: undo is about what the press did.
    [{ tagName: 'INPUT', type: 'checkbox' }, false],
    [{ tagName: 'INPUT', type: 'text', readOnly: true }, false],
    [{ tagName: 'BUTTON' }, false],
    [null, false],
  ])('%j: %s', (target, expected) => {
    expect(isWriting(target)).toBe(expected)
  })
})

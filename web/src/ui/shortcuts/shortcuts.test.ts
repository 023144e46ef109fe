import { afterEach, describe, expect, test, vi } from 'vitest'
import { belongsElsewhere } from './elsewhere.ts'
import { actionOf } from './shortcut.ts'

const actions = ['S', 'Esc', '?'].map((key) => ({ keys: [key], label: key, run: () => undefined }))
const found = (key: string) => actionOf(actions, key)?.label

class PageElement {
  readonly isElement = true
}

/** A key that no element has the focus for. */
function aKey(key: string, over: Partial<KeyboardEvent> = {}): KeyboardEvent {
  const event = { key, defaultPrevented: false, ctrlKey: false, metaKey: false, altKey: false, target: null }
  // The rest of an event isn't read.
  return { ...event, isComposing: false, ...over } as unknown as KeyboardEvent
}

afterEach(() => vi.unstubAllGlobals())

describe('keys of a page', () => {
  test('are found in either case and by their names', () => {
    expect(found('s')).toBe('S')
    expect(found('S')).toBe('S')
    expect(found('Escape')).toBe('Esc')
    expect(found('?')).toBe('?')
    expect(found('x')).toBeUndefined()
  })

  test('belong to the browser with Ctrl, ⌘, or Alt, and to an input method while it composes', () => {
    vi.stubGlobal('Element', PageElement)
    expect(belongsElsewhere(aKey('s'))).toBe(false)
    for (const over of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { isComposing: true }])
      expect(belongsElsewhere(aKey('s', over))).toBe(true)
  })

  test('do nothing as single characters once they are turned off; named keys still do', () => {
    vi.stubGlobal('Element', PageElement)
    vi.stubGlobal('localStorage', { getItem: () => 'off' })
    expect(belongsElsewhere(aKey('s'))).toBe(true)
    expect(belongsElsewhere(aKey('?'))).toBe(true)
    expect(belongsElsewhere(aKey('ArrowDown'))).toBe(false)
  })
})

import { describe, expect, it } from 'vitest'
import { shellKeyOf } from './useShellKeys.ts'

const press = (key: string, over: Partial<Parameters<typeof shellKeyOf>[0]> = {}) =>
  shellKeyOf({ key, metaKey: false, ctrlKey: true, shiftKey: false, altKey: false, ...over })

describe('shortcuts of every page', () => {
  it('open the help by mod+shift+h, whichever mod key the system has [S2.43]', () => {
    expect(press('H', { shiftKey: true })).toBe('help')
    expect(press('h', { shiftKey: true, ctrlKey: false, metaKey: true })).toBe('help')
  })
  it('open the palette by mod+k', () => {
    expect(press('k')).toBe('palette')
  })
  it('ignore other keys', () => {
    expect([
      press('h'),
      press('k', { shiftKey: true }),
      press('h', { shiftKey: true, altKey: true }),
      press('h', { shiftKey: true, ctrlKey: false }),
    ]).toEqual([null, null, null, null])
  })
})

import { expect, it } from 'vitest'
import { pseudo } from './pseudo.ts'

it('makes a text longer and accented, and leaves what is filled in alone', () => {
  expect(pseudo('Save')).toBe('⟦Šávé~~⟧')
  expect(pseudo('{{count}} records')).toBe('⟦{{count}} réçördš~~~~⟧')
  expect(pseudo('Press <key>S</key>')).toBe('⟦Préšš <key>Š</key>~~~⟧')
  expect(pseudo('$t(ui:close) it')).toBe('⟦$t(ui:close) ít~~⟧')
  expect(pseudo('')).toBe('')
})

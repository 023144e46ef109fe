import { expect, it } from 'vitest'
import { bidiIsolate, straight } from './bidi-isolate.ts'

it('keeps right-to-left names from reordering the text around them', () => {
  expect(bidiIsolate('تقرير')).toBe('\u2068تقرير\u2069')
  expect(bidiIsolate('שלום (1)')).toBe('\u2068שלום (1)\u2069')
})

it('removes characters that would reorder neighbors or end the isolation', () => {
  expect(bidiIsolate('invoice\u202egpj.exe')).toBe('\u2068invoicegpj.exe\u2069')
  expect(bidiIsolate('a\u2069\u202eb')).toBe('\u2068ab\u2069')
})

it('preserves nested isolation', () => {
  const inner = bidiIsolate('תיק')
  expect(bidiIsolate(`${inner} in Alerts`)).toBe(`\u2068${inner} in Alerts\u2069`)
})

it.each(['Plain', 'Müller', '警报 🚨', '👩‍👩‍👧', 'e\u0301'])("doesn't change %j", (name) => {
  expect(bidiIsolate(name)).toBe(name)
})

it("removes overrides and doesn't change right-to-left scripts", () => {
  expect(straight('invoice\u202egpj.exe')).toBe('invoicegpj.exe')
  expect(straight('תיק 7')).toBe('תיק 7')
  expect(straight('plain')).toBe('plain')
})

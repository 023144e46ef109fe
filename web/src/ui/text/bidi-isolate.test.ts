import { expect, it } from 'vitest'
import { bidiIsolate, straight } from './bidi-isolate.ts'

it('lets names that run from the right turn nothing around them', () => {
  expect(bidiIsolate('تقرير')).toBe('\u2068تقرير\u2069')
  expect(bidiIsolate('שלום (1)')).toBe('\u2068שלום (1)\u2069')
})

it('takes out what would turn its neighbours, or end the isolation', () => {
  expect(bidiIsolate('invoice\u202egpj.exe')).toBe('\u2068invoicegpj.exe\u2069')
  expect(bidiIsolate('a\u2069\u202eb')).toBe('\u2068ab\u2069')
})

it('keeps the isolation of a name within a name', () => {
  const inner = bidiIsolate('תיק')
  expect(bidiIsolate(`${inner} in Alerts`)).toBe(`\u2068${inner} in Alerts\u2069`)
})

it.each(['Plain', 'Müller', '警报 🚨', '👩‍👩‍👧', 'e\u0301'])('leaves %j as it is', (name) => {
  expect(bidiIsolate(name)).toBe(name)
})

it('reads straight on, and leaves scripts from the right as they are', () => {
  expect(straight('invoice\u202egpj.exe')).toBe('invoicegpj.exe')
  expect(straight('תיק 7')).toBe('תיק 7')
  expect(straight('plain')).toBe('plain')
})

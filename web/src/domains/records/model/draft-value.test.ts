import { FieldInput, type Field } from '@caseloom/contract/field-types/fields'
import { FieldId } from '@caseloom/contract/kernel/ids'
import { describe, expect, it } from 'vitest'
import { draftOf, momentaryDefault, readDraft } from './draft-value.ts'

function aField(input: object): Field {
  const id = FieldId.parse('0190a000-0000-7000-8000-000000000001')
  return { ...FieldInput.parse({ key: 'f', label: 'F', ...input }), id }
}

const ZONE = 'Asia/Kathmandu'
const number = aField({ type: 'number' })
const json = aField({ type: 'json' })
const time = aField({ type: 'datetime' })
const span = aField({ type: 'duration' })
const words = aField({ type: 'list' })
const figures = aField({ type: 'list', of: 'number' })
const tags = aField({ type: 'selection', multiple: true, options: [{ key: 'a', label: 'A' }] })

describe("a field's draft", () => {
  it.each([
    [number, '12.50', { ok: true, value: 12.5 }],
    [number, '12345678901234567890', { ok: true, value: '12345678901234567890' }],
    [number, '1,5', { ok: false, key: 'page.invalidNumber' }],
    [number, ' ', { ok: true, value: null }],
    [json, '{"a":[1]}', { ok: true, value: { a: [1] } }],
    [time, 'soon', { ok: false, key: 'page.invalidDate' }],
    [time, '2026-11-21T08:47:15', { ok: true, value: '2026-11-21T03:02:15.000Z' }],
    [tags, [], { ok: true, value: null }],
    [tags, ['a'], { ok: true, value: ['a'] }],
    [span, '7h 02m', { ok: true, value: 25_320 }],
    [span, 'soon', { ok: false, key: 'page.invalidDuration' }],
    [words, ['1', 'b'], { ok: true, value: ['1', 'b'] }],
    [figures, ['1.5', '12345678901234567890'], { ok: true, value: [1.5, '12345678901234567890'] }],
    [figures, ['1', 'many'], { ok: false, key: 'page.invalidItem', reason: 'many' }],
    [figures, [], { ok: true, value: null }],
  ] as const)('%#: is read as the value to save', (field, draft, expected) => {
    expect(readDraft(field, typeof draft === 'string' ? draft : [...draft], ZONE)).toEqual(expected)
  })

  it('says why JSON is none', () => {
    expect(readDraft(json, '{"a":', ZONE)).toMatchObject({ ok: false, key: 'page.invalidJson' })
  })

  it('round-trips through the editor', () => {
    const instant = '2026-11-21T03:02:15.000Z'
    expect(draftOf(time, instant, ZONE)).toBe('2026-11-21T08:47:15')
    expect(readDraft(time, draftOf(time, instant, ZONE), ZONE)).toEqual({ ok: true, value: instant })
    expect(readDraft(json, draftOf(json, { a: null }, ZONE), ZONE)).toEqual({ ok: true, value: { a: null } })
    expect(draftOf(number, null, ZONE)).toBe('')
    expect(draftOf(span, 25_320, ZONE)).toBe('7h 02m')
    expect(readDraft(figures, draftOf(figures, [1, 2.5], ZONE), ZONE)).toEqual({ ok: true, value: [1, 2.5] })
  })
})

const made = aField({ type: 'datetime', default: 'now' })
const day = aField({ type: 'date', default: 'today' })
const user = aField({ type: 'user', default: 'me' })
const users = aField({ type: 'user', multiple: true, default: 'me' })
const text = aField({ type: 'text', default: 'now' })

it.each([
  [made, 'now'],
  [day, 'today'],
  [user, 'me'],
  [aField({ type: 'date', default: '2026-11-21' }), null],
  [aField({ type: 'date' }), null],
  [text, null],
  [number, null],
] as const)('%#: a default of the moment is %j', (field, expected) => {
  expect(momentaryDefault(field)).toBe(expected)
})

it.each([
  // Filled in when the record is created.
  [made, 'now', ''],
  [day, 'today', ''],
  [user, 'me', ''],
  [users, 'me', []],
  [text, 'now', 'now'],
  [text, undefined, ''],
  [text, null, ''],
  [number, 0, '0'],
  [tags, ['a', 'b'], ['a', 'b']],
  [figures, [1, 2], ['1', '2']],
  [tags, null, []],
  [tags, undefined, []],
  [user, null, ''],
] as const)('%#: %j %j is edited as %j', (field, value, draft) => {
  expect(draftOf(field, Array.isArray(value) ? [...value] : (value as string), ZONE)).toEqual(draft)
})

it('text is saved as typed, spaces and all', () => {
  expect(readDraft(text, ' a ', ZONE)).toEqual({ ok: true, value: ' a ' })
  expect(readDraft(text, '  ', ZONE)).toEqual({ ok: true, value: null })
})

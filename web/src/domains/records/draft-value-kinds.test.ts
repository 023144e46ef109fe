import { FieldInput, type Field } from '@caseloom/contract/fields'
import { FieldId } from '@caseloom/contract/ids'
import type { JsonValue } from '@caseloom/contract/json'
import { describe, expect, it } from 'vitest'
import type { Draft } from '../../field-types/field-type.ts'
import { draftOf, momentaryDefault, readDraft } from './draft-value.ts'

const ID = FieldId.parse('0190a000-0000-7000-8000-000000000001')
const OTHER = '0190a000-0000-7000-8000-000000000002'
const aField = (input: object): Field => ({ ...FieldInput.parse({ key: 'f', label: 'F', ...input }), id: ID })
/** A field of a kind whose definition the editors hardly look at. */
const plain = (definition: object): Field =>
  ({ id: ID, key: 'f', label: 'F', required: false, readOnly: false, ...definition }) as unknown as Field
const options = [{ key: 'a', label: 'A' }]
const text = aField({ type: 'text' })
const by = { kind: 'user', id: null, name: 'Bob Example' }
const A_FILE = {
  id: OTHER,
  name: 'a.txt',
  size: 1,
  mediaType: 'text/plain',
  sha256: 'a',
  at: '2026-11-21T03:02:15.000Z',
  by,
}
const files = plain({ type: 'attachment', multiple: true })

describe('a default of the moment', () => {
  it.each([
    [aField({ type: 'datetime', default: 'now' }), 'now'],
    [aField({ type: 'datetime' }), null],
    [aField({ type: 'date', default: 'today' }), 'today'],
    [aField({ type: 'date' }), null],
    [aField({ type: 'user', default: 'me' }), 'me'],
    [aField({ type: 'user' }), null],
    [plain({ type: 'text', default: 'me' }), null],
    [plain({ type: 'text', default: 'now' }), null],
    [plain({ type: 'text', default: 'today' }), null],
  ])('%# is known by its kind', (field, expected) => {
    expect(momentaryDefault(field)).toBe(expected)
    if (expected !== null) expect(draftOf(field, expected)).toBe('')
  })

  it('of several users is an empty list', () => {
    expect(draftOf(plain({ type: 'user', multiple: true, default: 'me' }), 'me')).toEqual([])
  })
})

describe('a value in its editor', () => {
  it.each<[Field, JsonValue | undefined, Draft]>([
    [text, null, ''],
    [text, undefined, ''],
    [text, 'abc', 'abc'],
    [aField({ type: 'number' }), 1.5, '1.5'],
    [aField({ type: 'json' }), { a: 1 }, '{\n  "a": 1\n}'],
    [plain({ type: 'observables' }), [{ a: 1 }], '[\n  {\n    "a": 1\n  }\n]'],
    [plain({ type: 'tasks' }), ['x'], '[\n  "x"\n]'],
    [plain({ type: 'clock' }), {}, '{}'],
    [aField({ type: 'datetime' }), 'soon', ''],
    [aField({ type: 'duration' }), 25_320, '7h 2m'],
    [aField({ type: 'duration' }), 'soon', 'soon'],
    [aField({ type: 'list' }), ['a', 1], ['a', '1']],
    [aField({ type: 'list' }), null, []],
    [aField({ type: 'selection', options }), 'a', 'a'],
    [aField({ type: 'selection', multiple: true, options }), ['a'], ['a']],
    [aField({ type: 'selection', multiple: true, options }), null, []],
    [files, [A_FILE], [OTHER]],
    [files, null, []],
    [plain({ type: 'reference', multiple: true, app: 'x' }), null, []],
    [plain({ type: 'reference', multiple: false, app: 'x' }), null, ''],
  ])('%#', (field, value, expected) => {
    const draft = draftOf(field, value)
    if (field.type === 'duration' && value === 25_320)
      expect(readDraft(field, draft)).toEqual({ ok: true, value })
    else expect(draft).toEqual(expected)
  })

  it('of a date-time is the local time to the second, and back', () => {
    const field = aField({ type: 'datetime' })
    const instant = '2026-03-04T05:06:07.000Z'
    const local = new Date(instant)
    const draft = draftOf(field, instant)
    expect(draft).toMatch(/^2026-03-0\dT\d\d:\d\d:07$/)
    expect(Number(String(draft).slice(11, 13))).toBe(local.getHours())
    expect(Number(String(draft).slice(14, 16))).toBe(local.getMinutes())
    expect(Number(String(draft).slice(8, 10))).toBe(local.getDate())
    expect(readDraft(field, draft)).toEqual({ ok: true, value: instant })
  })
})

describe('a draft as a value', () => {
  it.each<[Field, Draft, unknown]>([
    [text, ' ', { ok: true, value: null }],
    [text, 'abc', { ok: true, value: 'abc' }],
    [files, OTHER, { ok: true, value: [OTHER] }],
    [files, [OTHER], { ok: true, value: [OTHER] }],
    [files, [], { ok: true, value: null }],
    [aField({ type: 'list' }), 'a', { ok: true, value: ['a'] }],
    [plain({ type: 'comments' }), 'x', { ok: true, value: null }],
    [
      plain({ type: 'reference', multiple: false, app: 'x' }),
      `${OTHER} CAS-7 A title`,
      { ok: true, value: OTHER },
    ],
    [
      plain({ type: 'reference', multiple: true, app: 'x' }),
      [],
      { ok: true, value: { add: [], remove: [] } },
    ],
    [plain({ type: 'tasks' }), '[1]', { ok: true, value: [1] }],
    [aField({ type: 'number' }), ' +.5e1 ', { ok: true, value: 5 }],
    [aField({ type: 'number' }), '1.', { ok: true, value: 1 }],
    [aField({ type: 'number' }), '.', { ok: false, key: 'page.invalidNumber' }],
    [aField({ type: 'number' }), '123456789012345', { ok: true, value: 123_456_789_012_345 }],
    [aField({ type: 'number' }), '1234567890123456', { ok: true, value: '1234567890123456' }],
    [aField({ type: 'duration' }), '2h', { ok: true, value: 7_200 }],
    [aField({ type: 'selection', options }), 'a', { ok: true, value: 'a' }],
    [aField({ type: 'date' }), '2026-11-21', { ok: true, value: '2026-11-21' }],
  ])('%#', (field, draft, expected) => {
    expect(readDraft(field, draft)).toEqual(expected)
  })
})

import { FieldInput, type Field } from '@caseloom/contract/field-types/fields'
import { FieldId } from '@caseloom/contract/kernel/ids'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { describe, expect, it } from 'vitest'
import { readObservables, readTasks } from './case-items.ts'

type Observables = Field & { type: 'observables' }
function aField(input: object): Observables {
  const id = FieldId.parse('0190a000-0000-7000-8000-000000000001')
  // The parsed input is of the type that was asked for.
  return { ...FieldInput.parse({ key: 'f', label: 'F', type: 'observables', ...input }), id } as Observables
}
const ids = (content: string) => `id of ${content.replaceAll('\n', ' ')}`
const A = '01890000-0000-7000-8000-00000000000a'
const B = '01890000-0000-7000-8000-00000000000b'
const any = aField({})
const observables = (raw: JsonValue, field = any) => readObservables(field, raw, ids)
const tasks = (raw: JsonValue) => readTasks(raw, ids)
const codes = (reading: { issues?: { path: unknown[]; code: string }[] }) =>
  reading.issues?.map(({ path, code }) => [path.join('.'), code])

const ip = { kind: 'ipv4', value: '1.2.3.4', tlp: 'amber', ioc: false, sighted: false }
const id = 'id of observable ipv4 1.2.3.4'

describe('observables', () => {
  it.each<[string, JsonValue, object[] | null]>([
    ['none', [], null],
    ['a text', ['1.2.3[.]4'], [{ id, ...ip }]],
    ['a text with its kind', [{ kind: 'ipv4', value: '1.2.3.4' }], [{ id, ...ip }]],
    [
      'marks',
      [{ value: '1.2.3.4', tlp: 'red', ioc: true, sighted: true, note: ' seen ' }],
      [{ id, ...ip, tlp: 'red', ioc: true, sighted: true, note: 'seen' }],
    ],
    ['an empty note', [{ value: '1.2.3.4', note: ' ' }], [{ id, ...ip }]],
    ['an ID of its own', [{ id: `{${A}}`, value: '1.2.3.4' }], [{ id: A, ...ip }]],
    [
      'a value twice, with the stricter mark',
      [
        { id: A, value: '1.2.3.4', tlp: 'green', note: 'one' },
        { id: B, value: '1.2.3.4', tlp: 'red', ioc: true, note: 'two' },
      ],
      [{ id: A, ...ip, tlp: 'red', ioc: true, note: 'one' }],
    ],
    [
      'a value twice, the first one stricter',
      [
        { value: '1.2.3.4', tlp: 'red', sighted: true },
        { value: '1.2.3.4', tlp: 'green', note: 'two' },
      ],
      [{ id, ...ip, tlp: 'red', sighted: true, note: 'two' }],
    ],
    [
      'an ID twice',
      [
        { id: A, value: '1.2.3.4' },
        { id: A, value: '1.2.3.5' },
      ],
      [
        { id: A, ...ip },
        { id: 'id of observable ipv4 1.2.3.5', ...ip, value: '1.2.3.5' },
      ],
    ],
  ])('are read from %s', (_what, raw, value) => {
    expect(observables(raw)).toEqual({ value })
  })

  it.each<[string, JsonValue, string[][]]>([
    ['no list', 'x', [['', 'invalid_type']]],
    ['too many', Array.from({ length: 1_001 }, () => '1.2.3.4'), [['', 'too_long']]],
    ['a number', [7], [['0', 'invalid_type']]],
    ['a list in a list', ['1.2.3.4', ['x']], [['1', 'invalid_type']]],
    ['no value', [{ kind: 'ipv4' }], [['0.value', 'invalid_type']]],
    ['a value that is none', [{ value: '' }], [['0.value', 'required']]],
    [
      'a value of another kind',
      [{ kind: 'ipv4', value: 'example.com' }],
      [['0.value', 'invalid_observable']],
    ],
    ['an unknown member', [{ value: '1.2.3.4', color: 'red' }], [['0.color', 'unknown_member']]],
    ['an unknown kind', [{ kind: 'car', value: 'x' }], [['0.kind', 'unknown_option']]],
    [
      'a wrong mark',
      [{ value: '1.2.3.4', ioc: 'yes', tlp: 'blue' }],
      [
        ['0.tlp', 'unknown_option'],
        ['0.ioc', 'invalid_type'],
      ],
    ],
    ['a wrong note', [{ value: '1.2.3.4', note: 7 }], [['0.note', 'invalid_type']]],
    ['a long note', [{ value: '1.2.3.4', note: 'x'.repeat(10_001) }], [['0.note', 'too_long']]],
    ['a wrong ID', [{ value: '1.2.3.4', id: 'x' }], [['0.id', 'invalid_guid']]],
    ['an ID that is a number', [{ value: '1.2.3.4', id: 7 }], [['0.id', 'invalid_guid']]],
  ])('are refused with the place: %s', (_what, raw, expected) => {
    const reading = observables(raw)
    expect(reading.value).toBeUndefined()
    expect(codes(reading)).toEqual(expected)
  })

  it('keep to the kinds of their field', () => {
    const field = aField({ kinds: ['domain'] })
    expect(codes(observables(['1.2.3.4'], field))).toEqual([['0.kind', 'not_allowed']])
    expect(observables(['example.com'], field).value).toMatchObject([{ kind: 'domain' }])
    expect(observables([{ value: '1.2.3.4', note: 'x'.repeat(10_000) }]).issues).toBeUndefined()
  })

  it('name at most a hundred faults', () => {
    expect(observables(Array.from({ length: 150 }, () => 7)).issues).toHaveLength(100)
  })
})

const open = {
  id: 'id of task Call 1',
  title: 'Call',
  state: 'todo',
  assignee: null,
  due: null,
  required: false,
  dependsOn: [],
  doneAt: null,
  doneBy: null,
}
const DONE = { doneAt: '2026-11-22T10:00:00Z', doneBy: 'Bob' }

describe('tasks', () => {
  it.each<[string, JsonValue, object[] | null]>([
    ['none', [], null],
    ['a title', [' Call '], [open]],
    ['a title twice', ['Call', 'Call'], [open, { ...open, id: 'id of task Call 2' }]],
    [
      'members',
      [{ id: A, title: 'Call', assignee: B, due: '2026-11-22T10:00:00+01:00', required: true, note: 'now' }],
      [{ ...open, id: A, assignee: B, due: '2026-11-22T09:00:00.000Z', required: true, note: 'now' }],
    ],
    [
      'one that is done',
      [{ title: 'Call', state: 'done', ...DONE }],
      [{ ...open, state: 'done', doneAt: '2026-11-22T10:00:00.000Z', doneBy: 'Bob' }],
    ],
    ['one that is open again', [{ title: 'Call', state: 'todo', ...DONE }], [open]],
    ['one without a date', [{ title: 'Call', due: '' }], [open]],
    [
      'one after another',
      [
        { id: A, title: 'Call' },
        { id: B, title: 'Call', dependsOn: [A, A] },
      ],
      [
        { ...open, id: A },
        { ...open, id: B, dependsOn: [A] },
      ],
    ],
  ])('are read from %s', (_what, raw, value) => {
    expect(tasks(raw)).toEqual({ value })
  })

  it.each<[string, JsonValue, string[][]]>([
    ['no list', { title: 'Call' }, [['', 'invalid_type']]],
    ['a number', [7], [['0', 'invalid_type']]],
    ['no title', [{}], [['0.title', 'required']]],
    ['a blank title', ['  '], [['0.title', 'required']]],
    ['a wrong title, once', [{ title: 7 }], [['0.title', 'invalid_type']]],
    ['a long title', ['x'.repeat(501)], [['0.title', 'too_long']]],
    ['an unknown state', [{ title: 'Call', state: 'later' }], [['0.state', 'unknown_option']]],
    ['an unknown member', [{ title: 'Call', color: 'red' }], [['0.color', 'unknown_member']]],
    ['a wrong date', [{ title: 'Call', due: 'soon' }], [['0.due', 'invalid_instant']]],
    ['a wrong user', [{ title: 'Call', assignee: 'me' }], [['0.assignee', 'invalid_guid']]],
    ['no list of IDs', [{ title: 'Call', dependsOn: A }], [['0.dependsOn', 'invalid_guid']]],
    ['a wrong ID in a list', [{ title: 'Call', dependsOn: ['x', 7] }], [['0.dependsOn', 'invalid_guid']]],
    [
      'an ID twice',
      [
        { id: A, title: 'Call' },
        { id: A, title: 'Call' },
      ],
      [['1.id', 'duplicate']],
    ],
  ])('are refused with the place: %s', (_what, raw, expected) => {
    const reading = tasks(raw)
    expect(reading.value).toBeUndefined()
    expect(codes(reading)).toEqual(expected)
  })

  it('cannot wait for themselves', () => {
    expect(tasks([{ id: A, title: 'Call', dependsOn: [A] }]).issues).not.toHaveLength(0)
    expect(tasks(Array.from({ length: 150 }, () => 7)).issues).toHaveLength(100)
    expect(tasks(['x'.repeat(500)]).issues).toBeUndefined()
  })
})

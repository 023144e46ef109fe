import { FieldInput } from '@caseloom/contract/field-types/fields'
import { FieldId } from '@caseloom/contract/kernel/ids'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { describe, expect, it } from 'vitest'
import { itemsCell, itemsOf, jsonCell, listText, paragraphs, plainText, trimmedCell } from './cells.ts'
import { DECIMAL_COLUMN } from './decimals.ts'
import { cleanJson, jsonKinds, jsonType } from './json.ts'
import { readLinks } from './link-value.ts'
import { canonical, codePoints, isStep, parseSet, wrongType } from './parsing.ts'
import { dependencyIssues } from './task-order.ts'
import { ipSortKey, readFormat } from './text-format.ts'

const id = (at: number) => `0190a000-0000-7000-8000-${String(at).padStart(12, '0')}`

describe('a cell of a table', () => {
  it.each<[JsonValue, string]>([
    ['a', 'a'],
    [5, '5'],
    [['a', 'b'], 'a; b'],
    [[1, true], '1; true'],
    [[], ''],
    [['a;b', 'c'], '["a;b","c"]'],
    [['a,b'], '["a,b"]'],
    [['a\nb'], '["a\\nb"]'],
    [[' a'], '[" a"]'],
    [['[a'], '["[a"]'],
  ])('holds the list %j as %s', (value, cell) => {
    expect(listText(value)).toBe(cell)
    if (Array.isArray(value) && value.every((item) => typeof item === 'string'))
      expect(itemsOf(cell)).toEqual(value)
  })

  it.each<[string, JsonValue[]]>([
    ['a; b,c\nd\r\ne', ['a', 'b', 'c', 'd', 'e']],
    [' ; a ; ', ['a']],
    ['', []],
    [' ["a;b", 1] ', ['a;b', 1]],
    ['[a; b', ['[a', 'b']],
    ['{"a": 1}', ['{"a": 1}']],
  ])('%j says the items %j', (cell, items) => {
    expect(itemsCell(cell)).toEqual({ raw: items })
  })

  it('keeps values as text and as JSON', () => {
    expect([plainText('a'), plainText(true), plainText({ a: 1 })]).toEqual(['a', 'true', '{"a":1}'])
    expect(trimmedCell(' 5 ')).toEqual({ raw: '5' })
    expect(jsonCell('{"a":1}')).toEqual({ raw: { a: 1 } })
    expect(jsonCell('a').issues).toMatchObject([{ path: [], code: 'invalid_json' }])
  })

  it('makes a paragraph of each line, and escapes it', () => {
    expect(paragraphs('a <b>\r\nc\nd')).toBe('<p>a &lt;b&gt;</p><p>c</p><p>d</p>')
  })
})

describe('decimals', () => {
  it.each<[unknown, JsonValue]>([
    ['12.50', 12.5],
    ['-0', 0],
    ['0.000001', 0.000001],
    ['12345678901234567890.10', '12345678901234567890.1'],
    ['1'.repeat(101), '1'.repeat(101)],
    [7, 7],
  ])('come from the column: %j is %j', (raw, value) => {
    expect(Object.is(DECIMAL_COLUMN.fromColumn(raw), value)).toBe(true)
  })

  it.each<[string, number, number, boolean]>([
    ['0.3', 0, 0.1, true],
    ['0.35', 0, 0.1, false],
    ['-7', 0, 3.5, true],
    ['10', 1, 3, true],
    ['11', 1, 3, false],
    ['1.25', 0.5, 0.25, true],
    ['12345678901234567890', 0, 10, true],
  ])('%s is %d and a multiple of %d: %s', (value, from, step, expected) => {
    expect(isStep(value, from, step)).toBe(expected)
  })

  it.each([
    ['', 0],
    ['abc', 3],
    ['👍', 1],
    ['a👍b', 3],
    ['\ud83d', 0],
    ['\udc4d', 1],
    ['\ue000', 1],
  ])('counts the characters of %j as %d', (text, count) => {
    expect(codePoints(text)).toBe(count)
  })
})

describe('a set of values', () => {
  const parse = (raw: JsonValue) =>
    parseSet(raw, { list: 'a list of names', values: 'names' }, (item) =>
      typeof item === 'string' ? { value: item.trim() } : wrongType('a name'),
    )

  it('is sorted, each once', () => {
    expect(parse(['b', 'a ', 'a'])).toEqual({ value: ['a', 'b'] })
    expect(parse([])).toEqual({ value: null })
  })

  it('names every faulty one, up to a hundred', () => {
    const [one, two] = parse([1, 'a', 2]).issues ?? []
    expect([one, two]).toMatchObject([
      { path: [0], code: 'invalid_type', message: 'Expected a name', expected: 'a name' },
      { path: [2] },
    ])
    expect(parse(Array.from({ length: 200 }, () => 1)).issues).toHaveLength(100)
  })

  it('is a list with an end', () => {
    expect(parse('a').issues).toMatchObject([{ message: 'Expected a list of names' }])
    expect(parse(Array.from({ length: 1_000 }, () => 'a'))).toEqual({ value: ['a'] })
    expect(parse(Array.from({ length: 1_001 }, () => 'a')).issues).toMatchObject([
      { code: 'too_long', message: 'At most 1000 names', max: 1_000 },
    ])
  })

  it('a value is canonical, or says why it is none', () => {
    expect(canonical('a', 'no', 'No')).toEqual({ value: 'a' })
    expect(canonical(null, 'no', 'No')).toEqual({ issues: [{ path: [], code: 'no', message: 'No' }] })
  })
})

describe('JSON', () => {
  it.each<[JsonValue, JsonValue | undefined]>([
    ['a\u0000', 'a\ufffd'],
    [-0, 0],
    [Infinity, undefined],
    [true, true],
    [null, null],
    [
      [1, ['b\u0000']],
      [1, ['b\ufffd']],
    ],
    [{ 'k\u0000': [{ a: null }] }, { 'k\ufffd': [{ a: null }] }],
    [{ a: 1, b: NaN }, undefined],
    [[1, NaN], undefined],
  ])('%#: %j is stored as %j', (value, clean) => {
    expect(cleanJson(value)).toEqual(clean)
  })

  it('has no negative zero', () => {
    expect(Object.is(cleanJson(-0), 0)).toBe(true)
  })

  it('is a list, an object, and a cell to tables', () => {
    expect(jsonKinds.json.toCell({ a: 1 })).toBe('{"a":1}')
    expect(jsonKinds.json.fromCell('[1]')).toEqual({ raw: [1] })
    const { convert } = jsonType
    // The rules look at no setting of the field.
    const field = {} as never
    expect(convert?.toText?.([1], field)).toBe('[1]')
    expect([convert?.fromText?.('[1]', field), convert?.fromText?.('x', field)]).toEqual([[1], undefined])
  })
})

describe('links', () => {
  const field = (multiple: boolean) => {
    const input = FieldInput.parse({ key: 'f', label: 'F', type: 'reference', app: id(1), multiple })
    if (input.type !== 'reference') throw new Error('no reference')
    return { ...input, id: FieldId.parse(id(2)) }
  }
  const read = (raw: JsonValue, multiple = true) => readLinks(field(multiple), raw)
  const coded = (raw: JsonValue, multiple = true) =>
    read(raw, multiple).issues?.map(({ path, code }) => [code, ...path].join('.'))
  const many = Array.from({ length: 1_001 }, () => id(3))

  it.each<[JsonValue, boolean, JsonValue]>([
    [id(3), false, { set: [id(3)] }],
    [[id(3)], false, { set: [id(3)] }],
    [[], false, null],
    [[id(3), ' cas-7 ', id(3).toUpperCase()], true, { set: [id(3), 'CAS-7'] }],
    [[{ id: id(3), title: 'As shown' }], true, { set: [id(3)] }],
    [{ add: [id(3)] }, true, { add: [id(3)], remove: [] }],
    [{ remove: ['CAS-7'] }, true, { add: [], remove: ['CAS-7'] }],
    [many.slice(1), true, { set: [id(3)] }],
  ])('%#: are read as changes', (raw, multiple, value) => {
    expect(read(raw, multiple)).toEqual({ value })
  })

  it.each<[JsonValue, boolean, string[]]>([
    ['x', false, ['invalid_record']],
    [['x'], false, ['invalid_record.0']],
    [[id(3), id(4)], false, ['too_long']],
    [{ add: [id(3)] }, false, ['invalid_type']],
    [{ add: [id(3)], more: 1 }, true, ['invalid_type']],
    [{ add: id(3) }, true, ['invalid_type']],
    [{ remove: id(3) }, true, ['invalid_type']],
    [
      { add: ['x', id(3), 7], remove: ['CAS-0'] },
      true,
      ['invalid_record.add.0', 'invalid_record.add.2', 'invalid_record.remove.0'],
    ],
    [{ add: many }, true, ['too_long']],
    [many, true, ['too_long']],
    [[{ title: 'x' }], true, ['invalid_record.0']],
  ])('%#: are refused with their places', (raw, multiple, expected) => {
    expect(coded(raw, multiple)).toEqual(expected)
  })

  it('are refused a hundred times at most', () => {
    const wrong = Array.from({ length: 150 }, () => 'x')
    expect(coded(wrong)).toHaveLength(100)
    expect(coded({ add: wrong, remove: wrong })).toHaveLength(100)
  })
})

describe('a text of a format', () => {
  it.each([
    ['plain', ' a ', ' a '],
    ['rich', '<p>a<script>b</script></p>', '<p>a</p>'],
    ['email', ' Ana[@]Example[.]COM ', 'ana@example.com'],
    ['email', 'MAILTO:ana@example.com', 'ana@example.com'],
    ['ip', '198[.]51[.]100[.]7', '198.51.100.7'],
    ['ip', '2001:DB8::1', '2001:db8::1'],
    ['telephone', '+49 (30) 1234567', '+49301234567'],
    ['hash', 'D41D8CD98F00B204E9800998ECF8427E', 'd41d8cd98f00b204e9800998ecf8427e'],
    ['hash', 'a'.repeat(40), 'a'.repeat(40)],
    ['hash', 'a'.repeat(64), 'a'.repeat(64)],
    ['hash', 'a'.repeat(128), 'a'.repeat(128)],
  ] as const)('%s %j is stored as %j', (format, text, value) => {
    expect(readFormat(format, text)).toEqual({ value })
  })

  it.each([
    ['email', 'ana'],
    ['email', `${'a'.repeat(300)}@example.com`],
    ['ip', '256.1.1.1'],
    ['telephone', 'call me'],
    ['hash', 'a'.repeat(33)],
    ['hash', 'g'.repeat(32)],
  ] as const)('%s %j is none', (format, text) => {
    expect(readFormat(format, text).fault?.code).toBe(`invalid_${format}`)
  })

  it('addresses sort by number, IPv4 first, a network before what is in it', () => {
    const sorted = ['9.0.0.1', '10.0.0.0/8', '10.0.0.0', '10.0.0.1', '::1', '2001:db8::/32', '2001:db8::']
    const keyed = sorted.map((text) => ({ text, key: ipSortKey(text) ?? '' }))
    expect(keyed.toSorted((a, b) => (a.key < b.key ? -1 : 1)).map(({ text }) => text)).toEqual(sorted)
    expect(ipSortKey('x')).toBeNull()
  })
})

describe('tasks that wait for each other', () => {
  const task = (at: number, ...dependsOn: number[]) => ({
    id: id(at),
    title: 'T',
    state: 'todo' as const,
    assignee: null,
    due: null,
    required: false,
    dependsOn: dependsOn.map(id),
    doneAt: null,
    doneBy: null,
  })
  const found = (...tasks: ReturnType<typeof task>[]) =>
    dependencyIssues(tasks).map(({ path, code }) => [code, ...path].join('.'))

  it.each([
    ['none', [], []],
    ['a chain', [task(1), task(2, 1), task(3, 2)], []],
    ['a chain written backwards', [task(1, 2), task(2, 3), task(3)], []],
    ['two ways to one', [task(1), task(2, 1), task(3, 1), task(4, 2, 3)], []],
    ['themselves', [task(1), task(2, 2)], ['circle.1.dependsOn']],
    ['a circle', [task(1), task(2, 3), task(3, 2), task(4, 1)], ['circle.1.dependsOn']],
    ['one that is not there', [task(1), task(2, 1, 9)], ['unknown_task.1.dependsOn']],
    [
      'two that are not there',
      [task(1, 8), task(2, 2), task(3, 9)],
      ['unknown_task.0.dependsOn', 'unknown_task.2.dependsOn'],
    ],
  ])('%s', (_what, tasks, expected) => {
    expect(found(...tasks)).toEqual(expected)
  })
})

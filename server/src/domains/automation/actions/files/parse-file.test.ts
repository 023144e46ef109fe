import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import { ANYTHING } from '@caseloom/contract/records/touches'
import type { StepBench } from '@caseloom/testkit/step-effects'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ZipFile } from 'yazl'
import { newId } from '../../../../platform/uuid.ts'
import { createFileSteps, type FileSteps } from './file-steps.fixture.ts'
import { jsonFault } from './parsing/json-fault.rules.ts'
import { createParser } from './parsing/parse-in-thread.ts'

let bench: StepBench
let fixture: FileSteps
beforeAll(async () => {
  fixture = await createFileSteps()
  ;({ bench } = fixture)
})
afterAll(() => fixture?.house.close())

const parsed = (input: JsonObject) => fixture.done('file.parse', input)
const valueOf = async (input: JsonObject) => (await parsed(input))['value']
async function fault(input: JsonObject) {
  const outcome = await bench.step('file.parse', input)
  if (outcome.ok) throw new Error('It succeeded')
  return outcome.error
}
const fileOf = (bytes: Buffer | string, name: string) =>
  fixture.done('file.write', { name, base64: Buffer.from(bytes).toString('base64') })

async function workbook(sheets: [name: string, rows: string][], more: [string, string][] = []) {
  const zip = new ZipFile()
  const add = (path: string, text: string) => zip.addBuffer(Buffer.from(text), path)
  const list = sheets.map(([name], at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="r${at}"/>`)
  const targets = sheets.map((_sheet, at) => `<Relationship Id="r${at}" Target="worksheets/s${at}.xml"/>`)
  add('xl/workbook.xml', `<workbook><sheets>${list.join('')}</sheets></workbook>`)
  add('xl/_rels/workbook.xml.rels', `<Relationships>${targets.join('')}</Relationships>`)
  for (const [at, [, rows]] of sheets.entries())
    add(`xl/worksheets/s${at}.xml`, `<worksheet><sheetData>${rows}</sheetData></worksheet>`)
  for (const [path, text] of more) add(path, text)
  zip.end()
  return Buffer.concat(await Array.fromAsync(zip.outputStream as unknown as AsyncIterable<Buffer>))
}
const text = (value: string) => `<c t="str"><v>${value}</v></c>`
const ROWS = [
  `<row>${text('name')}${text('ports')}${text('up')}</row>`,
  `<row>${text("'=web")}<c><v>443</v></c><c t="b"><v>1</v></c></row>`,
  `<row r="5">${text('db')}</row>`,
].join('')

describe('a table', () => {
  it.each([
    ['commas', 'name,note\r\nweb,"a, ""b""\nc"\r\n'],
    ['semicolons', 'name;note\nweb;"a, ""b""\nc"'],
    ['tabs and empty rows', '\nname\tnote\n\t\nweb\t"a, ""b""\nc"\n\n'],
    ['pipes', 'name|note\nweb|"a, ""b""\nc"'],
  ])('with %s has an object for each row', async (_what, content) => {
    expect(await parsed({ text: content })).toEqual({
      format: 'csv',
      value: [{ name: 'web', note: 'a, "b"\nc' }],
      columns: ['name', 'note'],
      sheets: [],
    })
  })

  it.each([
    ['utf-8', Buffer.from('\uFEFFcity\nZürich €')],
    ['utf-16le', Buffer.from('\uFEFFcity\nZürich €', 'utf16le')],
    ['utf-16be', Buffer.from('\uFEFFcity\nZürich €', 'utf16le').swap16()],
    ['windows-1252', Buffer.from('city\nZ\u00fcrich \u0080', 'latin1')],
  ])('is read in %s, detected or given', async (encoding, bytes) => {
    const file = await fileOf(bytes, 'a.csv')
    expect(await valueOf({ file })).toEqual([{ city: 'Zürich €' }])
    expect(await valueOf({ file, encoding })).toEqual([{ city: 'Zürich €' }])
  })

  it('has lists without a header, and the delimiter that is given', async () => {
    expect(await parsed({ text: 'a:1\nb:2,5', header: false, delimiter: ':', format: 'csv' })).toMatchObject({
      value: [
        ['a', '1'],
        ['b', '2,5'],
      ],
      columns: [],
    })
    expect(await valueOf({ text: 'a,b\tc', header: false, delimiter: 'tab' })).toEqual([['a,b', 'c']])
  })

  it('names its columns once each, also those that an object has already', async () => {
    expect(await valueOf({ text: 'a,a,,__proto__\n1,2,3,4' })).toEqual([
      Object.fromEntries([
        ['a', '1'],
        ['a (2)', '2'],
        ['Column 3', '3'],
        ['__proto__', '4'],
      ]),
    ])
  })

  it('loses no cell and no row', async () => {
    expect(await fault({ text: 'a,b\n1,2\n"x\ny",2\n1,2,3' })).toMatchObject({
      code: 'file.unreadable',
      message: 'Line 5: the row has 3 cells, but the header has 2',
      detail: { line: 5 },
    })
    expect(await valueOf({ text: 'a,b\n1\n1,2,,' })).toEqual([
      { a: '1', b: '' },
      { a: '1', b: '2' },
    ])
    const long = await fileOf(`a\n${'1\n'.repeat(50_001)}`, 'long.csv')
    expect(await fault({ file: long })).toMatchObject({ code: 'step.too_large', message: /50000 rows/ })
    const wide = `${'a,'.repeat(900)}a\n${`${'1,'.repeat(900)}1\n`.repeat(560)}`
    expect(await fault({ text: wide })).toMatchObject({ code: 'step.too_large', message: /500000 cells/ })
    expect(await fault({ text: 'a,'.repeat(1_001) })).toMatchObject({ message: /1000 columns/ })
  })

  it('says where a quote isn’t closed', async () => {
    expect(await fault({ text: 'a,b\n1,2\n3,"4\n5,6\n' })).toMatchObject({
      code: 'file.unreadable',
      message: 'Line 3: a quote in this row isn’t closed',
    })
  })
})

describe('a workbook', () => {
  it('has numbers, truth values, and texts, of the sheet that is named or numbered', async () => {
    const file = await fileOf(
      await workbook([
        ['Hosts', ROWS],
        ['Owners', `<row>${text('who')}</row><row>${text('Ana')}</row>`],
      ]),
      'book.xlsx',
    )
    const sheets = ['Hosts', 'Owners']
    expect(await parsed({ file })).toEqual({
      format: 'xlsx',
      value: [
        { name: '=web', ports: 443, up: true },
        { name: 'db', ports: null, up: null },
      ],
      columns: ['name', 'ports', 'up'],
      sheets,
    })
    const owners = { format: 'xlsx', value: [{ who: 'Ana' }], columns: ['who'], sheets }
    for (const sheet of ['Owners', 2]) expect(await parsed({ file, sheet })).toEqual(owners)
    for (const sheet of ['Missing', 3])
      expect(await fault({ file, sheet })).toMatchObject({
        code: 'step.bad_input',
        message: `sheet: the workbook has no sheet ${sheet}. Its sheets: Hosts, Owners`,
      })
  })

  it.each<[string, string, () => Promise<Buffer>, RegExp]>([
    ['damaged', 'file.unreadable', async () => (await workbook([['A', ROWS]])).subarray(0, 300), /damaged/],
    ['no workbook', 'file.unreadable', () => workbook([]), /no sheet/],
    [
      'of an old version',
      'file.unreadable',
      async () => Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      /old version/,
    ],
    [
      'a bomb',
      'file.unreadable',
      () => workbook([['A', ' '.repeat(33 * 1024 ** 2)]]),
      /exceeds the limit when unpacked/,
    ],
    [
      'with entities',
      'file.unreadable',
      () => workbook([['A', '']], [['xl/sharedStrings.xml', '<!DOCTYPE a [<!ENTITY b "c">]><sst/>']]),
      /document type/,
    ],
    [
      'with rows far apart',
      'file.unreadable',
      () =>
        workbook([['A', Array.from({ length: 20 }, (_, at) => `<row r="${(at + 1) * 99_999}"/>`).join('')]]),
      /1048576 rows/,
    ],
    [
      'with too many columns',
      'file.unreadable',
      () => workbook([['A', `<row><c r="ZZZ1"><v>1</v></c></row>`]]),
      /1000 columns/,
    ],
  ])('that is %s fails the step', async (_what, code, make, message) => {
    const file = await fileOf(await make(), 'book.xlsx')
    const error = await fault({ file })
    expect(error).toMatchObject({ code, retryable: false })
    expect(error.message).toMatch(message)
  })
})

describe('a document', () => {
  it.each<[string, string, string, JsonValue]>([
    ['json', 'a.json', '{"a": [1, null]}', { a: [1, null] }],
    ['json', '', '[1, 2]', [1, 2]],
    ['jsonl', 'a.ndjson', '{"a": 1}\r\n\r\n"b"\r\n', [{ a: 1 }, 'b']],
    ['jsonl', '', '{"a": 1}\n{"a": 2}', [{ a: 1 }, { a: 2 }]],
    ['yaml', 'a.yml', 'a: [1, yes]\nb:\n  - c', { a: [1, 'yes'], b: ['c'] }],
    [
      'xml',
      '',
      '<?xml version="1.0"?><!-- no --><r a="1"><i>x &amp; y</i><i k="v"><![CDATA[<z>]]></i><e/>\n</r>',
      { r: { '@a': '1', i: ['x & y', { '@k': 'v', '#text': '<z>' }], e: '' } },
    ],
  ])('in %s is the value that it says', async (format, name, content, value) => {
    const source = name === '' ? { text: content } : { file: await fileOf(content, name) }
    expect(await parsed(source)).toEqual({ format, value, columns: [], sheets: [] })
    expect(await valueOf({ text: content, format })).toEqual(value)
  })

  it.each<[string, JsonObject, string, { line: number; column: number } | undefined]>([
    ['JSON with a comma too many', { text: '{\n "a": 1,\n}' }, 'file.unreadable', { line: 3, column: 1 }],
    ['JSON that ends early', { text: '[1,\n2' }, 'file.unreadable', { line: 2, column: 2 }],
    ['a line of JSON Lines', { text: '{}\n{}\n{"a" 1}' }, 'file.unreadable', { line: 3, column: 6 }],
    [
      'YAML with an alias',
      { text: 'a: &x 1\nb: *x', format: 'yaml' },
      'file.unreadable',
      { line: 2, column: 4 },
    ],
    [
      'YAML with a tag',
      { text: 'a: !!js/function x', format: 'yaml' },
      'file.unreadable',
      { line: 1, column: 4 },
    ],
    ['YAML with infinity', { text: 'a: .inf', format: 'yaml' }, 'file.unreadable', undefined],
    ['XML that isn’t closed', { text: '<a>\n<b></a>' }, 'file.unreadable', { line: 2, column: 8 }],
    ['XML with an entity', { text: '<a>&b;</a>' }, 'file.unreadable', { line: 1, column: 7 }],
    [
      'XML with a document type',
      { text: '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>' },
      'file.unsafe',
      { line: 1, column: 55 },
    ],
    ['a document of nothing', { text: ' \n' }, 'file.unreadable', undefined],
    ['JSON nested deeply', { text: `${'['.repeat(5_000)}${']'.repeat(5_000)}` }, 'step.too_large', undefined],
    [
      'YAML nested deeply',
      { text: '['.repeat(5_000), format: 'yaml' },
      'file.unreadable',
      { line: 1, column: 1_001 },
    ],
    ['XML nested deeply', { text: '<a>'.repeat(500) }, 'step.too_large', { line: 1, column: 304 }],
    ['too many values', { text: `[${'1,'.repeat(500_000)}1]` }, 'step.too_large', undefined],
  ])('that is %s fails the step and says where', async (_what, input, code, place) => {
    const error = await fault(input)
    expect(error).toMatchObject({ code, retryable: false })
    expect(error.detail).toEqual(place)
    if (place !== undefined) expect(error.message).toContain(`Line ${place.line}, column ${place.column}: `)
  })

  it.each<[string, JsonObject, RegExp]>([
    ['neither a file nor text', {}, /^file: requires either/],
    ['both', { file: 'a', text: 'a' }, /^file: requires either/],
    ['a delimiter for JSON', { text: '{}', delimiter: ',' }, /^delimiter: isn’t an option of JSON/],
    ['a sheet for CSV', { text: 'a', sheet: 1 }, /^sheet: isn’t an option of CSV/],
    ['an encoding for text', { text: 'a', encoding: 'utf-8' }, /^encoding: is only an option of files/],
    ['a text as a workbook', { text: 'a', format: 'xlsx' }, /^format: a text can’t be a workbook/],
    ['two delimiters', { text: 'a', delimiter: ',;' }, /^delimiter: must be one character/],
  ])('isn’t read with %s', async (_what, input, message) => {
    const error = await fault(input)
    expect(error.code).toBe('step.bad_input')
    expect(error.message).toMatch(message)
  })

  it('isn’t an archive under the name of another format', async () => {
    const file = await fileOf(await workbook([['A', ROWS]]), 'a.csv')
    expect(await fault({ file, format: 'csv' })).toMatchObject({ code: 'file.unreadable' })
    expect(await parsed({ file })).toMatchObject({ format: 'xlsx' })
  })

  it('counts as read from what its file came from, whether it can be read or not', async () => {
    const touched = async (content: string) =>
      (await bench.step('file.parse', { file: await fileOf(content, 'a.json') })).touched
    // The run of the bench is unknown, so anything may be behind the file.
    expect(await touched('{}')).toEqual([{ ...ANYTHING, aside: true }])
    expect(await touched('{')).toEqual([{ ...ANYTHING, aside: true }])
    const missing = newId()
    expect(await fault({ file: missing })).toMatchObject({
      code: 'step.unknown_file',
      message: `There is no file ${missing}`,
    })
  })
})

describe('any content', () => {
  const tenant = () => ({ tenantId: newId(), signal: new AbortController().signal })

  it('of JSON has its first fault where the parser of the language has it', () => {
    const texts = fc.oneof(
      fc
        .json()
        .chain((json) =>
          fc
            .tuple(fc.nat(json.length), fc.constantFrom('', ',', '"', '{', ']', '\\', '1', ':'))
            .map(([at, more]) => json.slice(0, at) + more + json.slice(at)),
        ),
      fc.string(),
    )
    fc.assert(
      fc.property(texts, (json) => {
        let isJson = true
        try {
          JSON.parse(json)
        } catch {
          isJson = false
        }
        expect(jsonFault(json) === null).toBe(isJson)
      }),
      { numRuns: 2_000 },
    )
  })

  it('is read the same in a thread as without one', async () => {
    const parsers = [createParser({ inPlaceBytes: 0 }), createParser()]
    for (const [name, content] of [
      ['a.csv', 'a,b\n1,2'],
      ['a.xml', '<a'],
    ] as const) {
      const [apart, here] = await Promise.all(
        parsers.map((one) => one.parse({ content: Buffer.from(content), name, options: {} }, tenant())),
      )
      expect(apart).toEqual(here)
    }
  })

  it('ends with its thread when it takes too long or too much memory', async () => {
    const json = Buffer.from(JSON.stringify(Array.from({ length: 400_000 }, (_, at) => ({ at }))))
    const task = { content: json, name: 'a.json', options: {} }
    expect(await createParser({ timeMs: 1 }).parse(task, tenant())).toMatchObject({
      ok: false,
      code: 'step.too_large',
    })
    expect(await createParser({ memoryMb: 8 }).parse(task, tenant())).toMatchObject({
      ok: false,
      code: 'step.too_large',
    })
  })

  it('whatever its bytes, is values or a fault of the step', async () => {
    const formats = fc.constantFrom('csv', 'json', 'jsonl', 'xml', 'yaml', 'xlsx', undefined)
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.stringMatching(/^[<>&;!a:\-[\]{}"',\n *]{0,60}$/).map((words) => Buffer.from(words)),
    )
    const parser = createParser()
    await fc.assert(
      fc.asyncProperty(bytes, formats, async (content, format) => {
        const options = format === undefined ? {} : { format }
        const answer = await parser.parse({ content, name: 'a', options }, tenant())
        const codes = ['file.unreadable', 'file.unsafe', 'step.too_large']
        expect(answer.ok || codes.includes(answer.code)).toBe(true)
      }),
      { numRuns: 500 },
    )
  })
})

import type { JsonObject } from '@caseloom/contract/kernel/json'
import type { StepBench } from '@caseloom/testkit/step-effects'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../../platform/uuid.ts'
import { createFileSteps, type FileSteps } from './file-steps.fixture.ts'
import { csvBytes, jsonBytes, xlsxBytes } from './made-bytes.ts'
import { tableOf } from './made-table.rules.ts'
import { parseContent } from './parsing/parse-content.ts'

let bench: StepBench
let fixture: FileSteps
beforeAll(async () => {
  fixture = await createFileSteps()
  ;({ bench } = fixture)
})
afterAll(() => fixture?.house.close())

const made = (input: JsonObject) => fixture.done('file.make', input)
const textOf = async (input: JsonObject) =>
  (await fixture.done('file.read', { file: await made(input) }))['content']
const readAgain = async (input: JsonObject, options: JsonObject = {}) =>
  (await fixture.done('file.parse', { file: await made(input), ...options }))['value']
async function fault(input: JsonObject): Promise<string> {
  const outcome = await bench.step('file.make', input)
  if (outcome.ok) throw new Error('It succeeded')
  return `${outcome.error.code}: ${outcome.error.message}`
}
function cellsOf(rows: JsonObject[]) {
  const table = tableOf({ name: 'a', rows })
  if ('issue' in table) throw new Error(table.issue.message)
  return table
}
async function valueIn(content: Buffer, name: string): Promise<unknown> {
  const answer = await parseContent({ content, name, options: {} })
  if (!answer.ok) throw new Error(answer.message)
  return JSON.parse(answer.json).value
}
const ROWS = [
  { name: 'web', ports: [80, 443], up: true },
  { name: 'a "b"', note: 'x\ny', load: -0.5 },
]

describe('a file that a step makes from rows', () => {
  it('is CSV, with a column for each member', async () => {
    expect(await textOf({ name: 'a.csv', rows: ROWS })).toBe(
      ['name,ports,up,note,load', 'web,"[80,443]",true,,', '"a ""b""",,,"x\ny",-0.5', ''].join('\r\n'),
    )
    const file = await made({ name: 'a.csv', rows: ROWS })
    expect(file).toMatchObject({ name: 'a.csv', mediaType: 'text/csv' })
    // By this mark spreadsheets know UTF-8.
    expect(await fixture.done('file.read', { file, as: 'base64', bytes: 3 })).toMatchObject({
      content: '77u/',
    })
  })

  it('has the columns and the delimiter that are given', async () => {
    const rows = [{ a: 1, b: 2 }, { b: 3 }]
    const name = 'a.csv'
    expect(await textOf({ name, rows, columns: ['b', 'a'], delimiter: ';' })).toBe('b;a\r\n2;1\r\n3;\r\n')
    expect(await textOf({ name: 'a.tsv', rows, header: false })).toBe('1\t2\r\n\t3\r\n')
    const lists = [[1, 'x'], [2]]
    expect(await textOf({ name, rows: lists })).toBe('1,x\r\n2\r\n')
    expect(await textOf({ name, rows: lists, columns: ['n', 'word'] })).toBe('n,word\r\n1,x\r\n2\r\n')
    expect(await textOf({ name, rows: [], columns: ['n'] })).toBe('n\r\n')
  })

  it('is JSON or JSON Lines with a row on each line', async () => {
    expect(await textOf({ name: 'a.json', rows: [{ a: 1 }, 'b'] })).toBe('[\n{"a":1},\n"b"\n]\n')
    expect(await textOf({ name: 'a.json', rows: [] })).toBe('[]\n')
    expect(await textOf({ name: 'a.txt', format: 'jsonl', rows: [{ a: 1 }, null] })).toBe('{"a":1}\nnull\n')
  })

  it('is a workbook in which numbers and truth values are such', async () => {
    const rows = [
      { name: 'web', load: -0.5, up: true, ports: [80] },
      { name: 'db', load: null, up: false, ports: null },
    ]
    expect(await readAgain({ name: 'a.xlsx', rows })).toEqual([
      { name: 'web', load: -0.5, up: true, ports: '[80]' },
      { name: 'db', load: null, up: false, ports: null },
    ])
    const lists = [
      ['a', 1],
      ['b', 2],
    ]
    expect(await readAgain({ name: 'a.xlsx', rows: lists }, { header: false })).toEqual(lists)
  })

  it.each(['csv', 'xlsx'])('has no formula in it: %s', async (format) => {
    const rows = ['=1+1', '+1', '@SUM(A1)', '-2+3', '\t=1', '＝1', "'=1"].map((cell) => ({
      [`=${cell}`]: cell,
    }))
    const file = await made({ name: 'a', format, rows })
    if (format === 'csv') {
      const { content } = await fixture.done('file.read', { file })
      const cells = String(content)
        .replace('\uFEFF', '')
        .split(/\r\n|,/)
      expect(cells.filter((cell) => /^"?[=+\-@\t＝]/.test(cell))).toEqual([])
      expect(cells.filter((cell) => /^"?'/.test(cell))).toHaveLength(14)
    }
    expect(await fixture.done('file.parse', { file })).toMatchObject({
      value: rows.map((row) => expect.objectContaining(row)),
    })
  })

  // Without steps and threads, so that many tables can be tried.
  it('is read again as the rows that it was made from', async () => {
    const word = fc
      .string({ unit: 'binary', maxLength: 12 })
      .filter((text) => !text.includes('\u0000') && !text.includes('\uFEFF'))
    const cell = fc.oneof(word, fc.constantFrom('=1', '-', "''@", 'a"b', ';', '\r', '\n', '_x0041_'))
    const scalar = fc.oneof(cell, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean())
    const table = <T>(of: fc.Arbitrary<T>) =>
      fc.array(fc.record({ id: fc.constant('id'), a: of, b: of }), { minLength: 1, maxLength: 5 })
    await fc.assert(
      fc.asyncProperty(table(cell), table(scalar), async (texts, values) => {
        const csv = await csvBytes(cellsOf(texts), { delimiter: ',', signal: new AbortController().signal })
        expect(await valueIn(csv, 'a.csv')).toEqual(texts)
        // An empty cell of a sheet has no value, and minus zero is zero.
        const plain = JSON.stringify(values)
        expect(JSON.stringify(await valueIn(jsonBytes(values, 'json'), 'a.json'))).toBe(plain)
        const filled = plain.replaceAll(':""', ':null')
        expect(JSON.stringify(await valueIn(await xlsxBytes(cellsOf(values)), 'a.xlsx'))).toBe(filled)
      }),
      { numRuns: 50 },
    )
  })

  it.each<[string, JsonObject, RegExp]>([
    ['a name without a known ending', { name: 'a', rows: [] }, /^step.bad_input: format: is required unless/],
    [
      'a row that is a text',
      { name: 'a.csv', rows: [{ a: 1 }, 'x'] },
      /^step.bad_input: rows.1: must be an object/,
    ],
    ['lists beside objects', { name: 'a.csv', rows: [{ a: 1 }, [1]] }, /^step.bad_input: rows.1: is a list/],
    ['more cells than columns', { name: 'a.csv', rows: [[1, 2]], columns: ['a'] }, /rows.0: has more cells/],
    ['columns for JSON', { name: 'a.json', rows: [], columns: ['a'] }, /^step.bad_input: columns: is only/],
    [
      'a delimiter for XLSX',
      { name: 'a.xlsx', rows: [], delimiter: ';' },
      /^step.bad_input: delimiter: is only/,
    ],
    ['too many rows', { name: 'a.json', rows: Array(50_001).fill(1) }, /^step.bad_input: rows: /],
    ['too many columns', { name: 'a.csv', rows: [Array(1_001).fill(1)] }, /more than 1000 columns/],
    [
      'too many cells',
      { name: 'a.csv', rows: [Array(1_000).fill(1), ...Array.from({ length: 500 }, () => [])] },
      /more than 500000 cells/,
    ],
    ['too much text', { name: 'a.jsonl', rows: Array(9).fill('x'.repeat(1_000_000)) }, /^step.too_large: /],
    [
      'a long cell of XLSX',
      { name: 'a.xlsx', rows: [{ a: 'x'.repeat(32_768) }] },
      /^step.too_large: rows.0: cell 1/,
    ],
  ])('isn’t made with %s', async (_what, input, message) => {
    expect(await fault(input)).toMatch(message)
  })

  it('is one file when the step repeats, and requires the permission to change records', async () => {
    const idempotencyKey = newId()
    const input = { name: 'a.xlsx', rows: ROWS }
    const first = await bench.step('file.make', input, { idempotencyKey })
    expect(first.ok).toBe(true)
    expect(await bench.step('file.make', input, { idempotencyKey })).toEqual(first)
    const viewer = bench.by(fixture.house.person('Viewer', { may: ['record:read'] }))
    expect(await bench.step('file.make', input, { actor: viewer })).toMatchObject({
      error: { code: 'right.missing' },
    })
  })
})

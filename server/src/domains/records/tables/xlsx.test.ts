import type { RecordView } from '@caseloom/contract/records/records'
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { ZipFile } from 'yazl'
import { isFailure } from '../../../platform/errors.ts'
import type { ExportColumn } from './export-columns.rules.ts'
import { bookFiles } from './xlsx-parts.rules.ts'
import { xlsxTable } from './xlsx-table.ts'
import { xlsxChunks } from './xlsx-writer.ts'
import type { OpenUpload } from './table-shape.ts'

const upload = (bytes: Buffer): OpenUpload => ({
  name: 'book.xlsx',
  size: bytes.length,
  open: async () => Readable.from([bytes]),
})

async function zipped(files: [string, string | Buffer][]): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [path, content] of files) zip.addBuffer(Buffer.from(content), path)
  zip.end()
  return Buffer.concat(await Array.fromAsync(zip.outputStream as unknown as AsyncIterable<Buffer>))
}

async function reasonOf(work: Promise<unknown>): Promise<string> {
  const error = await work.catch((thrown: unknown) => thrown)
  if (!isFailure(error, 'import.unreadable')) throw error
  return error.details.detail ?? ''
}

const SHEET = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`

describe('a workbook', () => {
  it('continues in further sheets, which are read as one table', async () => {
    const column: ExportColumn = {
      key: 'title',
      label: 'Title',
      field: null,
      valueOf: (record) => record.trackingId,
      textOf: (record) => record.trackingId,
    }
    const names = Array.from({ length: 25 }, (_, at) => `ALR-${at}`)
    async function* pages() {
      // Only the tracking id is written.
      for (const name of names) yield [{ trackingId: name } as RecordView]
    }
    const sheet = { columns: [column], header: ['title'], pages: pages(), cut: () => undefined }
    const bytes = Buffer.concat(await Array.fromAsync(xlsxChunks(sheet, 10)))
    const table = await xlsxTable(upload(bytes))
    const rows = await Array.fromAsync(table.rows(['title']))
    expect(rows.map(({ cells }) => cells[0])).toEqual(names)
    expect(new Set(rows.map(({ row }) => row)).size).toBe(25)
    await table.close()
  })

  it('of any size is streamed: no page is requested before it is consumed', async () => {
    const column: ExportColumn = {
      key: 'title',
      label: 'Title',
      field: null,
      valueOf: (record) => record.trackingId,
      textOf: (record) => record.trackingId,
    }
    let asked = 0
    async function* pages() {
      for (; asked < 5000; asked += 1)
        // Only the tracking id is written; what does not repeat does not shrink.
        yield Array.from(
          { length: 50 },
          () => ({ trackingId: randomBytes(200).toString('hex') }) as RecordView,
        )
    }
    const sheet = { columns: [column], header: ['title'], pages: pages(), cut: () => undefined }
    const chunks = xlsxChunks(sheet)
    let taken = 0
    while (taken < 100_000) taken += (await chunks.next()).value?.length ?? 0
    for (let turn = 0; turn < 50; turn += 1) await setImmediate()
    expect(asked).toBeGreaterThan(1)
    expect(asked).toBeLessThan(500)
    await chunks.return(undefined)
  })

  it('of Excel itself is read: shared texts, dates by their format, gaps, booleans', async () => {
    const files = bookFiles(1)
    const row1 = '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row>'
    const row3 = '<row r="3"><c r="A3" s="1"><v>45000</v></c><c r="C3" t="b"><v>1</v></c></row>'
    const row4 = '<row r="4"><c r="A4" s="2"><v>45000.5</v></c><c r="C4" t="str"><f>1+1</f><v>2</v></c></row>'
    const strings =
      '<sst><si><t>when</t></si><si><r><t>wh</t></r><r><t>at</t></r><rPh><t>no</t></rPh></si></sst>'
    const bytes = await zipped([
      ...files,
      ['xl/sharedStrings.xml', strings],
      ['xl/worksheets/sheet1.xml', SHEET(row1 + row3 + row4)],
    ])
    const table = await xlsxTable(upload(bytes))
    expect(table.columns).toEqual(['when', 'Column 2', 'what'])
    expect(await Array.fromAsync(table.rows(['when', 'what']))).toEqual([
      { row: 3, cells: ['2023-03-15', 'true'] },
      { row: 4, cells: ['2023-03-15T12:00:00.000Z', '2'] },
    ])
    await table.close()
  })

  it('that unpacks to far more than it is, or declares entities, is refused', async () => {
    const bomb = await zipped([
      ...bookFiles(1),
      ['xl/worksheets/sheet1.xml', Buffer.alloc(64 * 1024 ** 2, 0x20)],
    ])
    expect(await reasonOf(xlsxTable(upload(bomb)))).toContain('exceeds the limit')
    const lol = '<!DOCTYPE l [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>'
    const entities = await zipped([
      ...bookFiles(1),
      ['xl/worksheets/sheet1.xml', `${lol}${SHEET('<row><c t="inlineStr"><is><t>&b;</t></is></c></row>')}`],
    ])
    expect(await reasonOf(xlsxTable(upload(entities)))).toContain('document type')
    const many = await zipped(Array.from({ length: 2001 }, (_, at): [string, string] => [`${at}`, '']))
    expect(await reasonOf(xlsxTable(upload(many)))).toContain('exceeds the limit')
  })
})

import { Readable } from 'node:stream'
import { kindRules } from '../../../field-types/registry.ts'
import { ZipFile } from 'yazl'
import type { ExportColumn, Sheet } from './export-columns.rules.ts'
import { defused } from './formula-guard.rules.ts'
import { bookFiles, DATE, DATE_TIME, escapeXml, HEAD, serialOf, TIME } from './xlsx-parts.rules.ts'

/** What a spreadsheet holds: rows per sheet, characters per cell. */
const MAX_ROWS = 1_048_576
const MAX_CHARACTERS = 32_767

/** A workbook with as many sheets as the rows need, written as the records come. */
export async function* xlsxChunks<Row>(sheet: Sheet<Row>, mostRows = MAX_ROWS): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile()
  // Our own iteration hands every chunk over before it asks for the next.
  const output = zip.outputStream as unknown as Readable
  const writing = writeBook(zip, sheet, mostRows).catch((error: unknown) => {
    output.destroy(error instanceof Error ? error : new Error(String(error)))
  })
  yield* output as AsyncIterable<Uint8Array>
  await writing
}

async function writeBook<Row>(zip: ZipFile, sheet: Sheet<Row>, mostRows: number): Promise<void> {
  const rows = new Rows(sheet)
  let count = 0
  do {
    count += 1
    await writeSheet(zip, `xl/worksheets/sheet${count}.xml`, rows.sheet(mostRows))
  } while (!rows.ended)
  for (const [path, text] of bookFiles(count)) zip.addBuffer(Buffer.from(text), path)
  zip.end()
}

function writeSheet(zip: ZipFile, path: string, chunks: AsyncIterable<string>): Promise<void> {
  const stream = Readable.from(chunks, { objectMode: false, highWaterMark: 256 * 1024 })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  stream.on('end', resolve)
  stream.on('error', reject)
  zip.addReadStream(stream, path)
  return promise
}

/** The header stays in sight. */
const FROZEN =
  '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" state="frozen"/></sheetView></sheetViews>'

/** The rows of all sheets, one after another. */
class Rows<Row> {
  ended = false
  readonly #sheet: Sheet<Row>
  readonly #pages: AsyncIterator<readonly Row[]>
  #left: readonly Row[] = []

  constructor(sheet: Sheet<Row>) {
    this.#sheet = sheet
    this.#pages = sheet.pages[Symbol.asyncIterator]()
  }

  /** One sheet's text, up to so many rows with its header. */
  async *sheet(mostRows: number): AsyncGenerator<string> {
    const { header } = this.#sheet
    yield `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${header.length === 0 ? '' : FROZEN}<sheetData>`
    if (header.length > 0) yield `<row>${header.map((text) => textCell(defused(text), HEAD)).join('')}</row>`
    let room = mostRows - Math.min(1, header.length)
    while (room > 0 && !this.ended) {
      const taken = this.#left.slice(0, room)
      if (taken.length > 0) yield taken.map((record) => this.#row(record)).join('')
      this.#left = this.#left.slice(taken.length)
      room -= taken.length
      if (this.#left.length === 0) await this.#next()
    }
    yield '</sheetData></worksheet>'
  }

  async #next(): Promise<void> {
    const page = await this.#pages.next()
    if (page.done === true) this.ended = true
    else this.#left = page.value
  }

  #row(record: Row): string {
    const cells = this.#sheet.columns.map((column) => {
      const cell = typedCell(column, record)
      if (cell !== null) return cell
      const text = defused(column.textOf(record))
      if (text.length <= MAX_CHARACTERS) return textCell(text)
      this.#sheet.cut(record, column)
      return textCell(`${text.slice(0, MAX_CHARACTERS - 1)}…`)
    })
    return `<row>${cells.join('')}</row>`
  }
}

function textCell(text: string, style?: number): string {
  const s = style === undefined ? '' : ` s="${style}"`
  return text === ''
    ? '<c/>'
    : `<c${s} t="inlineStr"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`
}

/** Numbers and times as such; null for what is a text. */
function typedCell<Row>({ field, key, valueOf }: ExportColumn<Row>, record: Row): string | null {
  const value = valueOf(record)
  const form = field === null ? (key.endsWith('_at') ? 'instant' : null) : kindRules(field.kind).sheetForm
  if (typeof value === 'number') return `<c><v>${value}</v></c>`
  // Truth values of records are words of their field.
  if (typeof value === 'boolean' && field === null) return `<c t="b"><v>${value ? 1 : 0}</v></c>`
  if (typeof value !== 'string') return null
  if (form === 'instant') return serialCell(value, DATE_TIME)
  if (form === 'day') return serialCell(`${value}T00:00:00.000Z`, DATE)
  return form === 'clock time' ? `<c s="${TIME}"><v>${secondsOf(value) / 86_400}</v></c>` : null
}

function serialCell(instant: string, style: number): string | null {
  const serial = serialOf(instant)
  return serial === null ? null : `<c s="${style}"><v>${serial}</v></c>`
}

function secondsOf(time: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number)
  return hours * 3600 + minutes * 60 + seconds
}

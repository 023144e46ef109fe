import type { Readable } from 'node:stream'
import { MAX_CELL_CHARACTERS, MAX_COLUMNS, unreadable } from './table-shape.ts'
import { type ArchiveLimits, type ArchiveSource, openArchive } from './xlsx-archive.ts'
import { plainParser, type Workbook } from './xlsx-book.ts'
import { instantOf, unescapeOffice } from './xlsx-parts.rules.ts'

/** The value of a cell; instants and days are texts as ISO 8601 has them, and what is empty is the empty text. */
export type SheetCell = string | number | boolean

/** The rows of one sheet. Rows that are left out in the file are empty. */
export async function* sheetRows(
  source: ArchiveSource,
  sheet: string,
  book: Workbook,
  limits: Partial<ArchiveLimits> = {},
): AsyncGenerator<SheetCell[]> {
  const archive = await openArchive(source, 'workbook', limits)
  let stream: Readable | undefined
  try {
    stream = await archive.open(sheet)
    const reader = new SheetReader(book)
    const decoder = new TextDecoder()
    for await (const chunk of stream as AsyncIterable<Buffer>)
      yield* reader.take(decoder.decode(chunk, { stream: true }))
    yield* reader.end()
  } finally {
    stream?.destroy()
    archive.close()
  }
}

/** Rows of the largest sheet that a spreadsheet can hold. */
const MAX_SHEET_ROWS = 1_048_576

class SheetReader {
  readonly #book: Workbook
  readonly #parser
  #rows: SheetCell[][] = []
  #row: SheetCell[] = []
  #rowNumber = 0
  #column = 0
  #type = ''
  #style = 0
  #text = ''
  #takes = false

  constructor(book: Workbook) {
    this.#book = book
    this.#parser = plainParser({
      open: ({ name, attributes }) => this.#open(name, attributes),
      text: (text) => this.#read(text),
      close: (name) => this.#close(name),
    })
  }

  take(text: string): SheetCell[][] {
    this.#parser.write(text)
    return this.#flush()
  }

  end(): SheetCell[][] {
    this.#parser.close()
    return this.#flush()
  }

  #flush(): SheetCell[][] {
    const rows = this.#rows
    this.#rows = []
    return rows
  }

  #open(name: string, attributes: Record<string, string>): void {
    if (name === 'row') {
      const number = Number(attributes['r'] ?? this.#rowNumber + 1)
      if (number > this.#rowNumber + 100_000) unreadable('The sheet has gaps of more than 100,000 rows')
      if (!(number <= MAX_SHEET_ROWS)) unreadable(`The sheet has more than ${MAX_SHEET_ROWS} rows`)
      while (this.#rowNumber + 1 < number) {
        this.#rows.push([])
        this.#rowNumber += 1
      }
      this.#rowNumber = number
      this.#row = []
      this.#column = 0
    } else if (name === 'c') {
      if (attributes['r'] !== undefined) this.#column = columnOf(attributes['r'])
      this.#type = attributes['t'] ?? 'n'
      this.#style = Number(attributes['s'] ?? 0)
      this.#text = ''
    } else if (name === 'v' || name === 't') this.#takes = true
    else if (name === 'rPh') this.#takes = false
  }

  #read(text: string): void {
    if (!this.#takes) return
    this.#text += text
    if (this.#text.length > MAX_CELL_CHARACTERS * 8)
      unreadable(`A cell of row ${this.#rowNumber} is larger than 8 million characters`)
  }

  #close(name: string): void {
    if (name === 'v' || name === 't') this.#takes = false
    else if (name === 'c') {
      this.#put(this.#value())
      this.#column += 1
    } else if (name === 'row') this.#rows.push(this.#row)
  }

  #put(cell: SheetCell): void {
    if (cell === '') return
    if (this.#column >= MAX_COLUMNS) unreadable(`The sheet has more than ${MAX_COLUMNS} columns`)
    while (this.#row.length < this.#column) this.#row.push('')
    this.#row[this.#column] = cell
  }

  #value(): SheetCell {
    const text = this.#text
    switch (this.#type) {
      case 's':
        return this.#book.strings[Number(text)] ?? ''
      case 'inlineStr':
      case 'str':
        return unescapeOffice(text)
      case 'b':
        return text === '1'
      case 'n':
        return text === '' ? '' : this.#number(text)
      default:
        return text
    }
  }

  #number(text: string): SheetCell {
    const number = Number(text)
    if (!Number.isFinite(number)) return text
    const kind = this.#book.styles[this.#style] ?? 'number'
    if (kind === 'number') return number
    const serial = number + (this.#book.from1904 && kind !== 'time' ? 1462 : 0)
    if (serial < 0 || serial > 2_958_466) return number
    const iso = instantOf(serial).toISOString()
    if (kind === 'time') return serial < 1 ? iso.slice(11, 19) : number
    return kind === 'date' && iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : iso
  }
}

/** Place of a column by the letters of a cell's name, from zero. */
function columnOf(reference: string): number {
  let column = 0
  for (const letter of reference) {
    const value = letter.charCodeAt(0) - 64
    if (value < 1 || value > 26) break
    column = column * 26 + value
  }
  return Math.max(0, column - 1)
}

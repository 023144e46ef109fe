import { CsvError, parse as parseStream } from 'csv-parse'
import { parse } from 'csv-parse/sync'
import { Readable } from 'node:stream'
import { csvOptions, delimiterIn } from './tables/csv-dialect.ts'
import { undefused } from './tables/formula-guard.rules.ts'
import { columnNames } from './tables/table-shape.ts'
import { type ArchiveLimits, openArchive } from './tables/xlsx-archive.ts'
import { readBook } from './tables/xlsx-book.ts'
import { type SheetCell, sheetRows } from './tables/xlsx-sheet.ts'

const FAULTS: Partial<Record<CsvError['code'], string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quote in this row isn’t closed',
  CSV_MAX_RECORD_SIZE: 'this row is larger than 8 million characters. A closing quote may be missing.',
}

/**
 * Hands over each row of a CSV text with the line where it begins; what `onRow` throws ends the reading.
 * Returns what is wrong with the text and where its row begins, or null.
 */
export function readCsv(
  text: string,
  delimiter: string | undefined,
  onRow: (cells: string[], line: number) => void,
): { line: number; message: string } | null {
  let line = 1
  try {
    parse(text, {
      ...csvOptions(delimiter ?? delimiterIn(text)),
      on_record(cells: string[], { lines }) {
        onRow(cells.map(undefused), line)
        line = lines + 1
        // Rows that are handed over are not collected again.
        return null
      },
    })
    return null
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return { line, message: FAULTS[error.code] ?? 'this row isn’t valid CSV' }
  }
}

/** A row with the line where it begins, or what is wrong there: then nothing follows. */
export type CsvRow = { line: number; cells: string[] } | { line: number; fault: string }

/** The rows of a CSV file in UTF-8, read piece by piece: only one piece is in memory as text. */
export async function* csvRows(bytes: Buffer): AsyncGenerator<CsvRow> {
  const pieces = textPieces(bytes)
  let line = 1
  try {
    const first = pieces.next().value ?? ''
    const parser = parseStream({ ...csvOptions(delimiterIn(first)), info: true })
    const source = Readable.from(
      (function* () {
        yield first
        yield* pieces
      })(),
    )
    source.on('error', (error) => parser.destroy(error))
    // With `info`, each record comes with the lines that were read so far.
    for await (const one of source.pipe(parser) as AsyncIterable<{
      record: string[]
      info: { lines: number }
    }>) {
      yield { line, cells: one.record.map(undefused) }
      line = one.info.lines + 1
    }
  } catch (error) {
    if (error instanceof CsvError) yield { line, fault: FAULTS[error.code] ?? 'this row isn’t valid CSV' }
    else if (error instanceof TypeError) yield { line, fault: 'The file isn’t UTF-8 text' }
    else throw error
  }
}

const PIECE = 65_536

/** @throws TypeError for what is no UTF-8 */
function* textPieces(bytes: Buffer): Generator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  for (let from = 0; from < bytes.length; from += PIECE) {
    const text = decoder.decode(bytes.subarray(from, from + PIECE), { stream: true })
    if (text !== '') yield text
  }
  const rest = decoder.decode()
  if (rest !== '') yield rest
}

/** Names of columns as an import has them: each once, and none empty. @throws import.unreadable for too many */
export function namesOfColumns(header: readonly string[]): string[] {
  return columnNames(header)
}

/** A workbook in memory: the names of its sheets, and the rows of one of them. */
export interface OpenWorkbook {
  sheets: readonly string[]
  /** Rows of a sheet by its place from zero; a row that is left out is empty. */
  rows(at: number): AsyncIterable<SheetCell[]>
}

/** @throws import.unreadable for what is no workbook, or unpacks to more than the limits; so does reading its rows */
export async function readWorkbook(bytes: Buffer, limits: Partial<ArchiveLimits>): Promise<OpenWorkbook> {
  const book = await readBook(() => openArchive(bytes, 'workbook', limits))
  return {
    sheets: book.names,
    async *rows(at) {
      const sheet = book.sheets[at]
      if (sheet === undefined) return
      for await (const cells of sheetRows(bytes, sheet, book, limits))
        yield cells.map((cell) => (typeof cell === 'string' ? undefused(cell) : cell))
    },
  }
}

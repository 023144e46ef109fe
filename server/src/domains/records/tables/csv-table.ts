import { CsvError, parse } from 'csv-parse'
import { Readable } from 'node:stream'
import { csvOptions, delimiterIn } from './csv-dialect.ts'
import { decoded, type Encoding, encodingOf } from './decode.ts'
import { columnNames, type OpenUpload, type Table, type TableRow, unreadable } from './table-shape.ts'
import { undefused } from './formula-guard.rules.ts'

/** A CSV file: its encoding and delimiter are found, its first row names the columns. */
export async function csvTable(upload: OpenUpload): Promise<Table> {
  const encoding = await encodingOf(upload)
  const delimiter = await delimiterOf(upload, encoding)
  const read = () => records(upload, encoding, delimiter)
  let header: string[] | null = null
  for await (const first of read()) {
    header = first
    break
  }
  if (header === null) unreadable('The file has no rows')
  const names = columnNames(header.map(undefused))
  return {
    format: 'csv',
    texts: true,
    columns: names,
    rows: (columns) =>
      pick(
        read(),
        columns.map((column) => names.indexOf(column)),
      ),
    close: async () => undefined,
  }
}

async function* pick(rows: AsyncIterable<string[]>, places: readonly number[]): AsyncGenerator<TableRow> {
  let row = 0
  for await (const cells of rows) {
    row += 1
    if (row === 1 || cells.every((cell) => cell.trim() === '')) continue
    yield { row, cells: places.map((at) => cells[at] ?? '') }
  }
}

async function* records(upload: OpenUpload, encoding: Encoding, delimiter: string): AsyncGenerator<string[]> {
  const parser = parse(csvOptions(delimiter))
  const source = Readable.from(decoded(upload, encoding))
  source.on('error', (error) => parser.destroy(error))
  source.pipe(parser)
  try {
    for await (const record of parser as AsyncIterable<string[]>) yield record
  } catch (error) {
    if (error instanceof CsvError) unreadable(explain(error), error)
    throw error
  } finally {
    source.destroy()
  }
}

function explain(error: CsvError): string {
  const line = typeof error['lines'] === 'number' ? ` near line ${error['lines']}` : ''
  if (error.code === 'CSV_MAX_RECORD_SIZE')
    return `A row${line} is larger than 8 million characters. A closing quote may be missing.`
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') return `A quote${line} isn’t closed`
  return `This isn’t valid CSV${line}`
}

async function delimiterOf(upload: OpenUpload, encoding: Encoding): Promise<string> {
  let text = ''
  for await (const chunk of decoded(upload, encoding)) {
    text += chunk
    if (text.length > 65_536) break
  }
  return delimiterIn(text)
}

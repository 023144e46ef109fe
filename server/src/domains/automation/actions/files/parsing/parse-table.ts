import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { ParseOptions } from '@caseloom/playbook/actions-files'
import { namesOfColumns, readCsv, readWorkbook } from '../../../../records/table-reading.door.ts'
import { badOption, tooLarge, unreadable } from './parse-fault.ts'
import { PARSE_LIMITS } from './parse-messages.ts'

export interface ParsedTable {
  value: JsonValue[]
  columns: string[]
  sheets: string[]
}

export function parseCsv(text: string, { delimiter, header = true }: ParseOptions): ParsedTable {
  const rows = new TableRows({ header, unit: 'Line' })
  const fault = readCsv(text, delimiter === 'tab' ? '\t' : delimiter, (cells, line) => rows.add(cells, line))
  if (fault !== null) throw unreadable(fault.message, { line: fault.line })
  return { ...rows.table(), sheets: [] }
}

export async function parseWorkbook(
  bytes: Buffer,
  { sheet = 1, header = true }: ParseOptions,
): Promise<ParsedTable> {
  const { unpackedBytes, archiveEntries } = PARSE_LIMITS
  const book = await readWorkbook(bytes, { bytes: unpackedBytes, entries: archiveEntries })
  const sheets = [...book.sheets]
  const place = typeof sheet === 'number' ? sheet - 1 : sheets.indexOf(sheet)
  if (sheets[place] === undefined)
    throw badOption('sheet', `the workbook has no sheet ${sheet}. Its sheets: ${sheets.join(', ')}`)
  const rows = new TableRows({ header, unit: 'Row' })
  let row = 0
  for await (const cells of book.rows(place)) {
    row += 1
    rows.add(
      cells.map((cell) => (cell === '' ? null : cell)),
      row,
    )
  }
  return { ...rows.table(), sheets }
}

/** Rows as they come; whatever would be lost is a fault. */
class TableRows {
  readonly #rows: JsonValue[] = []
  readonly #unit: 'Line' | 'Row'
  #columns: string[] | null
  readonly #hasHeader: boolean
  #cells = 0

  constructor({ header, unit }: { header: boolean; unit: 'Line' | 'Row' }) {
    this.#columns = header ? null : []
    this.#unit = unit
    this.#hasHeader = header
  }

  add(cells: JsonValue[], number: number): void {
    if (cells.every(isBlank)) return
    if (this.#columns === null) {
      this.#columns = namesOfColumns(cells.map((cell) => String(cell ?? '')))
      return
    }
    const { rows, values } = PARSE_LIMITS
    if (this.#rows.length === rows) throw tooLarge(`The file has more than ${rows} rows`)
    this.#cells += Math.max(cells.length, this.#columns.length)
    if (this.#cells > values) throw tooLarge(`The file has more than ${values} cells`)
    this.#rows.push(this.#hasHeader ? this.#named(cells, this.#columns, number) : cells)
  }

  table(): { value: JsonValue[]; columns: string[] } {
    return { value: this.#rows, columns: this.#columns ?? [] }
  }

  #named(cells: JsonValue[], columns: readonly string[], number: number): JsonValue {
    if (cells.length > columns.length && !cells.slice(columns.length).every(isBlank)) {
      const words = `has ${cells.length} cells, but the header has ${columns.length}`
      throw this.#unit === 'Line'
        ? unreadable(`the row ${words}`, { line: number })
        : unreadable(`Row ${number} ${words}`)
    }
    const empty = this.#unit === 'Line' ? '' : null
    return Object.fromEntries(columns.map((name, at) => [name, cells[at] ?? empty]))
  }
}

function isBlank(cell: JsonValue): boolean {
  return cell === null || (typeof cell === 'string' && cell.trim() === '')
}

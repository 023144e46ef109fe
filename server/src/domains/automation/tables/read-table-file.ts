import type { TableColumn } from '@caseloom/contract/automation/table-columns'
import { TABLE_LIMITS, type RowValues } from '@caseloom/contract/automation/tables'
import type { Issue } from '@caseloom/contract/kernel/errors'
import { suggestion } from '@caseloom/playbook/issues'
import { createHash } from 'node:crypto'
import { setImmediate as others } from 'node:timers/promises'
import { isFailure } from '../../../platform/errors.ts'
import { type CsvRow, csvRows, readWorkbook } from '../../records/table-reading.door.ts'
import {
  EXPIRY_COLUMN,
  type FindPerson,
  keyColumn,
  matchOf,
  readCell,
  readInstant,
  readKey,
  type Shape,
} from './cells.rules.ts'

/** Of all faults of a file, as many are listed. */
const MAX_ISSUES = 100

/** A row of a file as its columns store it. */
export interface FileRow {
  match: string
  cells: RowValues
  /** Absent for a file without a column for it; null for an empty cell. */
  expiresAt?: string | null
}

/** What is wrong with a file. */
export interface FileFaults {
  /** Of the first hundred faults. */
  issues: Issue[]
  lines: Set<number>
}

export interface FileReading {
  table: Shape
  bytes: Buffer
  findPerson: FindPerson
  faults: FileFaults
}

/** Faultless rows of a file in batches; what is wrong with the others is in `faults` when it ends. */
export async function* rowsOfFile(reading: FileReading, size: number): AsyncGenerator<FileRow[]> {
  const reader = new RowReader(reading)
  let batch: FileRow[] = []
  for await (const one of linesOf(reading.bytes)) {
    if ('fault' in one) {
      reader.fault(one.line, null, 'unreadable', one.fault)
      break
    }
    const row = reader.read(one.cells, one.line)
    if (row === 'full') break
    if (row !== null) batch.push(row)
    if (batch.length < size) continue
    yield batch
    batch = []
    await others()
  }
  reader.end()
  if (batch.length > 0) yield batch
}

const ZIP = 'PK\u0003\u0004'

async function* linesOf(bytes: Buffer): AsyncGenerator<CsvRow> {
  if (bytes.subarray(0, 4).toString('latin1') !== ZIP) {
    yield* csvRows(bytes)
    return
  }
  let line = 0
  try {
    const book = await readWorkbook(bytes, {})
    for await (const cells of book.rows(0)) {
      line += 1
      yield { line, cells: Array.from(cells, (cell) => String(cell ?? '')) }
    }
  } catch (error) {
    if (!isFailure(error, 'import.unreadable')) throw error
    yield { line: line + 1, fault: error.details.detail ?? 'The workbook can’t be read' }
  }
}

type Place = { column: TableColumn } | 'expiry' | null

class RowReader {
  readonly #shape: Shape
  readonly #key: string
  readonly #findPerson: FindPerson
  readonly #faults: FileFaults
  /** Lines by the key, or by the hash of a long one. */
  readonly #lines = new Map<string, number>()
  #places: Place[] | null = null

  constructor({ table, findPerson, faults }: FileReading) {
    this.#shape = table
    this.#key = keyColumn(table)
    this.#findPerson = findPerson
    this.#faults = faults
  }

  /** Null for a row that is empty, the header, or faulty. */
  read(cells: readonly string[], line: number): FileRow | 'full' | null {
    if (cells.every((cell) => cell.trim() === '')) return null
    if (this.#places === null) {
      this.#places = this.#header(cells, line)
      return null
    }
    if (this.#lines.size >= TABLE_LIMITS.importRows) {
      this.fault(line, null, 'limit', `A file can have at most ${TABLE_LIMITS.importRows} rows`)
      return 'full'
    }
    return this.#row(cells, line, this.#places)
  }

  end(): void {
    if (this.#places === null && this.#faults.issues.length === 0)
      this.fault(1, null, 'unreadable', 'The file is empty')
  }

  fault(line: number, column: string | null, code: string, message: string): void {
    this.#faults.lines.add(line)
    if (this.#faults.issues.length < MAX_ISSUES)
      this.#faults.issues.push(fileIssue(line, column, code, message))
  }

  #header(cells: readonly string[], line: number): Place[] {
    const { columns } = this.#shape
    const found = cells.map((cell) => placeNamed(columns, cell))
    const names = found.map(nameOf)
    cells.forEach((cell, at) => {
      const name = names[at] ?? null
      if (name === null && cell.trim() !== '') {
        const near = suggestion(
          cell,
          columns.flatMap(({ key, label }) => [key, label]),
        )
        this.fault(line, cell.slice(0, 63), 'unknown_column', `The table has no column "${cell}"${near}`)
      }
      if (name !== null && names.indexOf(name) < at)
        this.fault(line, name, 'duplicate', `The file has the column "${cell}" twice`)
    })
    if (!names.includes(this.#key))
      this.fault(line, this.#key, 'missing', `The file has no column "${this.#key}", which holds the keys`)
    return found
  }

  #row(cells: readonly string[], line: number, places: readonly Place[]): FileRow | null {
    const row: FileRow = { match: '', cells: {} }
    let isFaulty = false
    const fault = (column: string | null, code: string, message: string) => {
      isFaulty = true
      this.fault(line, column, code, message)
    }
    if (cells.slice(places.length).some((cell) => cell.trim() !== ''))
      fault(null, 'bad_value', `The row has more cells than the ${places.length} columns of the header`)
    places.forEach((place, at) => {
      const message = place === null ? null : this.#cell(row, place, cells[at])
      if (message !== null) fault(nameOf(place), 'bad_value', message)
    })
    const key = row.cells[this.#key]
    if (typeof key !== 'string') return null
    row.match = matchOf(this.#shape, key)
    const name = row.match.length > 64 ? createHash('sha256').update(row.match).digest('base64') : row.match
    const before = this.#lines.get(name)
    if (before !== undefined) fault(this.#key, 'duplicate', `Line ${before} has the same key`)
    this.#lines.set(name, line)
    return isFaulty ? null : row
  }

  /** Reads a cell into the row; what is wrong with it, or null. */
  #cell(row: FileRow, place: NonNullable<Place>, text: string | undefined): string | null {
    if (place === 'expiry') {
      const given = text?.trim() ?? ''
      const read = given === '' ? { value: null } : readInstant(given)
      if ('fault' in read) return read.fault
      row.expiresAt = read.value
      return null
    }
    const { column } = place
    const read =
      column.key === this.#key ? readKey(this.#shape, text) : readCell(column, text ?? null, this.#findPerson)
    if ('fault' in read) return read.fault
    row.cells[column.key] = read.value
    return null
  }
}

/** A fault of a file: its line from one, and the column at fault. */
export function fileIssue(line: number, column: string | null, code: string, message: string): Issue {
  return { path: ['body', line, ...(column === null ? [] : [column])], code, message }
}

function nameOf(place: Place): string | null {
  if (place === null) return null
  return place === 'expiry' ? EXPIRY_COLUMN : place.column.key
}

/** A column by its key, else by its label without regard to case; or that of the rows’ own expiry. */
function placeNamed(columns: readonly TableColumn[], cell: string): Place {
  const name = cell.trim().toLowerCase()
  const column =
    columns.find(({ key }) => key === name) ?? columns.find(({ label }) => label.toLowerCase() === name)
  if (column !== undefined) return { column }
  return name === EXPIRY_COLUMN ? 'expiry' : null
}

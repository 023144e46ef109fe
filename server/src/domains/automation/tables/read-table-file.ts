import { TABLE_LIMITS, type RowValues, type TableColumn } from '@caseloom/contract/automation/tables'
import type { Issue } from '@caseloom/contract/kernel/errors'
import { suggestion } from '@caseloom/playbook/issues'
import { readCsv } from '../../records/table-reading.door.ts'
import { keyColumn, matchOf, readCell, readKey, type Shape } from './cells.rules.ts'

/** Of all faults of a file, as many are shown. */
const MAX_ISSUES = 100

interface TableFile {
  /** Cells by the key that they are compared by, in the order of the file. */
  rows: ReadonlyMap<string, RowValues>
  issues: Issue[]
}

/** Rows of a CSV file whose first line names the columns by key or label. */
export function readTableFile(shape: Shape, bytes: Buffer): TableFile {
  const reading = new Reading(shape)
  const text = decoded(bytes)
  if (text === null) return reading.failed(1, 'The file isn’t UTF-8 text')
  const fault = readCsv(text, undefined, (cells, line) => reading.add(cells, line))
  return fault === null ? reading.end() : reading.failed(fault.line, fault.message)
}

function decoded(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // Bytes that are no text: the caller says so.
    return null
  }
}

class Reading {
  readonly #shape: Shape
  readonly #rows = new Map<string, RowValues>()
  readonly #lines = new Map<string, number>()
  readonly #issues: Issue[] = []
  #columns: (TableColumn | null)[] | null = null

  constructor(shape: Shape) {
    this.#shape = shape
  }

  add(cells: readonly string[], line: number): void {
    if (cells.every((cell) => cell.trim() === '')) return
    if (this.#columns === null) this.#columns = this.#header(cells, line)
    else if (this.#rows.size < TABLE_LIMITS.importRows) this.#row(cells, line, this.#columns)
    else if (!this.#issues.some(({ code }) => code === 'limit'))
      this.#fault(line, null, 'limit', `A file can have at most ${TABLE_LIMITS.importRows} rows`)
  }

  end(): TableFile {
    if (this.#columns === null) return this.failed(1, 'The file is empty')
    return { rows: this.#rows, issues: this.#issues.slice(0, MAX_ISSUES) }
  }

  failed(line: number, message: string): TableFile {
    this.#fault(line, null, 'unreadable', message)
    return { rows: this.#rows, issues: this.#issues.slice(0, MAX_ISSUES) }
  }

  #header(cells: readonly string[], line: number): (TableColumn | null)[] {
    const { columns } = this.#shape
    const found = cells.map((cell) => columnNamed(columns, cell))
    cells.forEach((cell, at) => {
      const column = found[at] ?? null
      if (column === null && cell.trim() !== '') {
        const near = suggestion(
          cell,
          columns.flatMap(({ key, label }) => [key, label]),
        )
        this.#fault(line, cell.slice(0, 63), 'unknown_column', `The table has no column "${cell}"${near}`)
      }
      if (column !== null && found.indexOf(column) < at)
        this.#fault(line, column.key, 'duplicate', `The file has the column "${cell}" twice`)
    })
    const key = keyColumn(this.#shape)
    if (!found.some((column) => column?.key === key))
      this.#fault(line, key, 'missing', `The file has no column "${key}", which holds the keys`)
    return found
  }

  #row(cells: readonly string[], line: number, columns: readonly (TableColumn | null)[]): void {
    const row: RowValues = {}
    if (cells.slice(columns.length).some((cell) => cell.trim() !== ''))
      this.#fault(
        line,
        null,
        'bad_value',
        `The row has more cells than the ${columns.length} columns of the header`,
      )
    columns.forEach((column, at) => {
      if (column === null) return
      const isKey = column.key === keyColumn(this.#shape)
      const read = isKey ? readKey(cells[at]) : readCell(column, cells[at] ?? null)
      if ('value' in read) row[column.key] = read.value
      else this.#fault(line, column.key, 'bad_value', read.fault)
    })
    const key = row[keyColumn(this.#shape)]
    if (typeof key !== 'string') return
    const match = matchOf(this.#shape, key)
    const before = this.#lines.get(match)
    if (before !== undefined)
      this.#fault(line, keyColumn(this.#shape), 'duplicate', `Line ${before} has the same key`)
    this.#lines.set(match, line)
    this.#rows.set(match, row)
  }

  #fault(line: number, column: string | null, code: string, message: string): void {
    if (this.#issues.length > MAX_ISSUES) return
    this.#issues.push(fileIssue(line, column, code, message))
  }
}

/** A fault of a file: its line from one, and the column at fault. */
export function fileIssue(line: number, column: string | null, code: string, message: string): Issue {
  return { path: ['body', line, ...(column === null ? [] : [column])], code, message }
}

function columnNamed(columns: readonly TableColumn[], cell: string): TableColumn | null {
  const name = cell.trim().toLowerCase()
  return (
    columns.find(({ key }) => key === name) ??
    columns.find(({ label }) => label.toLowerCase() === name) ??
    null
  )
}

import { TABLE_LIMITS, type RowValues, type TableColumn } from '@caseloom/contract/automation/tables'
import type { Issue } from '@caseloom/contract/kernel/errors'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { suggestion } from '@caseloom/playbook/issues'

type Path = (string | number)[]

/** The parts of a table that decide what its cells hold. */
export interface Shape {
  columns: readonly TableColumn[]
  case_sensitive: boolean
}

export type Read<Value> = { value: Value } | { fault: string }

const YES: ReadonlySet<string> = new Set(['yes', 'true', '1'])
const NO: ReadonlySet<string> = new Set(['no', 'false', '0'])
const DAY = /^\d{4}-\d{2}-\d{2}$/
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/i

/** A value as its column stores it; empty text is an empty cell. */
export function readCell({ type }: Pick<TableColumn, 'type'>, given: JsonValue): Read<JsonValue> {
  if (given === null || (typeof given === 'string' && given.trim() === '')) return { value: null }
  if (typeof given === 'object') return { fault: 'A cell holds one value, not a list or an object' }
  switch (type) {
    case 'text':
      return readText(String(given))
    case 'number':
      return readNumber(given)
    case 'boolean':
      return readBoolean(given)
    case 'instant':
      return readInstant(String(given).trim())
    default:
      return type satisfies never
  }
}

function readText(text: string): Read<JsonValue> {
  if (text.includes('\0')) return { fault: 'The text contains a null character' }
  if (Buffer.byteLength(text) > TABLE_LIMITS.cell)
    return { fault: `The text is longer than ${TABLE_LIMITS.cell} bytes` }
  return { value: text }
}

function readNumber(given: string | number | boolean): Read<JsonValue> {
  const number = typeof given === 'boolean' ? Number.NaN : Number(given)
  return Number.isFinite(number) ? { value: number } : { fault: 'Not a number' }
}

function readBoolean(given: string | number | boolean): Read<JsonValue> {
  const word = String(given).trim().toLowerCase()
  if (YES.has(word)) return { value: true }
  return NO.has(word) ? { value: false } : { fault: 'Not yes or no' }
}

function readInstant(text: string): Read<JsonValue> {
  const at = DAY.test(text) || INSTANT.test(text) ? new Date(text) : null
  const isTime = at !== null && !Number.isNaN(at.getTime()) && hasSuchDay(text)
  return isTime ? { value: at.toISOString() } : { fault: 'Not a date and time, such as 2026-11-21T03:02:15Z' }
}

/** JavaScript would read February 30 as March 2. */
function hasSuchDay(text: string): boolean {
  const day = text.slice(0, 10)
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day)
}

/** A key as it is stored. */
export function readKey(given: JsonValue | undefined): Read<string> {
  if (given === undefined || given === null || typeof given === 'object')
    return { fault: 'A key is required' }
  const key = String(given).trim().normalize('NFC')
  if (key === '') return { fault: 'A key is required' }
  if (key.includes('\0')) return { fault: 'The key contains a null character' }
  if (key.length > TABLE_LIMITS.key) return { fault: `The key is longer than ${TABLE_LIMITS.key} characters` }
  return { value: key }
}

/** A key as it is compared. */
export function matchOf({ case_sensitive }: Pick<Shape, 'case_sensitive'>, key: string): string {
  return case_sensitive ? key : key.toLowerCase()
}

/** Key of the column that holds the keys of rows. */
export function keyColumn({ columns }: Pick<Shape, 'columns'>): string {
  return columns[0]?.key ?? ''
}

/** Values of a row as their columns store them, and what is wrong with them at its place. */
export function readCells(shape: Shape, given: RowValues, path: Path): { cells: RowValues; issues: Issue[] } {
  const columns = new Map(shape.columns.map((column) => [column.key, column]))
  const cells: RowValues = {}
  const issues: Issue[] = []
  for (const [name, value] of Object.entries(given)) {
    const column = columns.get(name)
    const read = column === undefined ? unknownColumn(name, columns.keys()) : readCell(column, value)
    if ('value' in read) cells[name] = read.value
    else
      issues.push({
        path: [...path, name],
        code: column === undefined ? 'unknown_column' : 'bad_value',
        message: read.fault,
      })
  }
  return { cells, issues }
}

function unknownColumn(name: string, known: Iterable<string>): { fault: string } {
  return { fault: `The table has no column "${name.slice(0, 63)}"${suggestion(name, known)}` }
}

/** A cell as text, for files. */
export function cellText(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

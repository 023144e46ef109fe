import { LOOKUP_TYPES, type TableColumn } from '@caseloom/contract/automation/table-columns'
import { TABLE_LIMITS, type RowValues } from '@caseloom/contract/automation/tables'
import type { Issue } from '@caseloom/contract/kernel/errors'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { suggestion } from '@caseloom/playbook/issues'
import { containingNetworks, readNetwork } from './network-cells.rules.ts'

type Path = (string | number)[]

/** The parts of a table that decide what its cells hold. */
export interface Shape {
  columns: readonly TableColumn[]
  case_sensitive: boolean
}

export type Read<Value> = { value: Value } | { fault: string }

/** The ID of a person by what a cell calls them: ID, email address, or full name. */
export type FindPerson = (text: string) => Read<string>

/** Where people can't be asked, as when a playbook is checked, any text may name one. */
const ANYONE: FindPerson = (text) => ({ value: text })

/** The column of files that holds each row’s own expiry, unless the table has a column of this key. */
export const EXPIRY_COLUMN = 'expires_at'

const YES: ReadonlySet<string> = new Set(['yes', 'true', '1'])
const NO: ReadonlySet<string> = new Set(['no', 'false', '0'])
const DAY = /^\d{4}-\d{2}-\d{2}$/
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/i

/** A value as its column stores it; empty text is an empty cell. */
export function readCell(
  column: Pick<TableColumn, 'type' | 'options'>,
  given: JsonValue,
  findPerson: FindPerson = ANYONE,
): Read<JsonValue> {
  if (given === null || (typeof given === 'string' && given.trim() === '')) return { value: null }
  if (typeof given === 'object') return { fault: 'A cell holds one value, not a list or an object' }
  const { type } = column
  switch (type) {
    case 'text':
      return readText(String(given))
    case 'number':
      return readNumber(given)
    case 'boolean':
      return readBoolean(given)
    case 'instant':
      return readInstant(String(given).trim())
    case 'network':
      return readAddress(String(given))
    case 'choice':
      return readOption(column.options ?? [], String(given).trim())
    case 'user':
      return findPerson(String(given).trim())
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

/** A day, or a time with its zone. */
export function readInstant(text: string): Read<string> {
  const at = DAY.test(text) || INSTANT.test(text) ? new Date(text) : null
  const isTime = at !== null && !Number.isNaN(at.getTime()) && hasSuchDay(text)
  return isTime ? { value: at.toISOString() } : { fault: 'Not a date and time, such as 2026-11-21T03:02:15Z' }
}

/** JavaScript would read February 30 as March 2. */
function hasSuchDay(text: string): boolean {
  const day = text.slice(0, 10)
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day)
}

function readAddress(text: string): Read<string> {
  const network = readNetwork(text)
  return network === null
    ? { fault: 'Not an IP address or a network, such as 10.20.0.0/16' }
    : { value: network }
}

function readOption(options: readonly string[], text: string): Read<string> {
  const option = options.find((one) => one === text) ?? options.find((one) => folded(one) === folded(text))
  if (option !== undefined) return { value: option }
  return { fault: `"${text.slice(0, 100)}" is not an option${suggestion(text, options)}` }
}

const folded = (text: string) => text.normalize('NFC').toLowerCase()

/** A key as it is stored. */
export function readKey(shape: Shape, given: JsonValue | undefined): Read<string> {
  if (given === undefined || given === null || typeof given === 'object')
    return { fault: 'A key is required' }
  const key = String(given).trim().normalize('NFC')
  if (key === '') return { fault: 'A key is required' }
  if (key.includes('\0')) return { fault: 'The key contains a null character' }
  if (key.length > TABLE_LIMITS.key) return { fault: `The key is longer than ${TABLE_LIMITS.key} characters` }
  return shape.columns[0]?.type === 'network' ? readAddress(key) : { value: key }
}

/** A key as it is compared. */
export function matchOf({ case_sensitive }: Pick<Shape, 'case_sensitive'>, key: string): string {
  return case_sensitive ? key : key.toLowerCase()
}

/**
 * Keys that a lookup of this value finds, as they are compared, the best first: of networks, those that contain the
 * value, the narrowest first.
 */
export function soughtKeys(shape: Shape, given: string): string[] {
  const key = readKey(shape, given)
  if ('fault' in key) return []
  return shape.columns[0]?.type === 'network' ? containingNetworks(key.value) : [matchOf(shape, key.value)]
}

/** A cell of a column that lookups search, as it is compared; null for an empty one. */
export function comparedCell(
  shape: Shape,
  { type }: Pick<TableColumn, 'type'>,
  cell: JsonValue,
): string | null {
  if (typeof cell !== 'string' || cell.includes('\0')) return null
  if (type === 'network' || type === 'user') return cell
  return matchOf(shape, cell.trim().normalize('NFC'))
}

/** What a lookup of this value finds in a column, as it is compared, the best first. */
export function soughtCells(shape: Shape, column: TableColumn, given: string): string[] {
  if (column.type === 'network') {
    const network = readNetwork(given)
    return network === null ? [] : containingNetworks(network)
  }
  const compared = comparedCell(shape, column, given)
  return compared === null ? [] : [compared]
}

/** The column that a lookup names, or why it can't search it. */
export function columnSought(shape: Shape, name: string): Read<TableColumn> {
  const column = shape.columns.find(({ key }) => key === name)
  if (column === undefined)
    return unknownColumn(
      name,
      shape.columns.map(({ key }) => key),
    )
  return LOOKUP_TYPES.has(column.type)
    ? { value: column }
    : {
        fault: `Lookups can’t search the column "${name}": it holds no texts, networks, selections, or users`,
      }
}

/** Key of the column that holds the keys of rows. */
export function keyColumn({ columns }: Pick<Shape, 'columns'>): string {
  return columns[0]?.key ?? ''
}

export interface CellReader {
  path: Path
  findPerson?: FindPerson | undefined
  /** Of the row as it is: a cell that stays as it is may hold what is no longer accepted. */
  before?: RowValues | undefined
}

/** Values of a row as their columns store them, and what is wrong with them at its place. */
export function readCells(
  shape: Shape,
  given: RowValues,
  { path, findPerson, before }: CellReader,
): { cells: RowValues; issues: Issue[] } {
  const columns = new Map(shape.columns.map((column) => [column.key, column]))
  const cells: RowValues = {}
  const issues: Issue[] = []
  for (const [name, value] of Object.entries(given)) {
    const column = columns.get(name)
    const isSame = column !== undefined && value !== null && before?.[name] === value
    const read = isSame
      ? { value }
      : column === undefined
        ? unknownColumn(name, columns.keys())
        : readCell(column, value, findPerson)
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

export function unknownColumn(name: string, known: Iterable<string>): { fault: string } {
  return { fault: `The table has no column "${name.slice(0, 63)}"${suggestion(name, known)}` }
}

/** A cell as text, for files. */
export function cellText(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

import { isJsonObject, type JsonValue } from '@caseloom/contract/kernel/json'
import { type MAKE_FORMATS, MAX_CELLS, type MakeInput } from '@caseloom/playbook/actions-files'

export type MakeFormat = (typeof MAKE_FORMATS)[number]

export interface MadeTable {
  /** Empty for none. */
  header: readonly string[]
  width: number
  rows: readonly (readonly JsonValue[])[]
}

type Issue = { issue: { property: string; message: string } }

/** Rows as the cells of a table: objects by the names of their members, lists in their order. */
export function tableOf({ rows, columns, header = true }: MakeInput): MadeTable | Issue {
  const wrong = rows.findIndex((row) => typeof row !== 'object' || row === null)
  if (wrong >= 0) return issue(`rows.${wrong}`, 'must be an object or a list')
  const objects = rows.filter(isJsonObject)
  const odd = rows.findIndex((row) => isJsonObject(row) !== isJsonObject(rows[0]))
  if (odd >= 0) return issue(`rows.${odd}`, 'is a list beside objects, or an object beside lists')
  const names = columns ?? [...new Set(objects.flatMap((row) => Object.keys(row)))]
  const cells = rows.map((row) => (Array.isArray(row) ? row : names.map((name) => memberOf(row, name))))
  const long = columns === undefined ? -1 : cells.findIndex((row) => row.length > columns.length)
  if (long >= 0) return issue(`rows.${long}`, `has more cells than the ${names.length} columns`)
  const width = cells.reduce((most, row) => Math.max(most, row.length), names.length)
  if (width > MAX_COLUMNS) return issue('rows', `need more than ${MAX_COLUMNS} columns`)
  if (width * rows.length > MAX_CELLS) return issue('rows', `have more than ${MAX_CELLS} cells`)
  return { header: header ? names : [], width, rows: cells }
}

const MAX_COLUMNS = 1_000

function memberOf(row: JsonValue | undefined, name: string): JsonValue {
  return isJsonObject(row) && Object.hasOwn(row, name) ? (row[name] ?? null) : null
}

function issue(property: string, message: string): Issue {
  return { issue: { property, message } }
}

/** What a value says in a cell; a list or an object is JSON. */
export function cellText(value: JsonValue): string {
  if (value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

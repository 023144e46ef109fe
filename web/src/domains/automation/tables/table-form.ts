import type { TableColumn } from '@caseloom/contract/automation/table-columns'
import type { RowValues, TableInput, TableRowView, TableView } from '@caseloom/contract/automation/tables'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import { foldText } from '@caseloom/contract/values/normalize-text'

/** A column while the table is edited: `id` stays the same while its key is typed. */
export interface DraftColumn extends TableColumn {
  id: number
  /** Its key follows its name until it is edited: rows have no values under it yet. */
  isNew: boolean
}

export interface Person {
  id: string
  name: string
}

/** The name under which the form of a row holds its own expiry: no column has such a key. */
export const EXPIRY = '$expiresAt'

/** What is wrong by place: `name`, `columns.0.key`. */
export type TableFaults = ReadonlyMap<string, string>

export interface TableDraft {
  name: string
  key: string
  description: string
  columns: readonly DraftColumn[]
  caseSensitive: boolean
  expireDays: string
}

const NEW_COLUMNS: readonly TableColumn[] = [{ key: 'key', label: 'Key', type: 'text' }]

export function draftOf(table: TableView | undefined): TableDraft {
  return {
    name: table?.name ?? '',
    key: table?.key ?? '',
    description: table?.description ?? '',
    columns: (table?.columns ?? NEW_COLUMNS).map((column, id) => ({
      ...column,
      id,
      isNew: table === undefined,
    })),
    caseSensitive: table?.caseSensitive ?? false,
    expireDays: table?.expireDays === null || table === undefined ? '' : String(table.expireDays),
  }
}

export function inputOf({ description, columns, expireDays, ...draft }: TableDraft): TableInput {
  return {
    ...draft,
    description: description.trim() === '' ? null : description.trim(),
    columns: columns.map(({ key, label, type, options = [] }) => ({
      key,
      label,
      type,
      ...(type === 'selection' ? { options } : {}),
    })),
    expireDays: expireDays.trim() === '' ? null : Number(expireDays),
  }
}

/** A key made of a name: `own_domains` of “Own domains”. */
export function keyOfName(name: string): string {
  return foldText(name)
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+/, '')
    .slice(0, 60)
    .replace(/_+$/, '')
}

export interface RowFormWords {
  network: string
  expires: string
  expiresText: string
}

interface RowFormOptions {
  /** Those who can be chosen. */
  people: readonly Person[]
  /** The row as it is: what it holds can stay although it can no longer be chosen. */
  row: Pick<TableRowView, 'values' | 'people'> | undefined
  words: RowFormWords
}

/** The JSON Schema of the values of a row and its expiry. */
export function rowSchema(columns: readonly TableColumn[], options: RowFormOptions): JsonObject {
  const { words } = options
  const expiry = { title: words.expires, description: words.expiresText, type: 'string', format: 'date-time' }
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(
        columns.map((column) => [column.key, { title: column.label, ...cellSchema(column, options) }]),
      ),
      [EXPIRY]: expiry,
    },
  }
}

function cellSchema(column: TableColumn, { people, row, words }: RowFormOptions): JsonObject {
  const now = row?.values?.[column.key]
  switch (column.type) {
    case 'text':
      return { type: 'string' }
    case 'number':
      return { type: 'number' }
    case 'boolean':
      return { type: 'boolean' }
    case 'instant':
      return { type: 'string', format: 'date-time' }
    case 'network':
      return { type: 'string', description: words.network }
    case 'selection': {
      const options = column.options ?? []
      return { enum: typeof now === 'string' && !options.includes(now) ? [...options, now] : options }
    }
    case 'user': {
      const left =
        typeof now === 'string' && !people.some(({ id }) => id === now)
          ? [{ id: now, name: row?.people[now] ?? now }]
          : []
      return { oneOf: [...people, ...left].map(({ id, name }) => ({ const: id, title: name })) }
    }
    default:
      return column.type satisfies never
  }
}

/** What the form of a row starts with: empty cells are left out. */
export function filledCells(row: Pick<TableRowView, 'values' | 'ownExpiresAt'> | undefined): JsonObject {
  const values = Object.entries(row?.values ?? {}).filter(([, value]) => value !== null)
  const expiry = row?.ownExpiresAt ?? null
  return { ...Object.fromEntries(values), ...(expiry === null ? {} : { [EXPIRY]: expiry }) }
}

/** All columns with what the form holds; a field that was cleared empties the cell. */
export function writtenRow(
  columns: readonly TableColumn[],
  form: JsonObject,
): { values: RowValues; expiresAt: string | null } {
  const expiry = form[EXPIRY]
  return {
    values: Object.fromEntries(columns.map(({ key }) => [key, form[key] ?? null])),
    expiresAt: typeof expiry === 'string' ? expiry : null,
  }
}

/** The key of a row as text; null for a row whose values are hidden. */
export function keyOfRow(table: Pick<TableView, 'columns'>, { values }: TableRowView): string | null {
  const key = values?.[table.columns[0]?.key ?? '']
  return typeof key === 'string' ? key : null
}

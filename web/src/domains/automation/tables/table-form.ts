import type {
  ObservableListing,
  RowValues,
  TableColumn,
  TableInput,
  TableRowView,
  TableView,
} from '@caseloom/contract/automation/tables'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import { foldText } from '@caseloom/contract/values/normalize-text'

/** A column while the table is edited: `id` stays the same while its key is typed. */
export interface DraftColumn extends TableColumn {
  id: number
  /** Its key follows its name until it is edited: rows have no values under it yet. */
  isNew: boolean
}

/** What is wrong by place: `name`, `columns.0.key`. */
export type TableFaults = ReadonlyMap<string, string>

export interface TableDraft {
  name: string
  key: string
  description: string
  columns: readonly DraftColumn[]
  caseSensitive: boolean
  expireDays: string
  listing: ObservableListing | null
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
    listing: table?.listing ?? null,
  }
}

export function inputOf({ description, columns, expireDays, ...draft }: TableDraft): TableInput {
  return {
    ...draft,
    description: description.trim() === '' ? null : description.trim(),
    columns: columns.map(({ key, label, type }) => ({ key, label, type })),
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

/** The JSON Schema of the values of a row. */
export function rowSchema(columns: readonly TableColumn[]): JsonObject {
  return {
    type: 'object',
    properties: Object.fromEntries(
      columns.map(({ key, label, type }) => [key, { title: label, ...SCHEMAS[type] }]),
    ),
  }
}

const SCHEMAS: Readonly<Record<TableColumn['type'], JsonObject>> = {
  text: { type: 'string' },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  instant: { type: 'string', format: 'date-time' },
}

/** What the form of a row starts with: empty cells are left out. */
export function filledCells(values: RowValues): JsonObject {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))
}

/** All columns with what the form holds; a field that was cleared empties the cell. */
export function writtenCells(columns: readonly TableColumn[], form: JsonObject): RowValues {
  return Object.fromEntries(columns.map(({ key }) => [key, form[key] ?? null]))
}

/** The key of a row as text; null for a row whose values are hidden. */
export function keyOfRow(table: Pick<TableView, 'columns'>, { values }: TableRowView): string | null {
  const key = values?.[table.columns[0]?.key ?? '']
  return typeof key === 'string' ? key : null
}

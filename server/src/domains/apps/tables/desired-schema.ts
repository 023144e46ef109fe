import { fieldTraits, kindOf } from '@caseloom/contract/field-types/field-kind'
import { kindRules, serverType } from '../../../field-types/registry.ts'
import { bareHex, quoted } from '../../../platform/database/names.ts'
import { type AppDefinition, liveFields, type StoredField } from '../definition/app-definition.ts'
import { columnId, columnNames, hasColumn, isUnique, sqlTypeOf } from '../definition/compiled-app.ts'
import type { WantedIndex, WantedTable } from './table-plan.rules.ts'

/** Each index costs every insert: beyond this many, lists fall back to the created index and a filter. */
const MAX_FIELD_INDEXES = 8

/** Who keeps a record from being changed by others. */
const LOCK = { name: 'lock', type: 'jsonb' }

/** Columns and indexes that a definition asks for; hidden fields keep their columns and lose their indexes. */
export function desiredSchema(appId: string, definition: AppDefinition): WantedTable {
  const columns = [...definition.fields, ...(definition.changing ?? [])]
    .filter(hasColumn)
    .flatMap((field) => {
      const names = columnNames(field)
      const value = { name: names.value, type: sqlTypeOf(field) }
      return names.sort === null ? [value] : [value, { name: names.sort, type: 'text' }]
    })
  return { columns: [LOCK, ...columns], indexes: wantedIndexes(appId, definition) }
}

function wantedIndexes(appId: string, definition: AppDefinition): WantedIndex[] {
  const app = bareHex(appId).slice(0, 20)
  const live = liveFields(definition)
  const uniques = live.filter(isUnique).map((field) => uniqueIndex(app, field))
  const plain = [...live]
    .sort((a, b) => rank(a, definition) - rank(b, definition))
    .flatMap((field) => (isUnique(field) ? [] : fieldIndex(app, field)))
    .slice(0, MAX_FIELD_INDEXES)
  return [
    system(app, 'created', '(created_at, id) where deleted_at is null'),
    system(app, 'updated', '(updated_at, id) where deleted_at is null'),
    ...counting(app, live),
    ...uniques,
    ...plain,
  ]
}

function system(app: string, name: string, rest: string): WantedIndex {
  return { name: `x_${app}_${name}`, on: `using btree ${rest}`, unique: false }
}

/** Totals of open records are counted in an index of all states together, without the table; restricted ones apart. */
function counting(app: string, live: readonly StoredField[]): WantedIndex[] {
  const states = live.filter((field) => isOneOption(field)).slice(0, 4)
  const columns = [...states.map((field) => quoted(columnNames(field).value)), 'seq']
  return [
    system(app, 'counted', `(${columns.join(', ')}) where deleted_at is null and acl is null`),
    system(app, 'restricted', '(id) where deleted_at is null and acl is not null'),
  ]
}

/** Names carry the table's and the field's ids, and a letter for the kind, within PostgreSQL's 63 characters. */
function indexName(kind: 'u' | 'x', app: string, field: StoredField): string {
  return `${kind}_${app}_${columnId(field)}`
}

function uniqueIndex(app: string, field: StoredField): WantedIndex {
  const column = quoted(columnNames(field).value)
  const key = serverType(field).uniqueKey?.(column) ?? `caseloom.text_digest(${column})`
  return {
    name: indexName('u', app, field),
    on: `using btree (${key}) where deleted_at is null`,
    unique: true,
  }
}

/** One of the field's options: what a list counts by. */
function isOneOption(field: StoredField): boolean {
  const { options, several } = fieldTraits(field)
  return options && !several
}

/** What lists filter and sort by most comes first: states and people, then dates, the title, numbers. */
function rank(field: StoredField, { titleField }: AppDefinition): number {
  return serverType(field).indexRank?.(field, field.key === titleField) ?? 9
}

function fieldIndex(app: string, field: StoredField): WantedIndex[] {
  const { value, sort } = columnNames(field)
  const { index } = kindRules(kindOf(field))
  if (index === undefined || serverType(field).unindexed?.(field) === true) return []
  const method = index(quoted(value), sort === null ? null : quoted(sort))
  return [{ name: indexName('x', app, field), on: `using ${method} where deleted_at is null`, unique: false }]
}

import { createHash } from 'node:crypto'
import type { Field } from '@caseloom/contract/fields'
import type { Issue } from '@caseloom/contract/errors'
import { foldText } from '@caseloom/contract/fold'
import type { JsonValue } from '@caseloom/contract/json'
import { bareHex, quoted } from '../../platform/database/names.ts'
import type { StoredApp, StoredField } from './app-definition.ts'
import { readClasses } from './read-classes.rules.ts'
import { readValue } from './field-value.rules.ts'
import { ipSortKey } from './text-format.rules.ts'

/** How values of a field are kept and compared. */
export type FieldKind =
  | 'text'
  | 'url'
  | 'number'
  | 'instant'
  | 'option'
  | 'options'
  | 'user'
  | 'users'
  | 'json'
  | 'date'
  | 'time'
  | 'duration'
  | 'texts'
  | 'numbers'
  | 'group'
  | 'groups'

/** A field with all that SQL and validation need, worked out once per revision. */
export interface CompiledField {
  readonly id: string
  readonly key: string
  readonly kind: FieldKind
  readonly definition: Field
  /** Quoted name of its column. */
  readonly column: string
  readonly sqlType: string
  /** Quoted name of the folded key that it sorts by; null when the column itself sorts. */
  readonly sortColumn: string | null
  readonly unique: boolean
  /** Name of its read class: the fields with the same readers. */
  readonly readClass: string
  /** The folded key of a text, for `sortColumn`. */
  sortKey(text: string): string
  /** Canonical value or faults, with paths inside the value. */
  read(raw: JsonValue): { value: JsonValue; issues?: never } | { value?: never; issues: Issue[] }
}

/** One revision of an app, ready for use; immutable, so that statements may be cached by it. */
export interface CompiledApp {
  readonly id: string
  readonly tenantId: string
  readonly key: string
  readonly acronym: string
  readonly name: string
  readonly revision: number
  readonly titleField: string
  /** Shown fields in their order. */
  readonly fields: readonly CompiledField[]
  readonly byKey: ReadonlyMap<string, CompiledField>
  /** Read classes with their readers; null is everybody who may read records. */
  readonly readClasses: ReadonlyMap<string, readonly string[] | null>
  /** The class that everybody may search; it also holds the tracking id. */
  readonly openClass: string
  /** Quoted, schema-qualified names. */
  readonly table: string
  readonly searchTable: string
  readonly stateTable: string
}

const SORT_KEY_LENGTH = 100

/** The key by which text sorts: folded, so that "änd" stands beside "and", and short enough for an index. */
export function sortKey(text: string): string {
  return [...foldText(text.slice(0, SORT_KEY_LENGTH * 2))].slice(0, SORT_KEY_LENGTH).join('')
}

export function kindOf(field: Field): FieldKind {
  switch (field.type) {
    case 'datetime':
      return 'instant'
    case 'selection':
      return field.multiple ? 'options' : 'option'
    case 'user':
      return field.multiple ? 'users' : 'user'
    case 'group':
      return field.multiple ? 'groups' : 'group'
    case 'list':
      return field.of === 'number' ? 'numbers' : 'texts'
    default:
      return field.type
  }
}

const SQL_TYPES: Record<FieldKind, string> = {
  text: 'text',
  url: 'text',
  number: 'numeric',
  instant: 'timestamp with time zone',
  option: 'text',
  options: 'text[]',
  user: 'uuid',
  users: 'uuid[]',
  json: 'jsonb',
  date: 'date',
  time: 'time without time zone',
  duration: 'numeric',
  texts: 'text[]',
  // Canonical decimals, so that equal numbers are equal texts and an inverted index finds them.
  numbers: 'text[]',
  group: 'uuid',
  groups: 'uuid[]',
}

/** Type of the field's column, in the words of PostgreSQL's catalog. */
export function sqlTypeOf(field: Field): string {
  return SQL_TYPES[kindOf(field)]
}

/** Bare names of a field's columns; made from its id alone. */
export function columnNames(field: Field): { value: string; sort: string | null } {
  const hex = bareHex(field.id)
  const sorted = field.type === 'text' || field.type === 'url'
  return { value: `f_${hex}`, sort: sorted ? `k_${hex}` : null }
}

/** Bare names of an app's tables in the tenant's schema. */
export function tableNames(appId: string): { records: string; search: string } {
  const hex = bareHex(appId)
  return { records: `a_${hex}`, search: `s_${hex}` }
}

/** Raised when tables of existing apps have to change: the next start brings them up to date. */
export const STRUCTURE = 1

/** Table of the tenant's schema with one row per app: its revision and its last tracking number. */
export const STATE_TABLE = 'app_state'
/** Parent of all search tables of the tenant. */
export const SEARCH_TABLE = 'search'

export function isUnique(field: Field): boolean {
  return 'unique' in field && field.unique
}

/** Works out everything that reading and writing records of this revision needs. */
export function compileApp(tenant: { tenantId: string; schema: string }, app: StoredApp): CompiledApp {
  const live = app.definition.fields.filter((field) => field.hidden !== true)
  const classes = readClasses(live, app.definition.classEpochs ?? {}, digest)
  const fields = live.map((field) => compileField(field, classes.ofField.get(field.id) ?? classes.open))
  const names = tableNames(app.id)
  const qualified = (table: string) => `${quoted(tenant.schema)}.${quoted(table)}`
  return {
    id: app.id,
    tenantId: tenant.tenantId,
    key: app.key,
    acronym: app.acronym,
    name: app.definition.name,
    revision: app.revision,
    titleField: app.definition.titleField,
    fields,
    byKey: new Map(fields.map((field) => [field.key, field])),
    readClasses: classes.readers,
    openClass: classes.open,
    table: qualified(names.records),
    searchTable: qualified(names.search),
    stateTable: qualified(STATE_TABLE),
  }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 24)
}

function compileField(field: StoredField, readClass: string): CompiledField {
  const names = columnNames(field)
  return {
    id: field.id,
    key: field.key,
    kind: kindOf(field),
    definition: field,
    column: quoted(names.value),
    sqlType: sqlTypeOf(field),
    sortColumn: names.sort === null ? null : quoted(names.sort),
    unique: isUnique(field),
    readClass,
    sortKey:
      field.type === 'text' && field.format === 'ip' ? (text) => ipSortKey(text) ?? sortKey(text) : sortKey,
    read: (raw) => readValue(field, raw),
  }
}

import { createHash } from 'node:crypto'
import type { CorrelationRule } from '@caseloom/contract/apps/correlation-rules'
import type { Promotion } from '@caseloom/contract/apps/apps'
import { fieldTraits, kindOf } from '@caseloom/contract/field-types/field-kind'
import type { FieldKind } from '@caseloom/contract/field-types/registry'
import type { Field } from '@caseloom/contract/field-types/fields'
import type { Issue } from '@caseloom/contract/kernel/errors'
import type { Sharing } from '@caseloom/contract/kernel/sharing'
import type { RecordTemplate } from '@caseloom/contract/apps/record-templates'
import type { Workflow } from '@caseloom/contract/apps/workflow'
import { wholeWorkflow } from '@caseloom/workflow/applets/whole-workflow'
import { clockFilters } from '@caseloom/workflow/clock-filters'
import { foldText } from '@caseloom/contract/values/normalize-text'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { kindRules, serverType } from '../../../field-types/registry.ts'
import { sanitiseRichText } from '../../../field-types/rich-text.ts'
import { bareHex, quoted } from '../../../platform/database/names.ts'
import type { AppDefinition, StoredApp, StoredField } from './app-definition.ts'
import { readClasses } from './read-classes.rules.ts'
import { converterOf } from './convert-value.rules.ts'
import { readValue } from './field-value.rules.ts'
import { itemIds } from './item-ids.ts'

/** A field with everything that SQL and validation need, computed once per revision. */
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
  /** Makes the value of the present one; only for a column that the field is about to have. */
  from?(value: JsonValue): JsonValue
  /** The folded key of a text, for `sortColumn`. */
  sortKey(text: string): string
  /** Canonical value or faults, with paths inside the value. */
  read(raw: JsonValue): { value: JsonValue; issues?: never } | { value?: never; issues: Issue[] }
}

/** A field that not everyone may read. */
export interface GuardedField {
  readonly id: string
  readonly readers: readonly string[]
  /** No longer part of the app: nothing hands it out any more. */
  readonly removed: boolean
}

/** One revision of an app, ready for use; immutable, so that statements may be cached by it. */
export interface CompiledApp {
  readonly id: string
  readonly tenantId: string
  readonly key: string
  readonly acronym: string
  readonly name: string
  readonly icon: string
  readonly revision: number
  /** The form logic, that of linked applets included; absent while the app has none. */
  readonly workflow?: Workflow | undefined
  /** Retention of workflow runs in days; absent for the default. */
  readonly keepWorkflowRuns?: number | 'forever' | undefined
  /** New observables of its records are looked up. */
  readonly enrichNew: boolean
  readonly titleField: string
  /** Its layouts as they are defined, which not everyone may see. */
  readonly forms: Pick<AppDefinition, 'layout' | 'layouts'>
  /** Columns of its list, by key. */
  readonly listColumns: readonly string[]
  /** Principals the app is shared with; null is everyone with the permission. */
  readonly sharing: Sharing
  readonly promotions: readonly Promotion[]
  readonly templates: readonly RecordTemplate[]
  /** Which new records repeat one that is there. */
  readonly correlation: readonly CorrelationRule[]
  /** Nothing changes its records. */
  readonly archived: boolean
  /** Shown fields with a value, in their order. */
  readonly fields: readonly CompiledField[]
  /** The columns that fields are about to have: each write fills them beside the present ones. */
  readonly shadows: readonly CompiledField[]
  /** All shown fields, also those without a value: threads of comments. */
  readonly byKey: ReadonlyMap<string, CompiledField>
  /** Read classes with their readers; null is everyone who may read records. */
  readonly readClasses: ReadonlyMap<string, readonly string[] | null>
  /** The class that everyone may search; it also holds the tracking id. */
  readonly openClass: string
  /** Fields with readers of their own, removed ones included: their old values live on in runs. */
  readonly guarded: readonly GuardedField[]
  /** Rich text in its one form. */
  richText(html: string): string
  /** Quoted, schema-qualified names. */
  readonly table: string
  readonly searchTable: string
  readonly stateTable: string
  readonly linkTable: string
}

const SORT_KEY_LENGTH = 100

/** The key by which text sorts: folded, so that "änd" is beside "and", and short enough for an index. */
export function sortKey(text: string): string {
  const folded = foldText(text.slice(0, SORT_KEY_LENGTH * 2))
  return folded.length <= SORT_KEY_LENGTH ? folded : [...folded].slice(0, SORT_KEY_LENGTH).join('')
}

/** Type of the field's column, in the words of PostgreSQL's catalog. */
export function sqlTypeOf(field: Field): string {
  return kindRules(kindOf(field)).sqlType
}

/** Threads of comments and links have rows of their own instead of a value; facts are every record's. */
export function hasColumn(field: Field): boolean {
  return fieldTraits(field).column
}

/** What names a field's columns and indexes: its id, and which of its columns it is. */
export function columnId({ id, generation = 0 }: StoredField): string {
  return generation === 0 ? bareHex(id) : `${bareHex(id)}_${generation}`
}

/** Bare names of a field's columns; made from its id alone. */
export function columnNames(field: StoredField): { value: string; sort: string | null } {
  const hex = columnId(field)
  const { sortColumn = false } = kindRules(kindOf(field))
  return { value: `f_${hex}`, sort: sortColumn ? `k_${hex}` : null }
}

/** Bare names of an app's tables in the tenant's schema. */
export function tableNames(appId: string): { records: string; search: string } {
  const hex = bareHex(appId)
  return { records: `a_${hex}`, search: `s_${hex}` }
}

/** Raised when tables of existing apps have to change: the next start brings them up to date. */
export const STRUCTURE = 4

/** Table of the tenant's schema with one row per app: its revision and its last tracking number. */
export const STATE_TABLE = 'app_state'
/** Parent of all search tables of the tenant. */
export const SEARCH_TABLE = 'search'

/** Links of all reference fields of the tenant. */
export const LINK_TABLE = 'link'

export function isUnique(field: Field): boolean {
  return 'unique' in field && field.unique
}

/** Works out everything that reading and writing records of this revision needs. */
export function compileApp(tenant: { tenantId: string; schema: string }, app: StoredApp): CompiledApp {
  const live = app.definition.fields.filter((field) => field.hidden !== true)
  const classes = readClasses(live, app.definition.classEpochs ?? {}, digest)
  const whole = wholeWorkflow(app.definition)
  // Records are written without tests.
  const workflow = whole === undefined ? undefined : { stages: whole.stages }
  const fields = withClockRules(live, workflow).map((field) =>
    compileField(field, classes.ofField.get(field.id) ?? classes.open),
  )
  const names = tableNames(app.id)
  const qualified = (table: string) => `${quoted(tenant.schema)}.${quoted(table)}`
  return {
    id: app.id,
    tenantId: tenant.tenantId,
    key: app.key,
    acronym: app.acronym,
    name: app.definition.name,
    icon: app.definition.icon,
    revision: app.revision,
    workflow,
    keepWorkflowRuns: app.definition.keepWorkflowRuns,
    enrichNew: app.definition.enrichNew === true,
    titleField: app.definition.titleField,
    forms: app.definition,
    listColumns: app.definition.listColumns,
    sharing: app.definition.sharing ?? null,
    promotions: app.definition.promotions ?? [],
    templates: app.definition.templates ?? [],
    correlation: app.definition.correlation ?? [],
    archived: app.definition.archived === true,
    fields: fields.filter((field) => hasColumn(field.definition)),
    shadows: (app.definition.changing ?? []).map((next) => shadowOf(next, live)),
    byKey: new Map(fields.map((field) => [field.key, field])),
    readClasses: classes.readers,
    openClass: classes.open,
    guarded: app.definition.fields.flatMap(({ id, readers, hidden }) =>
      readers === undefined ? [] : [{ id, readers, removed: hidden === true }],
    ),
    richText: sanitiseRichText,
    table: qualified(names.records),
    searchTable: qualified(names.search),
    stateTable: qualified(STATE_TABLE),
    linkTable: qualified(LINK_TABLE),
  }
}

/** Clocks with the conditions that rules of the workflow add to their own. */
function withClockRules(fields: readonly StoredField[], workflow: Workflow | undefined): StoredField[] {
  if (workflow === undefined) return [...fields]
  const filters = clockFilters(workflow, fields)
  return fields.map((field) => {
    const own = 'start' in field ? filters.get(field.key) : undefined
    return own === undefined ? field : { ...field, ...own }
  })
}

/** A column that is written along: from the present value, by the new definition; what has no form is empty. */
function shadowOf(next: StoredField, live: readonly StoredField[]): CompiledField {
  const old = live.find(({ id }) => id === next.id)
  const convert = old === undefined ? null : converterOf(old, next)
  return { ...compileField(next, ''), from: (value) => convert?.(value).value ?? null }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 24)
}

function sortKeyOf(field: Field): (text: string) => string {
  const { sortKey: ownKey } = serverType(field)
  const { sortText } = kindRules(kindOf(field))
  if (ownKey !== undefined && sortText === undefined) return (text) => ownKey(field, text) ?? sortKey(text)
  return sortText === undefined ? sortKey : (text) => sortKey(sortText(text) ?? '')
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
    sortKey: sortKeyOf(field),
    read: (raw) => readValue(field, raw, itemIds),
  }
}

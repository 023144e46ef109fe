import type { Issue } from '@caseloom/contract/errors'
import { type Field, type FieldInput, SYSTEM_FIELDS } from '@caseloom/contract/fields'
import { computedIssues } from './computed-definition.rules.ts'
import { type ConditionCheck, conditionIssues, isTold } from './condition-definition.rules.ts'
import { boundIssues, isMomentary } from './field-bounds.rules.ts'
import { flowIssues } from './flow-definition.rules.ts'
import type { AppDefinition, AppShape, StoredField } from './app-definition.ts'
import { readValue } from './field-value.rules.ts'

/** Dropped columns count against PostgreSQL's 1,600; hidden fields keep theirs. */
const MAX_FIELDS = 700
const RESERVED = new Set<string>([...SYSTEM_FIELDS, 'id', 'version', 'deleted_at', 'acl', 'seq'])

type Path = (string | number)[]

function issue(path: Path, code: string, message: string): Issue {
  return { path: ['body', ...path], code, message }
}

/** Every fault of a definition that its schema alone cannot see: doubles, names of nothing, impossible bounds. */
export function definitionIssues(
  shape: AppShape,
  fields: readonly FieldInput[],
  check: ConditionCheck,
): Issue[] {
  const keys = new Map(fields.map((field) => [field.key, field]))
  const issues = [
    ...doubles(fields),
    ...fields.flatMap((field, at) => fieldIssues(field, at)),
    ...titleIssues(shape.titleField, keys),
    ...columnIssues(shape.listColumns, keys),
    ...layoutIssues(shape, keys),
    ...computedIssues(fields),
    ...flowIssues(shape, fields, keys),
  ]
  return [...issues, ...conditionIssues(fields, check).filter(({ path }) => !isTold(issues, path))]
}

function doubles(fields: readonly FieldInput[]): Issue[] {
  const keys = new Set<string>()
  const ids = new Set<string>()
  const issues: Issue[] = []
  for (const [at, field] of fields.entries()) {
    if (keys.has(field.key))
      issues.push(issue(['fields', at, 'key'], 'duplicate', `Two fields have the key "${field.key}"`))
    if (field.id !== undefined && ids.has(field.id))
      issues.push(issue(['fields', at, 'id'], 'duplicate', 'Two fields have this ID'))
    keys.add(field.key)
    if (field.id !== undefined) ids.add(field.id)
  }
  return issues
}

function fieldIssues(field: FieldInput, at: number): Issue[] {
  const issues: Issue[] = []
  if (RESERVED.has(field.key))
    issues.push(issue(['fields', at, 'key'], 'reserved', `"${field.key}" is reserved: every record has it`))
  if (field.type === 'number' && field.min !== undefined && field.max !== undefined && field.min > field.max)
    issues.push(issue(['fields', at, 'max'], 'too_small', 'The maximum is less than the minimum'))
  if (field.type === 'selection') issues.push(...optionIssues(field, at), ...controlIssues(field, at))
  if (field.type === 'list' && (field.minItems ?? 0) > (field.maxItems ?? Number.POSITIVE_INFINITY))
    issues.push(
      issue(['fields', at, 'maxItems'], 'too_small', 'The maximum number of items is less than the minimum'),
    )
  if (field.type === 'text' && field.multiline && isFormal(field))
    issues.push(
      issue(
        ['fields', at, 'multiline'],
        'not_allowed',
        `A text field with the format "${field.format}" can’t have several lines`,
      ),
    )
  return [...issues, ...boundIssues(field, at), ...richIssues(field, at), ...defaultIssues(field, at)]
}

function isFormal(field: FieldInput & { type: 'text' }): boolean {
  return field.format !== undefined && field.format !== 'plain' && field.format !== 'rich'
}

/** What cannot be asked of rich text, of files and of threads. */
function richIssues(field: FieldInput, at: number): Issue[] {
  if (field.type === 'text' && field.format === 'rich' && field.unique)
    return [issue(['fields', at, 'unique'], 'not_allowed', 'Rich text can’t be unique')]
  if (field.type === 'comments' && field.required)
    return [issue(['fields', at, 'required'], 'not_allowed', 'A comments field can’t be required')]
  const bare = field.type === 'attachment' || field.type === 'comments'
  return bare && field.default !== undefined && field.default !== null
    ? [issue(['fields', at, 'default'], 'not_allowed', 'This field can’t have a default')]
    : []
}

function controlIssues(field: FieldInput & { type: 'selection' }, at: number): Issue[] {
  const { control, multiple } = field
  const fits = control === undefined || control === 'menu' || (control === 'checkbox') === multiple
  if (fits) return []
  const message = multiple ? 'Radio buttons allow only one value' : 'Checkboxes require several values'
  return [issue(['fields', at, 'control'], 'not_allowed', message)]
}

function optionIssues(field: FieldInput & { type: 'selection' }, at: number): Issue[] {
  const seen = new Set<string>()
  return field.options.flatMap((option, index) => {
    const double = seen.has(option.key)
    seen.add(option.key)
    return double
      ? [
          issue(
            ['fields', at, 'options', index, 'key'],
            'duplicate',
            `Two options have the key "${option.key}"`,
          ),
        ]
      : []
  })
}

function defaultIssues(field: FieldInput, at: number): Issue[] {
  if (field.default === undefined || isMomentary(field)) return []
  if (field.type === 'reference' && field.default !== null)
    return [issue(['fields', at, 'default'], 'not_allowed', 'A reference can’t have a default')]
  if ('unique' in field && field.unique && field.default !== null)
    return [issue(['fields', at, 'default'], 'not_allowed', 'A unique field can’t have a default')]
  // Reading a value looks at no id; a new field gets its own only when the definition is whole.
  const reading = readValue(field as Field, field.default)
  return (reading.issues ?? []).map((found) => ({
    ...found,
    path: ['body', 'fields', at, 'default', ...found.path],
  }))
}

function titleIssues(titleField: string, keys: ReadonlyMap<string, FieldInput>): Issue[] {
  const title = keys.get(titleField)
  if (title?.type === 'text' && title.format !== 'rich') return []
  return [
    issue(
      ['titleField'],
      title === undefined ? 'unknown_field' : 'invalid_type',
      title === undefined ? `Unknown field "${titleField}"` : 'The title must be a plain text field',
    ),
  ]
}

function columnIssues(columns: readonly string[], keys: ReadonlyMap<string, FieldInput>): Issue[] {
  const system: readonly string[] = SYSTEM_FIELDS
  return columns.flatMap((column, at) => {
    if (!keys.has(column) && !system.includes(column))
      return [issue(['listColumns', at], 'unknown_field', `Unknown field "${column}"`)]
    return columns.indexOf(column) === at
      ? []
      : [issue(['listColumns', at], 'duplicate', `"${column}" is in the list twice`)]
  })
}

function layoutIssues(shape: AppShape, keys: ReadonlyMap<string, FieldInput>): Issue[] {
  const seen = new Set<string>()
  return shape.layout.flatMap((section, at) =>
    section.fields.flatMap((key, index) => {
      const path: Path = ['layout', at, 'fields', index]
      if (!keys.has(key)) return [issue(path, 'unknown_field', `Unknown field "${key}"`)]
      const double = seen.has(key)
      seen.add(key)
      return double ? [issue(path, 'duplicate', `"${key}" is in the layout twice`)] : []
    }),
  )
}

/** How a new revision follows from the one before: the fields to store, or why that is impossible and where. */
export type NextFields = { fields: StoredField[]; refused?: never } | { fields?: never; refused: Issue[] }

/**
 * Matches the fields of an edit with the stored ones, by id, else by key. A field left out is hidden, one that comes
 * back is shown again with its data; key, type and "several values" of a field never change.
 */
export function nextFields(
  stored: AppDefinition,
  input: readonly FieldInput[],
  newId: () => string,
): NextFields {
  const refused: Issue[] = []
  const taken = new Set<string>()
  const live: StoredField[] = input.map((field, at) => {
    const before = stored.fields.find((old) =>
      field.id === undefined ? old.key === field.key : old.id === field.id,
    )
    if (before === undefined) {
      if (field.id !== undefined)
        refused.push(issue(['fields', at, 'id'], 'unknown_field', 'No field has this ID'))
      return withId(field, newId())
    }
    if (taken.has(before.id))
      refused.push(issue(['fields', at, 'key'], 'duplicate', 'This field is listed twice'))
    taken.add(before.id)
    refused.push(...changeIssues(before, field, at))
    return withId(field, before.id, nextGeneration(before, field))
  })
  const hidden = stored.fields
    .filter((old) => !taken.has(old.id))
    .map((old) => ({ ...old, hidden: true as const }))
  refused.push(...clashes(live, hidden))
  if (live.length + hidden.length > MAX_FIELDS)
    refused.push(
      issue(['fields'], 'too_big', `An app has at most ${MAX_FIELDS} fields, including hidden ones`),
    )
  return refused.length > 0 ? { refused } : { fields: [...live, ...hidden] }
}

function withId(field: FieldInput, id: string, generation?: number): StoredField {
  // The id comes from the id generator or from the stored field, so it is a FieldId.
  return { ...field, id, ...(generation === undefined ? {} : { generation }) } as StoredField
}

/** A formula that gives another type gets a column of that type; its values are worked out again. */
function nextGeneration(before: StoredField, field: FieldInput): number | undefined {
  const other = before.type === 'formula' && field.type === 'formula' && before.result !== field.result
  return other ? (before.generation ?? 0) + 1 : before.generation
}

function changeIssues(before: StoredField, field: FieldInput, at: number): Issue[] {
  const issues: Issue[] = []
  if (before.key !== field.key)
    issues.push(issue(['fields', at, 'key'], 'fixed', `The key of "${before.key}" can’t be changed`))
  if (before.type !== field.type)
    issues.push(
      issue(['fields', at, 'type'], 'fixed', `"${before.key}" holds ${before.type}; add a new field instead`),
    )
  else if (isMultiple(before) !== isMultiple(field))
    issues.push(
      issue(
        ['fields', at, 'multiple'],
        'fixed',
        `"${before.key}" can’t switch between one and several values`,
      ),
    )
  // Values are kept in the form of their format: another one would read, sort and compare them otherwise.
  if (
    before.type === 'text' &&
    field.type === 'text' &&
    (before.format ?? 'plain') !== (field.format ?? 'plain')
  )
    issues.push(issue(['fields', at, 'format'], 'fixed', `The format of "${before.key}" can’t be changed`))
  if (before.type === 'reference' && field.type === 'reference' && before.app !== field.app)
    issues.push(
      issue(
        ['fields', at, 'app'],
        'fixed',
        `"${before.key}" refers to another app. Add a new field instead.`,
      ),
    )
  if (before.type === 'list' && field.type === 'list' && before.of !== field.of)
    issues.push(
      issue(
        ['fields', at, 'of'],
        'fixed',
        `"${before.key}" contains ${before.of}s. Add a new field instead.`,
      ),
    )
  return issues
}

function isMultiple(field: FieldInput): boolean {
  return 'multiple' in field && field.multiple
}

function clashes(live: readonly StoredField[], hidden: readonly StoredField[]): Issue[] {
  return live.flatMap((field, at) =>
    hidden.some((old) => old.key === field.key)
      ? [issue(['fields', at, 'key'], 'duplicate', `A hidden field already has the key "${field.key}"`)]
      : [],
  )
}

/** Option keys that a new revision drops, by field: allowed only while no record uses them. */
export function droppedOptions(
  before: AppDefinition,
  after: readonly StoredField[],
): { field: StoredField; at: number; options: string[] }[] {
  return after.flatMap((field, at) => {
    const old = before.fields.find((candidate) => candidate.id === field.id)
    if (field.hidden === true || field.type !== 'selection' || old?.type !== 'selection') return []
    const options = old.options.map((option) => option.key)
    const dropped = options.filter((key) => !field.options.some((option) => option.key === key))
    return dropped.length > 0 ? [{ field, at, options: dropped }] : []
  })
}

import type { Issue } from '@caseloom/contract/kernel/errors'
import { fieldTraits, fieldType } from '@caseloom/contract/field-types/field-kind'
import { type Field, type FieldInput, SYSTEM_FIELDS } from '@caseloom/contract/field-types/fields'
import { wholeWorkflow } from '@caseloom/workflow/applets/whole-workflow'
import { workflowProblems } from '@caseloom/workflow/problems'
import { serverType } from '../../../field-types/registry.ts'
import { computedIssues } from './computed-definition.rules.ts'
import { type ConditionCheck, conditionIssues, isReported } from './condition-definition.rules.ts'
import { flowIssues } from './flow-definition.rules.ts'
import { layoutIssues } from './layout-definition.rules.ts'
import type { AppDefinition, AppShape, StoredField } from './app-definition.ts'
import { readValue } from './field-value.rules.ts'
import { correlationIssues } from './correlation-definition.rules.ts'
import { exportIssues, templateIssues } from './template-definition.rules.ts'
import { withSectionIds } from '@caseloom/contract/apps/section-ids'

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
    ...layoutIssues(shape, keys, check),
    ...computedIssues(fields),
    ...flowIssues(shape, fields, keys),
    ...templateIssues(shape.templates, keys),
    ...exportIssues(shape.exports, keys),
    ...correlationIssues(shape.correlation, fields, check),
    ...workflowIssues(shape, fields),
  ]
  return [...issues, ...conditionIssues(fields, check).filter(({ path }) => !isReported(issues, path))]
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
  for (const { path, code, message } of serverType(field).faults?.(field) ?? [])
    issues.push(issue(['fields', at, ...path], code, message))
  return [...issues, ...defaultIssues(field, at)]
}

function defaultIssues(field: FieldInput, at: number): Issue[] {
  // Now, today, the person who creates the record: read when one is created.
  if (field.default === undefined || field.default === fieldType(field).momentary) return []
  if (fieldTraits(field).links && field.default !== null)
    return [issue(['fields', at, 'default'], 'not_allowed', 'A reference can’t have a default')]
  if ('unique' in field && field.unique && field.default !== null)
    return [issue(['fields', at, 'default'], 'not_allowed', 'A unique field can’t have a default')]
  // Reading a value doesn't use the ID; a new field gets its ID only when the definition is complete.
  const reading = readValue(field as Field, field.default)
  return (reading.issues ?? []).map((found) => ({
    ...found,
    path: ['body', 'fields', at, 'default', ...found.path],
  }))
}

function titleIssues(titleField: string, keys: ReadonlyMap<string, FieldInput>): Issue[] {
  const title = keys.get(titleField)
  if (title !== undefined && fieldType(title).titled?.(title) === true) return []
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

/** Faults of the form logic, each at its place; what is only a warning, editors show. */
function workflowIssues(shape: AppShape, fields: readonly FieldInput[]): Issue[] {
  const workflow = wholeWorkflow(shape)
  if (workflow === undefined) return []
  const byKey = new Map(fields.map((field) => [field.key, field]))
  const layout = [shape.layout, ...(shape.layouts ?? []).map(({ sections }) => sections)].flatMap(
    withSectionIds,
  )
  const problems = workflowProblems(workflow, {
    fields,
    sections: layout.flatMap(({ id }) => (id === undefined ? [] : [id])),
    tabs: layout.flatMap(({ tab }) => (tab === undefined ? [] : [tab])),
    blocks: layout.flatMap(({ blocks = [] }) => blocks.map(({ id }) => id)),
    normalize: (key, value) => {
      const field = byKey.get(key)
      // Reading a value doesn't use the ID.
      return field === undefined ? null : (readValue(field as Field, value).value ?? null)
    },
  })
  return problems
    .filter(({ severity }) => severity === 'error')
    .map(({ path, code, message }) => issue(workflowPlace(shape, path), code, message))
}

/** Where a place of the whole form logic is: in the app’s own, or in the stages of a link. */
export function workflowPlace(
  { workflow, applets = [] }: Parameters<typeof wholeWorkflow>[0],
  path: readonly (string | number)[],
): Path {
  const [root, at, ...rest] = path
  let left = typeof at === 'number' ? at - (workflow?.stages.length ?? 0) : -1
  if (root !== 'stages' || left < 0) return ['workflow', ...path]
  for (const [index, { stages = [] }] of applets.entries()) {
    if (left < stages.length) return ['applets', index, 'stages', left, ...rest]
    left -= stages.length
  }
  return ['workflow', ...path]
}

/** How a new revision follows from the one before: the fields to store, or why that is impossible and where. */
export type NextFields = { fields: StoredField[]; refused?: never } | { fields?: never; refused: Issue[] }

/**
 * Matches the fields of an edit with the stored ones, by id, else by key. A field left out is hidden, one that comes
 * back is shown again with its data; key, type and "several values" of a field never change.
 */
export function nextFields(
  stored: AppDefinition | Pick<AppDefinition, 'fields'>,
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
  const other = 'expression' in before && 'expression' in field && before.result !== field.result
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
  if (before.type === field.type)
    for (const { path, code, message } of serverType(field).fixed?.(before, field) ?? [])
      issues.push(issue(['fields', at, ...path], code, message))
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
    if (field.hidden === true || !('options' in field) || old === undefined || !('options' in old)) return []
    const options = old.options.map((option) => option.key)
    const dropped = options.filter((key) => !field.options.some((option) => option.key === key))
    return dropped.length > 0 ? [{ field, at, options: dropped }] : []
  })
}

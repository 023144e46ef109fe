import type { Issue } from '@caseloom/contract/kernel/errors'
import { fieldTraits, fieldType, kindOf } from '@caseloom/contract/field-types/field-kind'
import type { FieldInput } from '@caseloom/contract/field-types/fields'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { type ExportTemplate, unknownColumns } from '@caseloom/contract/apps/export-templates'
import type { RecordTemplate } from '@caseloom/contract/apps/record-templates'
import { kindRules } from '../../../field-types/registry.ts'
import { givenIssues } from './flow-definition.rules.ts'

type Path = (string | number)[]
type Keys = ReadonlyMap<string, FieldInput>

function issue(path: Path, code: string, message: string): Issue {
  return { path: ['body', ...path], code, message }
}

/** Faults of templates: keys twice, values of fields that no template can fill, tasks outside tasks fields. */
export function templateIssues(templates: readonly RecordTemplate[] | undefined, keys: Keys): Issue[] {
  const seen = new Set<string>()
  return (templates ?? []).flatMap((template, at): Issue[] => {
    const path: Path = ['templates', at]
    const isDouble = seen.has(template.key)
    seen.add(template.key)
    return [
      ...(isDouble ? [issue([...path, 'key'], 'duplicate', 'Two templates have this key')] : []),
      ...valueIssues(template.fields, [...path, 'fields'], keys),
      ...taskIssues(template.tasks, [...path, 'tasks'], keys),
    ]
  })
}

function valueIssues(values: Readonly<Record<string, JsonValue>>, path: Path, keys: Keys): Issue[] {
  const lasting: [string, JsonValue][] = []
  const issues: Issue[] = []
  for (const [key, value] of Object.entries(values)) {
    const field = keys.get(key)
    // Values of the moment are worked out when a record is created.
    if (field !== undefined && value !== null && value === fieldType(field).momentary) continue
    if (field !== undefined && !isTemplated(field))
      issues.push(issue([...path, key], 'not_allowed', `A template can’t fill "${key}"`))
    else lasting.push([key, Array.isArray(value) && field !== undefined ? lastingItems(field, value) : value])
  }
  return [...issues, ...givenIssues(Object.fromEntries(lasting), path, keys)]
}

/** The items that are not of the moment: who creates the record may be one of several users. */
function lastingItems(field: FieldInput, items: JsonValue[]): JsonValue[] {
  return fieldTraits(field).users ? items.filter((item) => item !== fieldType(field).momentary) : items
}

/** Unique values fit one record only, links belong to records, and tasks have a list of their own. */
function isTemplated(field: FieldInput): boolean {
  const { links, tasks } = fieldTraits(field)
  return !links && !tasks && !('unique' in field && field.unique)
}

function taskIssues(tasks: RecordTemplate['tasks'], path: Path, keys: Keys): Issue[] {
  return Object.keys(tasks).flatMap((key): Issue[] => {
    const field = keys.get(key)
    if (field === undefined) return [issue([...path, key], 'unknown_field', `Unknown field "${key}"`)]
    return fieldTraits(field).tasks
      ? []
      : [issue([...path, key], 'invalid_type', `"${key}" isn’t a tasks field`)]
  })
}

/** Faults of export templates: keys twice, columns that the app doesn't have, or an order that no list can have. */
export function exportIssues(exports: readonly ExportTemplate[] | undefined, keys: Keys): Issue[] {
  const seen = new Set<string>()
  return (exports ?? []).flatMap((template, at): Issue[] => {
    const path: Path = ['exports', at]
    const isDouble = seen.has(template.key)
    seen.add(template.key)
    const [unknown] = unknownColumns(template, (key) => keys.has(key))
    const unsortable = template.sort.find(({ field }) => !isSortable(keys.get(field)))
    return [
      ...(isDouble ? [issue([...path, 'key'], 'duplicate', 'Two export templates have this key')] : []),
      ...(unknown === undefined
        ? []
        : [issue([...path, 'columns'], 'unknown_field', `Unknown field "${unknown.slice(0, 100)}"`)]),
      ...(unsortable === undefined
        ? []
        : [issue([...path, 'sort'], 'not_sortable', `Lists can’t be sorted by "${unsortable.field}"`)]),
    ]
  })
}

/** Of a field that the app doesn't have, the columns speak. */
function isSortable(field: FieldInput | undefined): boolean {
  if (field === undefined || fieldType(field).fact === true) return true
  return kindRules(kindOf(field)).sortType !== undefined
}

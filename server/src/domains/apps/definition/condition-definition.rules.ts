import type { Issue } from '@caseloom/contract/kernel/errors'
import { fieldTraits, fieldType, kindOf } from '@caseloom/contract/field-types/field-kind'
import type { FieldKind } from '@caseloom/contract/field-types/registry'
import type { Field, FieldInput } from '@caseloom/contract/field-types/fields'
import type { Condition, Filter } from '@caseloom/contract/values/filter'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { readValue } from './field-value.rules.ts'
import type { ParsedValue } from '../../../field-types/parsed-value.ts'

/** A field of a definition as conditions see it. */
interface ConditionField {
  readonly key: string
  readonly kind: FieldKind
  readonly definition: Field
  readonly unique: boolean
  readonly readClass: string
  read(raw: JsonValue): ParsedValue
}

/**
 * What is wrong with a filter over these fields, with places inside the filter. Records, which understand filters, give
 * it when the house is built.
 */
export type ConditionCheck = (fields: readonly ConditionField[], filter: Filter) => Issue[]

type Path = (string | number)[]

interface Placed {
  path: Path
  filter: Filter
}

/** Faults of all conditions of a definition: operators and values that do not suit the fields, and what clocks cannot see. */
export function conditionIssues(fields: readonly FieldInput[], check: ConditionCheck): Issue[] {
  const shapes = conditionShapes(fields)
  const issues = fields.flatMap((field, at) => ('start' in field ? clockIssues(field, at, fields) : []))
  const found = fields
    .flatMap((field, at) => placesOf(field, ['body', 'fields', at]))
    .flatMap(({ path, filter }) =>
      check(shapes, filter).map((issue) => ({ ...issue, path: [...path, ...issue.path] })),
    )
  return [...issues, ...found.filter(({ path }) => !isReported(issues, path))]
}

/** True when something was said of this place, or of what it is in. */
export function isReported(issues: readonly Issue[], path: Issue['path']): boolean {
  return issues.some((issue) => issue.path.every((part, at) => path[at] === part))
}

function placesOf(field: FieldInput, at: Path): Placed[] {
  const { requiredWhen } = field
  const places = requiredWhen === undefined ? [] : [{ path: [...at, 'requiredWhen'], filter: requiredWhen }]
  if ('stamp' in field && field.stamp !== undefined)
    places.push({ path: [...at, 'stamp', 'when'], filter: field.stamp.when })
  if ('start' in field)
    for (const part of ['start', 'pause', 'stop'] as const) {
      const filter = field[part]
      if (filter !== undefined) places.push({ path: [...at, part], filter })
    }
  return places
}

/** Fields of a definition as conditions see them. */
export function conditionShapes(fields: readonly FieldInput[]): ConditionField[] {
  return fields.map(shapeOf)
}

function shapeOf(input: FieldInput): ConditionField {
  // Conditions look at no id; a new field gets its own when the definition is whole.
  const definition = input as Field
  return {
    key: input.key,
    kind: kindOf(definition),
    definition,
    unique: false,
    readClass: '',
    read: (raw) => readValue(definition, raw),
  }
}

/** Worked out after clocks, or without a value in the record. */
function isUnseen(field: FieldInput): boolean {
  const { links, thread } = fieldTraits(field)
  return fieldType(field).derived === true || links || thread
}

/** Clocks are computed from fields that people, playbooks, and stamps fill. */
function clockIssues(
  clock: FieldInput & { type: 'clock' },
  at: number,
  fields: readonly FieldInput[],
): Issue[] {
  const unseen = new Set(fields.filter(isUnseen).map(({ key }) => key))
  return placesOf(clock, ['body', 'fields', at]).flatMap(({ path, filter }) =>
    conditionsOf(filter, path)
      .filter(({ condition }) => condition !== null && unseen.has(condition.field))
      .map(({ condition, path: place }) => ({
        path: [...place, 'field'],
        code: 'not_allowed',
        message: `A clock can only use fields that people fill in; "${condition?.field}" is computed or stored separately`,
      })),
  )
}

/** The conditions of a filter at their places; null for one on linked records. */
export function conditionsOf(filter: Filter, path: Path): { condition: Condition | null; path: Path }[] {
  if ('all' in filter) return filter.all.flatMap((part, at) => conditionsOf(part, [...path, 'all', at]))
  if ('any' in filter) return filter.any.flatMap((part, at) => conditionsOf(part, [...path, 'any', at]))
  if ('not' in filter) return conditionsOf(filter.not, [...path, 'not'])
  return [{ condition: 'has' in filter ? null : filter, path }]
}

import type { Promotion } from '@caseloom/contract/apps/apps'
import type { Issue } from '@caseloom/contract/kernel/errors'
import { fieldTraits, fieldType } from '@caseloom/contract/field-types/field-kind'
import { isFilled } from '@caseloom/contract/field-types/field-copy'
import { type Field, type FieldInput, SYSTEM_FIELDS } from '@caseloom/contract/field-types/fields'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { Condition, Filter } from '@caseloom/contract/values/filter'
import { isRelative } from '@caseloom/contract/values/relative-time'
import type { AppShape } from './app-definition.ts'
import { readValue } from './field-value.rules.ts'

type Path = (string | number)[]
type Keys = ReadonlyMap<string, FieldInput>

function issue(path: Path, code: string, message: string): Issue {
  return { path: ['body', ...path], code, message }
}

/** Faults of what an app says about the way of its records: required from a state on, promoted, assigned. */
export function flowIssues(shape: AppShape, fields: readonly FieldInput[], keys: Keys): Issue[] {
  return [
    ...fields.flatMap((field, at) => requiredIssues(field, at, keys)),
    ...promotionIssues(shape, keys),
    ...assigneeIssues(shape, keys),
  ]
}

function requiredIssues(field: FieldInput, at: number, keys: Keys): Issue[] {
  if (field.requiredWhen === undefined) return []
  const path: Path = ['fields', at, 'requiredWhen']
  // Linked records are stored separately.
  if (fieldType(field).unwritten === true || fieldTraits(field).links)
    return [issue(path, 'not_allowed', `"${field.key}" isn’t filled in manually, so it can’t be required`)]
  const issues: Issue[] = []
  walk(field.requiredWhen, path, {
    condition: (condition, place) => issues.push(...conditionIssues(condition, place, { field, keys })),
    has: (place) => issues.push(issue(place, 'not_allowed', 'This can only use the record itself')),
  })
  return issues
}

function conditionIssues(
  condition: Condition,
  path: Path,
  { field, keys }: { field: FieldInput; keys: Keys },
): Issue[] {
  const { field: key } = condition
  const system: readonly string[] = SYSTEM_FIELDS
  const other = keys.get(key)
  if (other === undefined && !system.includes(key))
    return [issue([...path, 'field'], 'unknown_field', `Unknown field "${key}"`)]
  if (other !== undefined && fieldTraits(other).thread)
    return [issue([...path, 'field'], 'not_allowed', 'A comments field isn’t part of the record’s values')]
  const moving = movingPart(condition, other)
  if (moving !== null)
    return [
      issue(
        [...path, moving],
        'not_allowed',
        'A field becomes required by changes; it can’t depend on time alone',
      ),
    ]
  const { readers } = other ?? {}
  const open = field.readers === undefined || !field.readers.every((role) => readers?.includes(role))
  if (readers !== undefined && open)
    return [
      issue(
        [...path, 'field'],
        'betrays',
        `"${field.key}" would reveal "${key}", which only some roles can read`,
      ),
    ]
  return []
}

/** The part of a condition by which it says something else as time goes by; null when it does not. */
export function movingPart(condition: Condition, field: FieldInput | undefined): 'op' | 'value' | null {
  const isTime = field === undefined || mayMove(field)
  if (!isTime || !isRelative(condition)) return null
  return isRelative({ op: condition.op }) ? 'op' : 'value'
}

/** Times, and what may be one: the result of a formula, a fact of the record. */
function mayMove(field: FieldInput): boolean {
  const { instant, day } = fieldTraits(field)
  return instant || day || 'expression' in field || fieldType(field).fact === true
}

interface Visitor {
  condition: (condition: Condition, path: Path) => void
  has: (path: Path) => void
}

function walk(filter: Filter, path: Path, visitor: Visitor): void {
  if ('all' in filter) return filter.all.forEach((part, at) => walk(part, [...path, 'all', at], visitor))
  if ('any' in filter) return filter.any.forEach((part, at) => walk(part, [...path, 'any', at], visitor))
  if ('not' in filter) return walk(filter.not, [...path, 'not'], visitor)
  if ('has' in filter) visitor.has(path)
  else visitor.condition(filter, path)
}

function promotionIssues(shape: AppShape, keys: Keys): Issue[] {
  const seen = new Set<string>()
  return (shape.promotions ?? []).flatMap((promotion, at) => {
    const path: Path = ['promotions', at]
    const issues: Issue[] = []
    if (seen.has(promotion.key))
      issues.push(issue([...path, 'key'], 'duplicate', 'Two promotions have this key'))
    seen.add(promotion.key)
    const link = keys.get(promotion.link)
    if (link === undefined || !fieldTraits(link).links)
      issues.push(issue([...path, 'link'], 'invalid_type', 'This must be a reference field of the app'))
    for (const [target, source] of Object.entries(promotion.copy))
      if (!keys.has(source))
        issues.push(issue([...path, 'copy', target], 'unknown_field', `Unknown field "${source}"`))
    return [
      ...issues,
      ...givenIssues(promotion.set, [...path, 'set'], keys),
      ...combineIssues(promotion, path, keys),
    ]
  })
}

/** Faults of values that a definition gives to fields of records: unknown fields, ones no one fills, wrong values. */
export function givenIssues(values: Readonly<Record<string, JsonValue>>, path: Path, keys: Keys): Issue[] {
  return Object.entries(values).flatMap(([key, value]): Issue[] => {
    const place = [...path, key]
    const field = keys.get(key)
    if (field === undefined) return [issue(place, 'unknown_field', `Unknown field "${key}"`)]
    if (!isFilled(field)) return [issue(place, 'not_allowed', `"${key}" can’t be filled in`)]
    // Reading a value doesn't use the ID.
    const { issues = [] } = readValue(field as Field, value)
    return issues.map((found) => ({ ...found, path: ['body', ...place, ...found.path] }))
  })
}

/** Only what is copied is combined: lists are united, and of what has an order the first or last is taken. */
function combineIssues({ copy, combine = {} }: Promotion, path: Path, keys: Keys): Issue[] {
  return Object.entries(combine).flatMap(([target, way]): Issue[] => {
    const place = [...path, 'combine', target]
    const from = copy[target]
    if (from === undefined) return [issue(place, 'unknown_field', `"${target}" isn’t copied`)]
    const field = keys.get(from)
    if (field === undefined) return []
    const { observables, ordered: isOrdered, several: isList } = fieldTraits(field)
    const several = isList || observables || ('multiple' in field && field.multiple)
    // What follows from other fields is not copied by its order.
    const ordered = !several && isOrdered && fieldType(field).derived !== true
    if (way === 'all' ? several : ordered) return []
    const message = way === 'all' ? `"${from}" has only one value` : `Values of "${from}" can’t be ordered`
    return [issue(place, 'invalid_type', message)]
  })
}

function assigneeIssues({ assigneeField }: AppShape, keys: Keys): Issue[] {
  if (assigneeField === undefined) return []
  const field = keys.get(assigneeField)
  if (field !== undefined && fieldTraits(field).users) return []
  return [issue(['assigneeField'], 'invalid_type', 'This must be a user field of the app')]
}

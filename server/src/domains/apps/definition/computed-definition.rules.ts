import type { Issue } from '@caseloom/contract/kernel/errors'
import { fieldTraits, fieldType } from '@caseloom/contract/field-types/field-kind'
import { type Field, type FieldInput, SYSTEM_FIELDS } from '@caseloom/contract/field-types/fields'
import type { Condition, Filter } from '@caseloom/contract/values/filter'
import { readFormula } from '@caseloom/playbook/formula'
import { readValue } from './field-value.rules.ts'
import { movingPart } from './flow-definition.rules.ts'

type Path = (string | number)[]
type Keys = ReadonlyMap<string, FieldInput>

function issue(path: Path, code: string, message: string): Issue {
  return { path: ['body', 'fields', ...path], code, message }
}

/** Faults of formulas, stamps, clocks and placed facts: names of nothing, circles, values that would betray a hidden field. */
export function computedIssues(fields: readonly FieldInput[]): Issue[] {
  const keys: Keys = new Map(fields.map((field) => [field.key, field]))
  const reads = new Map<string, readonly string[]>()
  const issues = fields.flatMap((field, at) => {
    if ('expression' in field) return [...ownIssues(field, at), ...formulaIssues(field, at, keys, reads)]
    if (fieldType(field).fact === true) return [...ownIssues(field, at), ...openIssues(field, at)]
    if ('stamp' in field && field.stamp !== undefined)
      return [...ownIssues(field, at), ...stampIssues(field, at, keys)]
    return 'start' in field ? clockBetrayals(field, at, keys) : []
  })
  return [...issues, ...circleIssues(fields, reads)]
}

/** What only people fill can be asked of them. */
function ownIssues(field: FieldInput, at: number): Issue[] {
  const issues: Issue[] = []
  if (field.required)
    issues.push(issue([at, 'required'], 'not_allowed', `"${field.key}" is computed and can’t be required`))
  if (field.default !== undefined)
    issues.push(issue([at, 'default'], 'not_allowed', `"${field.key}" is computed and can’t have a default`))
  return issues
}

function openIssues(field: FieldInput, at: number): Issue[] {
  if (field.readers === undefined && field.writers === undefined) return []
  const path = [at, field.readers === undefined ? 'writers' : 'readers']
  return [issue(path, 'not_allowed', 'System values of a record are visible to everyone who can read it')]
}

function formulaIssues(
  field: FieldInput & { type: 'formula' },
  at: number,
  keys: Keys,
  reads: Map<string, readonly string[]>,
): Issue[] {
  const reading = readFormula(
    field.expression,
    (key) => hasValue(keys.get(key)),
    (key) => isLink(keys.get(key)),
  )
  if (reading.faults !== undefined)
    return reading.faults.map(({ code, message, position }) => ({
      ...issue([at, 'expression'], code, place(message, position)),
      ...(position === undefined ? {} : { position }),
    }))
  reads.set(field.key, reading.reads)
  return betrayals(field, at, { reads: reading.reads, keys })
}

function place(message: string, position: number | undefined): string {
  return position === undefined ? message : `${message} (at character ${position + 1})`
}

/** Facts come under their own names, threads and links have no value in the record. */
function hasValue(field: FieldInput | undefined): boolean {
  return field !== undefined && fieldTraits(field).column
}

function isLink(field: FieldInput | undefined): boolean {
  return field !== undefined && fieldTraits(field).links
}

/** Anyone who may read what is computed must be allowed to read what it is computed from. */
function betrayals(
  field: FieldInput,
  at: number,
  { reads, keys }: { reads: readonly string[]; keys: Keys },
): Issue[] {
  return reads.flatMap((key) => {
    const { readers } = keys.get(key) ?? {}
    if (readers === undefined) return []
    if (field.readers !== undefined && field.readers.every((role) => readers.includes(role))) return []
    const message = `"${field.key}" would reveal "${key}", which only some roles can read. Restrict its readers to the same roles.`
    return [issue([at, 'readers'], 'betrays', message)]
  })
}

function stampIssues(field: FieldInput & { type: 'datetime' }, at: number, keys: Keys): Issue[] {
  if (field.stamp === undefined) return []
  const reads = new Set<string>()
  const issues: Issue[] = []
  walk(field.stamp.when, [at, 'stamp', 'when'], (condition, path) => {
    const found = conditionIssue(condition, field.key, keys)
    if (found === null) reads.add(condition.field)
    else issues.push(issue([...path, found.at], found.code, found.message))
  })
  if (hasHas(field.stamp.when))
    issues.push(
      issue([at, 'stamp', 'when'], 'not_allowed', 'An automatic timestamp can only use this record'),
    )
  return [...issues, ...betrayals(field, at, { reads: [...reads], keys })]
}

/** The start, pause, and stop of a clock reveal the fields that its conditions read. */
function clockBetrayals(field: FieldInput & { type: 'clock' }, at: number, keys: Keys): Issue[] {
  const reads = new Set<string>()
  for (const filter of [field.start, field.pause, field.stop])
    if (filter !== undefined) walk(filter, [], (condition) => reads.add(condition.field))
  return betrayals(field, at, { reads: [...reads], keys })
}

interface Found {
  at: string
  code: string
  message: string
}

const COMPARED: ReadonlySet<string> = new Set([
  'eq',
  'ne',
  'gt',
  'gte',
  'lt',
  'lte',
  'in',
  'notIn',
  'between',
])

function conditionIssue(condition: Condition, own: string, keys: Keys): Found | null {
  const { field: key, op, value } = condition
  const system: readonly string[] = SYSTEM_FIELDS
  const field = keys.get(key)
  if (field === undefined && !system.includes(key))
    return { at: 'field', code: 'unknown_field', message: `Unknown field "${key}"` }
  const isLater = field !== undefined && fieldType(field).derived === true
  if (key === own || isLater || (field !== undefined && !hasValue(field)))
    return {
      at: 'field',
      code: 'not_allowed',
      message: 'An automatic timestamp can only use fields that people fill in',
    }
  const moving = movingPart(condition, field)
  if (moving !== null)
    return {
      at: moving,
      code: 'not_allowed',
      message: 'An automatic timestamp is set by changes; it can’t depend on time alone',
    }
  if (field === undefined || !COMPARED.has(op)) return null
  const { files, several, users } = fieldTraits(field)
  const items = Array.isArray(value) ? value : [value ?? null]
  const faulty = items.some((item) => {
    if (item === 'me' && users) return false
    const wrapped = several || files ? [item] : item
    // Reading a value doesn't use the ID.
    return item === null || readValue(field as Field, wrapped).issues !== undefined
  })
  return faulty ? { at: 'value', code: 'invalid_value', message: `"${key}" can’t have this value` } : null
}

function walk(filter: Filter, path: Path, see: (condition: Condition, path: Path) => void): void {
  if ('all' in filter) return filter.all.forEach((part, at) => walk(part, [...path, 'all', at], see))
  if ('any' in filter) return filter.any.forEach((part, at) => walk(part, [...path, 'any', at], see))
  if ('not' in filter) return walk(filter.not, [...path, 'not'], see)
  if (!('has' in filter)) see(filter, path)
}

function hasHas(filter: Filter): boolean {
  if ('all' in filter) return filter.all.some(hasHas)
  if ('any' in filter) return filter.any.some(hasHas)
  return 'not' in filter ? hasHas(filter.not) : 'has' in filter
}

/** Formulas that read each other in a circle, each circle once, with its way. */
function circleIssues(fields: readonly FieldInput[], reads: ReadonlyMap<string, readonly string[]>): Issue[] {
  const done = new Set<string>()
  const issues: Issue[] = []
  const visit = (key: string, way: readonly string[]) => {
    const start = way.indexOf(key)
    if (start >= 0) {
      const at = fields.findIndex((field) => field.key === key)
      const circle = [...way.slice(start), key].join(' → ')
      issues.push(issue([at, 'expression'], 'circle', `Formulas depend on each other in a cycle: ${circle}`))
    } else if (!done.has(key)) {
      for (const next of reads.get(key) ?? []) if (reads.has(next)) visit(next, [...way, key])
      done.add(key)
    }
  }
  for (const key of reads.keys()) visit(key, [])
  return issues
}

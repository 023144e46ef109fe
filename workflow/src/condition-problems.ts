import { fieldTraits } from '@caseloom/contract/field-types/field-kind'
import { fieldTarget } from '@caseloom/contract/filters/field-types/filter-rules'
import type { Condition, Filter } from '@caseloom/contract/values/filter'
import type { FieldInput } from '@caseloom/contract/field-types/fields'
import { MAX_TABLE_QUESTIONS } from '@caseloom/contract/apps/table-answers'
import type { TableTest, When } from '@caseloom/contract/apps/workflow'
import type { Checking, WorkflowProblem } from './checking.ts'
import { expressionFaults } from './expression-faults.ts'
import { groupOf, partsOf } from './structure-problems.ts'
import { canBeInTable, questionName, tableTests } from './table-uses.ts'
import { conditionFaults } from './tests.ts'
import type { Path } from './walk.ts'

/** Conditions that name what is missing, or compare it in a way that its type does not have. */
export function conditionProblems(checking: Checking): void {
  for (const { rule, path } of checking.rules)
    if (rule.when !== undefined) check(rule.when, [...path, 'when'], { checking, rule: rule.id })
  const asked = new Set(
    tableTests(checking.workflow).flatMap(({ field: value, table, column, at = 'now' }) =>
      (at === 'becomes' ? ['now', 'before'] : [at]).map((one) =>
        questionName({ table, ...(column === undefined ? {} : { column }), value: `${one}.${value}` }),
      ),
    ),
  )
  if (asked.size <= MAX_TABLE_QUESTIONS) return
  const message = `A workflow can look up at most ${MAX_TABLE_QUESTIONS} different values in tables`
  checking.report({ code: 'too_many', path: ['stages'], message, items: [] })
}

type Severity = WorkflowProblem['severity']

interface Place {
  checking: Checking
  rule: string
}

function check(when: When, path: Path, place: Place): void {
  const parts = partsOf(when)
  const group = groupOf(when)
  if (parts !== null && group !== null) {
    for (const [at, part] of parts.entries()) check(part, [...path, group, at], place)
    return
  }
  const { checking, rule } = place
  const { own } = checking.fields
  const report = (code: string, at: Path, message: string, severity: Severity = 'error') =>
    checking.report({ code, path: [...path, ...at], message, items: [rule], severity })
  if ('expression' in when) {
    for (const fault of expressionFaults(when.expression, checking.fields))
      report(fault.code, ['expression'], placed(fault.message, fault.position))
  } else if ('changed' in when) {
    if (fieldTarget(when.changed, own.get(when.changed)) === null)
      report('unknown_field', ['changed'], `Unknown field "${when.changed}"`)
  } else if ('linked' in when) linkedProblems(when, report, checking)
  else if ('actor' in when) {
    const { roles } = checking.parts
    for (const [at, id] of when.in.entries())
      if (when.actor === 'role' && roles !== undefined && !roles.includes(id))
        report('unknown_role', ['in', at], 'This role doesn’t exist, so no one has it', 'warning')
  } else if ('table' in when) tableProblems(when, report, checking)
  else if ('field' in when) {
    for (const fault of faultsOf(when, own, checking.parts.normalize))
      report(fault.code, fault.path, fault.message)
  }
}

export function placed(message: string, position: number | undefined): string {
  return position === undefined ? message : `${message} (at character ${position + 1})`
}

function faultsOf(
  condition: Condition,
  fields: ReadonlyMap<string, FieldInput>,
  normalize: Checking['parts']['normalize'],
) {
  const faults = conditionFaults(condition, fields, normalize)
  const field = fields.get(condition.field)
  if (faults.length > 0 || field === undefined) return faults
  const { links, thread } = fieldTraits(field)
  if (links || thread)
    return [
      {
        path: ['field'],
        code: 'not_allowed',
        message: `"${condition.field}" isn’t part of the record’s values${links ? ': use a condition on linked records' : ''}`,
      },
    ]
  return unknownOptions(condition, field)
}

function unknownOptions({ value = null }: Condition, field: FieldInput) {
  if (!('options' in field)) return []
  const values = Array.isArray(value) ? value : value === null ? [] : [value]
  return values.flatMap((one, at) => {
    if (typeof one !== 'string' || field.options.some(({ key }) => key === one)) return []
    const path = Array.isArray(value) ? ['value', at] : ['value']
    return [{ path, code: 'unknown_option', message: `"${field.key}" has no option "${one.slice(0, 100)}"` }]
  })
}

const TEXT_COLUMN = 'text'

/** A field that can't be in a table, and a table or column that doesn't exist. */
function tableProblems(
  { field: key, table: name, column: inside }: TableTest,
  report: Report,
  checking: Checking,
): void {
  const field = checking.fields.own.get(key)
  if (field === undefined) report('unknown_field', ['field'], `Unknown field "${key.slice(0, 100)}"`)
  else if (!canBeInTable(field))
    report(
      'not_allowed',
      ['field'],
      `"${key}" can’t be looked up in a table: use a text or a single selection`,
    )
  const { tables } = checking.parts
  if (tables === undefined) return
  const table = tables.find((one) => one.key === name)
  if (table === undefined) return report('unknown_table', ['table'], `There is no table "${name}"`)
  if (inside === undefined) return
  const column = table.columns.find((one) => one.key === inside)
  if (column === undefined)
    report('unknown_column', ['column'], `The table "${name}" has no column "${inside}"`)
  else if (column.type !== TEXT_COLUMN)
    report('not_allowed', ['column'], `The column "${inside}" isn’t a text column`)
}

type Report = (code: string, at: Path, message: string) => void

function linkedProblems(
  { linked, where }: { linked: string; where?: Filter | undefined },
  report: Report,
  checking: Checking,
): void {
  const field = checking.fields.own.get(linked)
  if (field === undefined) return report('unknown_field', ['linked'], `Unknown field "${linked}"`)
  if (!fieldTraits(field).links)
    return report('invalid_type', ['linked'], 'This must be a reference field of the app')
  const others = checking.fields.linked?.get(linked)
  // The other app's fields are not known here.
  if (where === undefined || others === undefined) return
  const walk = (filter: Filter, path: Path): void => {
    if ('all' in filter) return filter.all.forEach((part, at) => walk(part, [...path, 'all', at]))
    if ('any' in filter) return filter.any.forEach((part, at) => walk(part, [...path, 'any', at]))
    if ('not' in filter) return walk(filter.not, [...path, 'not'])
    if ('has' in filter) return report('not_allowed', path, 'Conditions go one link far')
    for (const fault of faultsOf(filter, others, undefined))
      report(fault.code, [...path, ...fault.path], fault.message)
  }
  walk(where, ['where'])
}

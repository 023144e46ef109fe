import type { AppView } from '@caseloom/contract/apps'
import { readDuration } from '@caseloom/contract/duration'
import type { Field, FieldType } from '@caseloom/contract/fields'
import type { Condition, FilterOperator } from '@caseloom/contract/filter'
import type { JsonValue } from '@caseloom/contract/json'
import { type Names, textOf } from './field-text.ts'
import { shownField } from './shown-field.ts'

/** What a condition may be about: a field of the app, or a fact that every record has. */
export interface FilterSubject {
  key: string
  label: string
  type: FieldType
  field?: Field
}

const OPERATORS: Record<FieldType, readonly FilterOperator[]> = {
  text: ['contains', 'notContains', 'eq', 'ne', 'startsWith', 'endsWith', 'empty', 'notEmpty'],
  url: ['contains', 'eq', 'startsWith', 'empty', 'notEmpty'],
  number: ['eq', 'ne', 'gte', 'lte', 'gt', 'lt', 'empty', 'notEmpty'],
  datetime: ['within', 'gte', 'lte', 'empty', 'notEmpty'],
  selection: ['in', 'notIn', 'empty', 'notEmpty'],
  user: ['in', 'notIn', 'empty', 'notEmpty'],
  json: ['empty', 'notEmpty'],
  date: ['eq', 'ne', 'gte', 'lte', 'gt', 'lt', 'empty', 'notEmpty'],
  time: ['eq', 'ne', 'gte', 'lte', 'gt', 'lt', 'empty', 'notEmpty'],
  duration: ['gte', 'lte', 'gt', 'lt', 'eq', 'ne', 'empty', 'notEmpty'],
  list: ['contains', 'notContains', 'in', 'notIn', 'empty', 'notEmpty'],
  group: ['in', 'notIn', 'empty', 'notEmpty'],
  attachment: ['contains', 'notContains', 'empty', 'notEmpty'],
  comments: ['empty', 'notEmpty'],
  reference: ['empty', 'notEmpty'],
  // A formula compares like its result; this is what is left for yes and no.
  formula: ['eq', 'ne', 'empty', 'notEmpty'],
  technique: ['startsWith', 'in', 'notIn', 'empty', 'notEmpty'],
  system: [],
  observables: ['contains', 'notContains', 'empty', 'notEmpty'],
  tasks: ['empty', 'notEmpty'],
  clock: ['in', 'notIn'],
}

/** Spans that "within the last" offers. */
export const SPANS = ['1h', '12h', '24h', '7d', '30d', '90d'] as const

export function filterSubjects(app: AppView, t: (key: string) => string): FilterSubject[] {
  return [
    ...app.fields.filter(isCompared).map((own) => {
      const field = shownField(own)
      return { key: field.key, label: field.label, type: field.type, field }
    }),
    { key: 'created_at', label: t('system.created_at'), type: 'datetime' as const },
    { key: 'updated_at', label: t('system.updated_at'), type: 'datetime' as const },
  ]
}

/** Facts are compared under their own names. */
function isCompared(field: Field): boolean {
  return field.type !== 'system'
}

export function operatorsOf(subject: FilterSubject): readonly FilterOperator[] {
  return OPERATORS[subject.type]
}

/** The words of an operator: dates are not greater but later, lists have items. */
export function operatorKey(subject: FilterSubject | undefined, operator: FilterOperator): string {
  const isOrder = operator === 'gt' || operator === 'gte' || operator === 'lt' || operator === 'lte'
  if (subject?.type === 'date' && isOrder) return `dates.${operator}`
  if (subject?.type === 'time' && isOrder) return `times.${operator}`
  return subject?.type === 'list' && takesSeveral(operator) ? `lists.${operator}` : `operators.${operator}`
}

export function takesValue(operator: FilterOperator): boolean {
  return operator !== 'empty' && operator !== 'notEmpty'
}

export function takesSeveral(operator: FilterOperator): boolean {
  return operator === 'in' || operator === 'notIn'
}

/** What was entered as the value that the search understands; null while it is none yet. */
export function valueOf(
  subject: FilterSubject,
  operator: FilterOperator,
  entered: string | string[],
): JsonValue {
  if (!takesValue(operator)) return null
  const isNumbers = subject.field?.type === 'list' && subject.field.of === 'number'
  if (takesSeveral(operator)) {
    if (!Array.isArray(entered) || entered.length === 0) return null
    return isNumbers && !entered.every((item) => isNumber(item)) ? null : entered
  }
  const text = Array.isArray(entered) ? (entered[0] ?? '') : entered.trim()
  if (text === '') return null
  if (isNumbers && !isNumber(text)) return null
  if (subject.type === 'duration') return readDuration(text)
  if (subject.type === 'formula') return text === 'true'
  if (subject.type === 'number') return Number.isFinite(Number(text)) ? Number(text) : null
  if (subject.type === 'datetime' && operator !== 'within') {
    const time = Date.parse(text)
    return Number.isNaN(time) ? null : new Date(time).toISOString()
  }
  return text
}

function isNumber(text: string): boolean {
  return text.trim() !== '' && Number.isFinite(Number(text))
}

/** The three parts of a chip: field, operator, value, all as words. */
export function chipParts(
  condition: Condition,
  subjects: readonly FilterSubject[],
  words: { people: Names; t: (key: string) => string },
): { field: string; operator: string; value: string } {
  const subject = subjects.find((one) => one.key === condition.field)
  return {
    field: subject?.label ?? condition.field,
    operator: words.t(operatorKey(subject, condition.op)),
    value: takesValue(condition.op) ? valueText(condition, subject, words) : '',
  }
}

function valueText(
  condition: Condition,
  subject: FilterSubject | undefined,
  { people, t }: { people: Names; t: (key: string) => string },
): string {
  if (condition.op === 'within') return t(`spans.${String(condition.value)}`)
  const values = Array.isArray(condition.value) ? condition.value : [condition.value ?? null]
  const texts = values.map((value) =>
    value === 'me' ? t('filter.me') : textOf(subject?.field, value, people),
  )
  return texts.length > 2 ? `${texts.slice(0, 2).join(', ')} +${texts.length - 2}` : texts.join(', ')
}

import type { AppView } from '@caseloom/contract/apps'
import { readDuration, writeDuration } from '@caseloom/contract/duration'
import type { Field, FieldType } from '@caseloom/contract/fields'
import { type Condition, type FilterOperator, PERIODS } from '@caseloom/contract/filter'
import type { JsonValue } from '@caseloom/contract/json'
import { parseRelativeTime } from '@caseloom/contract/relative-time'
import { type Names, textOf } from './field-text.ts'
import { relativeDateLabel } from './relative-date-label.ts'
import { shownField } from './shown-field.ts'

/** The subject of a condition: a field of the app, or a system field. */
export interface FilterSubject {
  key: string
  label: string
  type: FieldType
  field?: Field
}

const OPERATORS: Record<FieldType, readonly FilterOperator[]> = {
  text: ['contains', 'notContains', 'eq', 'ne', 'in', 'notIn', 'startsWith', 'endsWith', 'empty', 'notEmpty'],
  url: ['contains', 'notContains', 'eq', 'ne', 'startsWith', 'endsWith', 'empty', 'notEmpty'],
  number: ['eq', 'ne', 'gte', 'lte', 'gt', 'lt', 'between', 'empty', 'notEmpty'],
  datetime: ['within', 'withinNext', 'olderThan', 'gte', 'lte', 'gt', 'lt', 'between', 'empty', 'notEmpty'],
  selection: ['in', 'notIn', 'gte', 'lte', 'empty', 'notEmpty'],
  user: ['in', 'notIn', 'empty', 'notEmpty'],
  json: ['empty', 'notEmpty'],
  date: [
    'within',
    'withinNext',
    'olderThan',
    'eq',
    'ne',
    'gte',
    'lte',
    'gt',
    'lt',
    'between',
    'empty',
    'notEmpty',
  ],
  time: ['eq', 'ne', 'gte', 'lte', 'between', 'empty', 'notEmpty'],
  duration: ['gte', 'lte', 'gt', 'lt', 'between', 'eq', 'ne', 'empty', 'notEmpty'],
  list: ['contains', 'notContains', 'in', 'notIn', 'empty', 'notEmpty'],
  group: ['in', 'notIn', 'empty', 'notEmpty'],
  attachment: ['contains', 'notContains', 'empty', 'notEmpty'],
  comments: ['empty', 'notEmpty'],
  reference: ['empty', 'notEmpty'],
  // A formula compares like its result; this covers yes and no.
  formula: ['eq', 'ne', 'empty', 'notEmpty'],
  technique: ['startsWith', 'in', 'notIn', 'empty', 'notEmpty'],
  system: [],
  observables: ['contains', 'notContains', 'empty', 'notEmpty'],
  tasks: ['contains', 'notContains', 'empty', 'notEmpty'],
  clock: ['in', 'notIn'],
}

/** Operators of fields with several values: all, any, none. */
const SEVERAL: readonly FilterOperator[] = ['in', 'notIn', 'contains', 'notContains', 'empty', 'notEmpty']

/** Spans that "within the last" offers, in addition to calendar periods and custom spans. */
export const SPANS = ['1h', '12h', '24h', '7d', '30d', '90d'] as const

const RELATIVE: readonly FilterOperator[] = ['within', 'withinNext', 'olderThan']

export function isRelative(operator: FilterOperator): boolean {
  return RELATIVE.includes(operator)
}

/** For example, 36h is "36 hours"; null when it isn't a span. */
export function spanWords(span: string, t: Say): string | null {
  const match = /^(\d{1,6})([mhdw])$/.exec(span)
  return match === null ? null : t(`units.${match[2]}`, { count: Number(match[1]) })
}

export type Say = (key: string, ...values: [] | [Record<string, unknown>]) => string

export function filterSubjects(app: AppView, t: (key: string) => string): FilterSubject[] {
  return [
    ...app.fields.filter(isCompared).map((own) => {
      const field = shownField(own)
      return { key: field.key, label: field.label, type: field.type, field }
    }),
    { key: 'created_at', label: t('system.created_at'), type: 'datetime' as const },
    { key: 'updated_at', label: t('system.updated_at'), type: 'datetime' as const },
    { key: 'created_by', label: t('system.created_by'), type: 'user' as const },
    { key: 'updated_by', label: t('system.updated_by'), type: 'user' as const },
    { key: 'tracking_id', label: t('system.tracking_id'), type: 'text' as const },
  ]
}

function isCompared(field: Field): boolean {
  return field.type !== 'system'
}

export function operatorsOf(subject: FilterSubject): readonly FilterOperator[] {
  const { field } = subject
  const several = field !== undefined && 'multiple' in field && field.multiple === true
  if (several && (field.type === 'selection' || field.type === 'user' || field.type === 'group'))
    return SEVERAL
  return OPERATORS[subject.type]
}

/** Dates aren't greater but later, lists have items. */
export function operatorKey(subject: FilterSubject | undefined, operator: FilterOperator): string {
  const isOrder = operator === 'gt' || operator === 'gte' || operator === 'lt' || operator === 'lte'
  if (operator === 'between' && (subject?.type === 'date' || subject?.type === 'datetime'))
    return 'dates.between'
  if ((subject?.type === 'date' || subject?.type === 'datetime') && isOrder) return `dates.${operator}`
  if (subject !== undefined && choosesSeveral(subject, operator) && !takesSeveral(operator))
    return operator === 'contains' ? 'lists.all' : 'lists.notAll'
  if (subject?.type === 'tasks' && (operator === 'contains' || operator === 'notContains'))
    return `tasks.${operator}`
  if (subject?.type === 'technique' && operator === 'startsWith') return 'techniques.startsWith'
  if (subject?.type === 'time' && isOrder) return `times.${operator}`
  return subject?.type === 'list' && takesSeveral(operator) ? `lists.${operator}` : `operators.${operator}`
}

export function takesValue(operator: FilterOperator): boolean {
  return operator !== 'empty' && operator !== 'notEmpty'
}

export function takesSeveral(operator: FilterOperator): boolean {
  return operator === 'in' || operator === 'notIn'
}

/** True where several values are selected from a menu: also for "contains all of". */
export function choosesSeveral(subject: FilterSubject, operator: FilterOperator): boolean {
  if (takesSeveral(operator)) return true
  const isMenu = subject.type === 'selection' || subject.type === 'user' || subject.type === 'group'
  return isMenu && (operator === 'contains' || operator === 'notContains')
}

/** The input as a filter value; null while incomplete. */
export function valueOf(
  subject: FilterSubject,
  operator: FilterOperator,
  entered: string | string[],
): JsonValue {
  if (!takesValue(operator)) return null
  const isNumbers = subject.field?.type === 'list' && subject.field.of === 'number'
  if (operator === 'between') {
    const ends = Array.isArray(entered) ? entered.map((end) => valueOf(subject, 'gte', end)) : []
    return ends.length === 2 && ends.every((end) => end !== null) ? ends : null
  }
  if (choosesSeveral(subject, operator)) {
    if (!Array.isArray(entered) || entered.length === 0) return null
    return isNumbers && !entered.every((item) => isNumber(item)) ? null : entered
  }
  const text = Array.isArray(entered) ? (entered[0] ?? '') : entered.trim()
  if (text === '') return null
  if (isNumbers && !isNumber(text)) return null
  if (subject.type === 'duration') return readDuration(text)
  if (subject.type === 'formula') return text === 'true'
  if (subject.type === 'number') return Number.isFinite(Number(text)) ? Number(text) : null
  if (isRelative(operator) || (isTime(subject) && parseRelativeTime(text) !== null)) return text
  if (subject.type === 'datetime') {
    const time = Date.parse(text)
    return Number.isNaN(time) ? null : new Date(time).toISOString()
  }
  return text
}

function isNumber(text: string): boolean {
  return text.trim() !== '' && Number.isFinite(Number(text))
}

export function enteredOf(subject: FilterSubject, { op, value = null }: Condition): string | string[] {
  if (op === 'between' && Array.isArray(value))
    return value.map((end) => String(enteredOf(subject, { field: subject.key, op: 'gte', value: end })))
  if (choosesSeveral(subject, op)) return (Array.isArray(value) ? value : [value]).map(String)
  if (value === null) return ''
  if (subject.type === 'duration' && typeof value === 'number') return writeDuration(value)
  const moves = isRelative(op) || parseRelativeTime(String(value)) !== null
  if (subject.type === 'datetime' && !moves) return localTime(String(value))
  return String(value)
}

export function isTime(subject: FilterSubject): subject is FilterSubject & { type: 'date' | 'datetime' } {
  return subject.type === 'date' || subject.type === 'datetime'
}

/** The local time of an instant, for a datetime-local input. */
function localTime(instant: string): string {
  const at = new Date(instant)
  if (Number.isNaN(at.getTime())) return ''
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

export function chipParts(
  condition: Condition,
  subjects: readonly FilterSubject[],
  words: { people: Names; t: Say },
): { field: string; operator: string; value: string } {
  const subject = subjects.find((one) => one.key === condition.field)
  return {
    field: subject?.label ?? condition.field,
    operator: words.t(operatorKey(subject, condition.op)),
    value: takesValue(condition.op) ? valueText(condition, subject, words) : '',
  }
}

function endText(
  subject: FilterSubject | undefined,
  end: JsonValue,
  { people, t }: { people: Names; t: Say },
): string {
  const words = subject !== undefined && isTime(subject) ? relativeDateLabel(String(end), t) : null
  if (words !== null) return words
  if (subject?.type === 'datetime' && typeof end === 'string') return localTime(end).replace('T', ' ')
  return textOf(subject?.field, end, people)
}

function valueText(
  condition: Condition,
  subject: FilterSubject | undefined,
  words: { people: Names; t: Say },
): string {
  const { people, t } = words
  if (isRelative(condition.op)) {
    const text = String(condition.value)
    if (PERIODS.some((period) => period === text)) return t(`periods.${text}`)
    const span = spanWords(text, t) ?? text
    return condition.op === 'within' ? t('lastSpan', { span }) : span
  }
  if (condition.op === 'between' && Array.isArray(condition.value))
    return condition.value.map((end) => endText(subject, end, words)).join(' – ')
  const values = Array.isArray(condition.value) ? condition.value : [condition.value ?? null]
  const texts = values.map((value) => {
    if (value === 'me') return t('filter.me')
    if (subject?.type === 'formula') return t(`booleans.${String(value)}`)
    if (subject?.type === 'user') return people.name(String(value)) ?? String(value)
    return endText(subject, value, words)
  })
  return texts.length > 2 ? `${texts.slice(0, 2).join(', ')} +${texts.length - 2}` : texts.join(', ')
}

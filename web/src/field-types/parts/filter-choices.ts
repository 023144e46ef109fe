import type { AppView } from '@caseloom/contract/apps/apps'
import { fieldTraits, fieldType } from '@caseloom/contract/field-types/field-kind'
import type { Field, FieldType } from '@caseloom/contract/field-types/fields'
import { type Condition, type FilterOperator, PERIODS } from '@caseloom/contract/values/filter'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { parseRelativeTime } from '@caseloom/contract/values/relative-time'
import type { Reader, Say } from '../field-type.ts'
import { RELATIVE } from '../filter-operators.ts'
import { webType } from '../registry.ts'
import { textOf } from './field-text.ts'
import { relativeDateLabel } from './relative-date-label.ts'
import { shownField } from './shown-field.ts'

/** The subject of a condition: a field of the app, or a system field. */
export interface FilterSubject {
  key: string
  label: string
  type: FieldType
  field?: Field
}

/** Operators of fields with several values: all, any, none. */
const SEVERAL: readonly FilterOperator[] = ['in', 'notIn', 'contains', 'notContains', 'empty', 'notEmpty']

/** Spans that "within the last" offers, in addition to calendar periods and custom spans. */
export const SPANS = ['1h', '12h', '24h', '7d', '30d', '90d'] as const

export function isRelative(operator: FilterOperator): boolean {
  return RELATIVE.includes(operator)
}

/** For example, 36h is "36 hours"; null when it isn't a span. */
export function spanWords(span: string, t: Say): string | null {
  const match = /^(\d{1,6})([mhdw])$/.exec(span)
  return match === null ? null : t(`units.${match[2]}`, { count: Number(match[1]) })
}

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
  return fieldType(field).fact !== true
}

export function operatorsOf(subject: FilterSubject): readonly FilterOperator[] {
  const { field } = subject
  const { menu, operators } = webType(subject).filter
  return menu === true && field !== undefined && fieldTraits(field).several ? SEVERAL : operators
}

/** Dates aren't greater but later, lists have items. */
export function operatorKey(subject: FilterSubject | undefined, operator: FilterOperator): string {
  if (subject === undefined) return `operators.${operator}`
  if (choosesSeveral(subject, operator) && !takesSeveral(operator))
    return operator === 'contains' ? 'lists.all' : 'lists.notAll'
  return webType(subject).filter.wording?.[operator] ?? `operators.${operator}`
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
  return webType(subject).filter.menu === true && (operator === 'contains' || operator === 'notContains')
}

/** The input as a filter value; null while incomplete. Times are those of the reader's zone. */
export function valueOf(
  subject: FilterSubject,
  operator: FilterOperator,
  entered: string | string[],
  zone: string,
): JsonValue {
  if (!takesValue(operator)) return null
  const { read } = webType(subject).filter
  if (operator === 'between') {
    const ends = Array.isArray(entered) ? entered.map((end) => valueOf(subject, 'gte', end, zone)) : []
    return ends.length === 2 && ends.every((end) => end !== null) ? ends : null
  }
  if (choosesSeveral(subject, operator)) {
    if (!Array.isArray(entered) || entered.length === 0) return null
    const isItem = (item: string) => !isListOf(subject) || read?.(item, subject.field, zone) !== null
    return entered.every(isItem) ? entered : null
  }
  const text = Array.isArray(entered) ? (entered[0] ?? '') : entered.trim()
  if (text === '') return null
  if (isRelative(operator) || (isTime(subject) && parseRelativeTime(text) !== null)) return text
  return read === undefined ? text : read(text, subject.field, zone)
}

/** Typed items, not choices: each has to be one. */
function isListOf({ field }: FilterSubject): boolean {
  return field !== undefined && fieldTraits(field).several
}

/** The value as the inputs show it; times are those of the reader's zone. */
export function enteredOf(
  subject: FilterSubject,
  { op, value = null }: Condition,
  zone: string,
): string | string[] {
  if (op === 'between' && Array.isArray(value))
    return value.map((end) => String(enteredOf(subject, { field: subject.key, op: 'gte', value: end }, zone)))
  if (choosesSeveral(subject, op)) return (Array.isArray(value) ? value : [value]).map(String)
  if (value === null) return ''
  const moves = isRelative(op) || parseRelativeTime(String(value)) !== null
  const { write } = webType(subject).filter
  return moves || write === undefined ? String(value) : write(value, zone)
}

export function isTime(subject: FilterSubject): boolean {
  return webType(subject).filter.time !== undefined
}

export function chipParts(
  condition: Condition,
  subjects: readonly FilterSubject[],
  words: { people: Reader; t: Say },
): { field: string; operator: string; value: string } {
  const subject = subjects.find((one) => one.key === condition.field)
  return {
    field: subject?.label ?? condition.field,
    operator: words.t(operatorKey(subject, condition.op)),
    value: takesValue(condition.op) ? valueText(condition, subject, words) : '',
  }
}

/** A value of a subject in words; an empty one is empty text. */
export function subjectText(
  subject: FilterSubject | undefined,
  value: JsonValue | undefined,
  words: { people: Reader; t: Say },
): string {
  const { label } = subject === undefined ? {} : webType(subject).filter
  if (label === undefined) return textOf(subject?.field, value, words.people)
  const values = Array.isArray(value) ? value : [value ?? null]
  return values.map((one) => (one === null || one === '' ? '' : label(one, words))).join(', ')
}

/** One value of a condition in words; a moment that moves with the clock, by its distance. */
export function conditionText(
  subject: FilterSubject | undefined,
  end: JsonValue,
  words: { people: Reader; t: Say },
): string {
  const moving = subject !== undefined && isTime(subject) ? relativeDateLabel(String(end), words.t) : null
  return moving ?? subjectText(subject, end, words)
}

function valueText(
  condition: Condition,
  subject: FilterSubject | undefined,
  words: { people: Reader; t: Say },
): string {
  const { t } = words
  if (isRelative(condition.op)) {
    const text = String(condition.value)
    if (PERIODS.some((period) => period === text)) return t(`periods.${text}`)
    const span = spanWords(text, t) ?? text
    return condition.op === 'within' ? t('lastSpan', { span }) : span
  }
  if (condition.op === 'between' && Array.isArray(condition.value))
    return condition.value.map((end) => conditionText(subject, end, words)).join(' – ')
  const values = Array.isArray(condition.value) ? condition.value : [condition.value ?? null]
  const texts = values.map((value) =>
    value === 'me' ? t('filter.me') : conditionText(subject, value, words),
  )
  return texts.length > 2 ? `${texts.slice(0, 2).join(', ')} +${texts.length - 2}` : texts.join(', ')
}

import { withNames } from '@caseloom/contract/apps/message-names'
import { linksOne } from '@caseloom/contract/field-types/field-kind'
import type { FieldInput } from '@caseloom/contract/field-types/fields'
import type { Condition, Filter } from '@caseloom/contract/values/filter'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import type {
  ActorTest,
  FormItem,
  LinkedTest,
  TableTest,
  ValueSource,
  When,
  WorkflowAction,
  WorkflowRule,
} from '@caseloom/contract/apps/workflow'
import { OPENED, OPERATORS } from './sentence-words.ts'

/** Names for what a sentence is about; keys are shown where a name is missing. */
export interface SentenceNames {
  fields: readonly FieldInput[]
  /** Fields of the apps that reference fields point to, by reference field. */
  linked?: ReadonlyMap<string, readonly FieldInput[]> | undefined
  sections?: ReadonlyMap<string, string> | undefined
  buttons?: ReadonlyMap<string, string> | undefined
  blocks?: ReadonlyMap<string, string> | undefined
  /** Name of a reference table, and the label of a column of it; their keys when absent or undefined. */
  table?: ((table: string, column?: string) => string | undefined) | undefined
  /** A user, group, or role that a condition names; its ID when absent or undefined. */
  actor?: ((kind: 'user' | 'group' | 'role', id: string) => string | undefined) | undefined
  /** A value of a field as its reader reads it: dates in their time zone; as it is stored when absent or undefined. */
  value?: ((key: string, value: JsonValue) => string | undefined) | undefined
  /** The same of a field of the app that a reference field points to. */
  linkedValue?: ((reference: string, key: string, value: JsonValue) => string | undefined) | undefined
  /** The label of such a field, where `linked` lacks it. */
  linkedLabel?: ((reference: string, key: string) => string | undefined) | undefined
}

/** A rule as one sentence: "When Status is Closed: require Root cause." */
export function ruleSentence(rule: WorkflowRule, names: SentenceNames): string {
  const test = rule.when === undefined ? null : conditionSentence(rule.when, names)
  const condition = test === null ? 'Otherwise' : test === 'always' ? 'Always' : `When ${test}`
  const actions = rule.actions.map((action) => actionSentence(action, names))
  return actions.length === 0 ? `${condition}.` : `${condition}: ${actions.join('; ')}.`
}

/** A condition in words, without a full stop. */
export function conditionSentence(when: When, names: SentenceNames): string {
  if ('all' in when) return joined(when.all, 'and', 'always', names)
  if ('any' in when) return joined(when.any, 'or', 'never', names)
  if ('none' in when)
    return when.none.length === 0
      ? 'always'
      : `it is not true that ${joined(when.none, 'or', 'never', names)}`
  if ('changed' in when) return `${fieldLabel(when.changed, names.fields)} changed`
  if ('linked' in when) return linkedSentence(when, names)
  if ('actor' in when) return actorSentence(when, names)
  if ('opened' in when)
    return `the record is ${list(
      when.opened.map((one) => OPENED[one] ?? one),
      'or',
    )}`
  if ('expression' in when) return `the expression ${quoted(when.expression)} is true`
  const { at = 'now' } = when
  const words = 'table' in when ? tableWords(when, names) : comparison(when, names)
  return at === 'now' ? words : at === 'before' ? `${words} before the change` : `${words} from now on`
}

function joined(parts: readonly When[], by: 'and' | 'or', none: string, names: SentenceNames): string {
  if (parts.length === 0) return none
  const words = parts.map((part) => {
    const text = conditionSentence(part, names)
    return isGroup(part, names) && parts.length > 1 ? `(${text})` : text
  })
  return words.join(` ${by} `)
}

/** Whether the sentence of a condition has several parts. */
function isGroup(part: When | Filter, names: SentenceNames): boolean {
  if ('linked' in part) return part.where !== undefined && takesOne(part, names) && isGroup(part.where, names)
  return ('all' in part && part.all.length > 1) || ('any' in part && part.any.length > 1) || 'none' in part
}

/** Whether a condition is about the one record that its field can link. */
function takesOne({ linked, min = 1 }: LinkedTest, { fields }: SentenceNames): boolean {
  const field = fields.find(({ key }) => key === linked)
  return min === 1 && field !== undefined && linksOne(field)
}

/** Describes one linked record by its fields, and several by their number. */
function linkedSentence(when: LinkedTest, names: SentenceNames): string {
  const { linked, where = EVERY, min = 1 } = when
  const isOne = takesOne(when, names)
  const label = fieldLabel(linked, names.fields)
  const count = min > 1 ? `at least ${min}` : isOne ? 'a' : 'at least one'
  const has = `${label} has ${count} linked record${min > 1 ? 's' : ''}`
  if ('all' in where && where.all.length === 0) return has
  const own = linkedNames(linked, names)
  return isOne ? filterSentence(where, { ...own, of: label }) : `${has} where ${filterSentence(where, own)}`
}

const EVERY: Filter = { all: [] }

/** Names of the fields of linked records; `of` precedes each of them in a sentence about one record. */
interface FilterNames extends SentenceNames {
  of?: string
  label: (key: string) => string
}

function linkedNames(reference: string, names: SentenceNames): FilterNames {
  const { linked, linkedValue } = names
  return {
    fields: linked?.get(reference) ?? [],
    value: linkedValue && ((key, value) => linkedValue(reference, key, value)),
    label: (key) => linkedLabel(reference, key, names),
  }
}

function linkedLabel(reference: string, key: string, names: SentenceNames): string {
  const own = names.linked?.get(reference)?.find((field) => field.key === key)?.label
  return own ?? names.linkedLabel?.(reference, key) ?? fieldLabel(key, [])
}

function filterSentence(filter: Filter, names: FilterNames): string {
  if ('all' in filter) return group(filter.all, 'and', 'always', names)
  if ('any' in filter) return group(filter.any, 'or', 'never', names)
  if ('not' in filter) return `not (${filterSentence(filter.not, names)})`
  return 'has' in filter ? `${filter.has} has linked records` : comparison(filter, names)
}

function group(parts: readonly Filter[], by: string, none: string, names: FilterNames): string {
  if (parts.length === 0) return none
  return parts
    .map((part) => ('field' in part ? comparison(part, names) : `(${filterSentence(part, names)})`))
    .join(` ${by} `)
}

function comparison(
  { field, op, value = null }: Condition,
  names: SentenceNames & Partial<FilterNames>,
): string {
  const label = names.label?.(field) ?? fieldLabel(field, names.fields)
  const start = `${names.of === undefined ? label : `${names.of}, ${label}`} ${OPERATORS[op]}`
  if (op === 'empty' || op === 'notEmpty') return start
  if (op === 'between' && Array.isArray(value))
    return `${start} ${value.map((one) => valueSentence(one, field, names)).join(' and ')}`
  const words = Array.isArray(value)
    ? list(
        value.map((one) => valueSentence(one, field, names)),
        'or',
      )
    : valueSentence(value, field, names)
  return `${start} ${words}`
}

function tableWords({ field, op, table, column }: TableTest, names: SentenceNames): string {
  const start = `${fieldLabel(field, names.fields)} is ${op === 'inTable' ? 'in' : 'not in'}`
  const name = `table ${names.table?.(table) ?? table}`
  return column === undefined
    ? `${start} ${name}`
    : `${start} ${names.table?.(table, column) ?? column} of ${name}`
}

function actorSentence(when: ActorTest, { actor }: SentenceNames): string {
  if (when.actor === 'kind')
    return `the change is made by ${list(
      when.in.map((who) => (who === 'system' ? 'the system' : `a ${who}`)),
      'or',
    )}`
  const { actor: kind } = when
  const names = list(
    when.in.map((id) => actor?.(kind, id) ?? id),
    'or',
  )
  if (when.actor === 'user') return `the user is ${names}`
  return when.actor === 'group' ? `the user belongs to ${names}` : `the user has the role ${names}`
}

const VERBS = {
  show: 'show',
  hide: 'hide',
  collapse: 'collapse',
  expand: 'expand',
  read_only: 'make read-only:',
  editable: 'make editable:',
} as const

/** An action in words: "require Root cause". */
export function actionSentence(action: WorkflowAction, names: SentenceNames): string {
  const field = (key: string) => fieldLabel(key, names.fields)
  switch (action.do) {
    case 'show':
    case 'hide':
    case 'collapse':
    case 'expand':
    case 'read_only':
    case 'editable':
      return `${VERBS[action.do]} ${list(
        action.items.map((item) => itemLabel(item, names)),
        'and',
      )}`
    case 'require':
      return `require ${list(action.fields.map(field), 'and')}`
    case 'optional':
      return `make optional: ${list(action.fields.map(field), 'and')}`
    case 'set':
      return `set ${field(action.field)} to ${sourceWords(action.to, action.field, names)}${onlyIfWords(action)}${action.repeat === 'always' ? ' every time' : ''}`
    case 'default':
      return `start ${field(action.field)} with ${sourceWords(action.to, action.field, names)}`
    case 'options': {
      const options = action.options.map((key) => valueSentence(key, action.field, names))
      return `offer for ${field(action.field)} only ${options.length === 0 ? 'nothing' : list(options, 'and')}`
    }
    case 'message': {
      const kind = { info: 'show a note', warning: 'warn', error: 'refuse to save' }[action.level]
      return `${kind}: ${quoted(withNames(action.text, (key) => `[${field(key)}]`))}`
    }
    case 'start_clock':
      return `run the clock ${field(action.field)}`
    case 'pause_clock':
      return `pause the clock ${field(action.field)}`
    case 'stop_clock':
      return `stop the clock ${field(action.field)}`
    case 'offer':
      return `offer the button ${names.buttons?.get(action.button) ?? action.button}`
    default:
      return action satisfies never
  }
}

function onlyIfWords({ onlyIfEmpty, onlyIf }: Extract<WorkflowAction, { do: 'set' }>): string {
  if (onlyIfEmpty) return ' if it is empty'
  return onlyIf === undefined ? '' : ` if it is ${onlyIf} or empty`
}

/** An item in words. */
export function itemLabel(item: FormItem, names: SentenceNames): string {
  if ('field' in item) return fieldLabel(item.field, names.fields)
  if ('section' in item) return `the section ${names.sections?.get(item.section) ?? item.section}`
  if ('tab' in item) return `the tab ${item.tab}`
  if ('button' in item) return `the button ${names.buttons?.get(item.button) ?? item.button}`
  return `the block ${names.blocks?.get(item.block) ?? item.block}`
}

function sourceWords(to: ValueSource, key: string, names: SentenceNames): string {
  if ('value' in to) return valueSentence(to.value, key, names)
  if ('expression' in to) return `the result of ${quoted(to.expression)}`
  return `${linkedLabel(to.through, to.field, names)} of the first record in ${fieldLabel(to.through, names.fields)}`
}

function fieldLabel(key: string, fields: readonly FieldInput[]): string {
  return fields.find((field) => field.key === key)?.label ?? key.replaceAll('_', ' ')
}

/** A value of a field in words: the label of an option, a text in quotation marks. */
export function valueSentence(value: JsonValue, key: string, names: SentenceNames): string {
  if (value === null) return 'nothing'
  if (value === 'me') return 'the current user'
  if (Array.isArray(value))
    return list(
      value.map((one) => valueSentence(one, key, names)),
      'and',
    )
  const field = names.fields.find((one) => one.key === key)
  if (field !== undefined && 'options' in field)
    return field.options.find((option) => option.key === value)?.label ?? String(value)
  const words = names.value?.(key, value)
  if (words !== undefined && words !== value) return words
  return typeof value === 'string' ? quoted(value) : JSON.stringify(value)
}

function quoted(text: string): string {
  return `“${text}”`
}

function list(words: readonly string[], by: 'and' | 'or'): string {
  if (words.length < 2) return words.join('')
  return `${words.slice(0, -1).join(', ')} ${by} ${words.at(-1) ?? ''}`
}

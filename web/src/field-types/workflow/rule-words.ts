import type { AppView } from '@caseloom/contract/apps/apps'
import type { LayoutSection } from '@caseloom/contract/apps/layout'
import { linksOne } from '@caseloom/contract/field-types/field-kind'
import type { Filter } from '@caseloom/contract/values/filter'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { FormItem, TableTest, ValueSource, When, WorkflowAction } from '@caseloom/contract/apps/workflow'
import type { TableView } from '@caseloom/contract/automation/tables'
import { type MessageText, saidText, withNames } from '@caseloom/contract/apps/message-names'
import type { Reader, Say } from '../field-type.ts'
import { chipParts, type FilterSubject, filterSubjects, subjectText } from '../parts/filter-choices.ts'
import { textOf } from '../parts/field-text.ts'
import { blockName } from './block-name.ts'

/** The names that rules are put into words with. */
export interface Vocabulary {
  subjects: readonly FilterSubject[]
  /** Fields of the app that a reference field points to, by its key; none of an app that one can't see. */
  linked: (key: string) => readonly FilterSubject[]
  layout: readonly LayoutSection[]
  people: Reader
  /** Name of a role, by ID. */
  role: (id: string) => string
  /** Name of a button, by ID. */
  button: (id: string) => string
  /** Name of a reference table, or the label of a column of it; the key where it isn’t known. */
  table: (key: string, column?: string) => string
  /** Texts of fields and of workflows. */
  field: Say
  say: Say
}

/** What conditions on linked records are about, of the apps that reference fields point to. */
export function linkedSubjects(apps: ReadonlyMap<string, AppView>, field: Say): Vocabulary['linked'] {
  const known = new Map([...apps].map(([key, app]) => [key, filterSubjects(app, field)]))
  return (key) => known.get(key) ?? []
}

/** Names of tables and labels of their columns; keys of those that one can't read. */
export function tableWords(
  tables: readonly Pick<TableView, 'key' | 'name' | 'columns'>[] = [],
): Vocabulary['table'] {
  return (key, column) => {
    const table = tables.find((one) => one.key === key)
    if (column === undefined) return table?.name ?? key
    return table?.columns.find((one) => one.key === column)?.label ?? column
  }
}

export function labelOf(words: Vocabulary, key: string): string {
  return words.subjects.find((one) => one.key === key)?.label ?? key
}

/** A value of a field, or of a fact that every record has; an empty one is empty text. */
export function valueWords(
  words: Pick<Vocabulary, 'subjects' | 'people' | 'field'>,
  key: string,
  value: JsonValue | undefined,
): string {
  const subject = words.subjects.find((one) => one.key === key)
  return subjectText(subject, value, { people: words.people, t: words.field })
}

/** What a test read: a value of its field, or what it asks about instead. */
export function operandWords(words: Vocabulary, test: When, actual: JsonValue): string {
  const { say } = words
  if ('field' in test) return valueWords(words, test.field, actual)
  if ('changed' in test) return valueWords(words, test.changed, actual)
  if (actual === null) return ''
  if ('linked' in test) return say('when.records', { count: actual })
  if ('opened' in test) return say(`occasions.${String(actual)}`)
  if ('actor' in test)
    return test.actor === 'kind'
      ? say(`when.kinds.${String(actual)}`)
      : (words.people.name(String(actual)) ?? '')
  return typeof actual === 'boolean'
    ? words.field(`booleans.${actual}`)
    : textOf(undefined, actual, words.people)
}

export function itemLabel(words: Vocabulary, item: FormItem): string {
  if ('field' in item) return labelOf(words, item.field)
  if ('section' in item) return words.layout.find(({ id }) => id === item.section)?.title ?? item.section
  if ('tab' in item) return item.tab
  if ('button' in item) return words.button(item.button)
  const block = words.layout.flatMap(({ blocks = [] }) => blocks).find(({ id }) => id === item.block)
  return block === undefined ? item.block : blockName(block, words.button)
}

/** With its kind: "Containment section". */
export function itemWords(words: Vocabulary, item: FormItem): string {
  const kind = (['field', 'section', 'tab', 'button', 'block'] as const).find((one) => one in item) ?? 'field'
  return words.say(`items.${kind}`, { name: itemLabel(words, item) })
}

function namesOf(words: Vocabulary, { actor, in: ids }: Extract<When, { actor: unknown }>): string {
  const nameOf = (id: string) =>
    actor === 'kind' ? words.say(`when.kinds.${id}`) : actorName(words, actor, id)
  return ids.map(nameOf).join(words.say('when.or'))
}

/** A user, group, or role that a condition names. */
export function actorName(words: Vocabulary, kind: 'user' | 'group' | 'role', id: string): string {
  if (kind === 'role') return words.role(id)
  const name = kind === 'group' ? words.people.group?.(id) : words.people.name(id)
  return name ?? words.say(`when.unknown.${kind}`)
}

/** A condition in a few words; without the field where the card before it names it. */
export function whenTitle(words: Vocabulary, when: When | undefined, subject?: string): string {
  const { say } = words
  if (when === undefined) return say('when.else')
  if ('all' in when || 'any' in when || 'none' in when) return groupTitle(words, when, subject)
  if ('changed' in when) return say('when.changed', { field: labelOf(words, when.changed) })
  if ('linked' in when) return linkedTitle(words, when)
  if ('actor' in when) return say(`when.${when.actor}`, { names: namesOf(words, when) })
  if ('opened' in when)
    return say('when.opened', { names: when.opened.map((one) => say(`occasions.${one}`)).join(', ') })
  if ('expression' in when) return when.expression
  if ('table' in when) return tableTitle(words, when, subject)
  const parts = chipParts(when, words.subjects, { people: words.people, t: words.field })
  if (when.at === 'becomes')
    return say(when.op === 'eq' ? 'when.becomesIs' : 'when.becomes', { ...parts }).trim()
  if (when.at === 'before') return say('when.before', { ...parts }).trim()
  const text = when.field === subject ? say('when.itself', { ...parts }) : ''
  return (text === '' ? `${parts.field} ${parts.operator} ${parts.value}` : text).trim()
}

function tableTitle(words: Vocabulary, when: TableTest, subject: string | undefined): string {
  const { say } = words
  const { field: key, op, table, column, at = 'now' } = when
  const name = words.table(table)
  const operator =
    column === undefined
      ? say(`when.${op}`, { table: name })
      : say(`when.${op}Column`, { table: name, column: words.table(table, column) })
  const field = labelOf(words, key)
  if (at === 'becomes') return say('when.becomes', { field, operator, value: '' }).trim()
  if (at === 'before') return say('when.before', { field, operator, value: '' }).trim()
  return key === subject ? operator : `${field} ${operator}`
}

function groupTitle(
  words: Vocabulary,
  when: Extract<When, { all: When[] } | { any: When[] } | { none: When[] }>,
  subject: string | undefined,
): string {
  const { say } = words
  const list = 'all' in when ? when.all : 'any' in when ? when.any : when.none
  if (list.length === 0) return say('none' in when || 'all' in when ? 'when.always' : 'when.empty')
  const titles = list.map((part) => whenTitle(words, part, subject))
  if ('none' in when) return say('when.none', { parts: titles.join(say('when.or')) })
  return titles.join(say('all' in when ? 'when.and' : 'when.or'))
}

/** One linked record is named by its fields, several by their number. */
function linkedTitle(words: Vocabulary, when: Extract<When, { linked: string }>): string {
  const { say } = words
  const { linked: key, min = 1, where } = when
  const reference = labelOf(words, key)
  const linked = say(min > 1 ? 'when.linkedMin' : 'when.linked', { field: reference, min })
  if (where === undefined || ('all' in where && where.all.length === 0)) return linked
  const field = words.subjects.find((one) => one.key === key)?.field
  const subjects = words.linked(key)
  if (min > 1 || field === undefined || !linksOne(field))
    return say('when.where', { linked, where: filterWords({ ...words, subjects }, where) })
  const labelled = subjects.map((one) => ({
    ...one,
    label: say('when.through', { reference, field: one.label }),
  }))
  return filterWords({ ...words, subjects: labelled }, where)
}

export function filterWords(words: Vocabulary, filter: Filter): string {
  if ('all' in filter) return filter.all.map((one) => filterWords(words, one)).join(words.say('when.and'))
  if ('any' in filter) return filter.any.map((one) => filterWords(words, one)).join(words.say('when.or'))
  if ('not' in filter) return words.say('when.none', { parts: filterWords(words, filter.not) })
  if ('has' in filter) return filter.has
  const parts = chipParts(filter, words.subjects, { people: words.people, t: words.field })
  return `${parts.field} ${parts.operator} ${parts.value}`.trim()
}

/** An action in parts: its verb, what it acts on, and how. */
export interface ActionWords {
  verb: string
  object: string
  rest: string
}

export function actionWords(words: Vocabulary, action: WorkflowAction): ActionWords {
  return {
    verb: words.say(`verbs.${action.do}`),
    object: objectOf(words, action),
    rest: restOf(words, action),
  }
}

function objectOf(words: Vocabulary, action: WorkflowAction): string {
  if ('items' in action)
    return listed(
      words,
      action.items.map((item) => itemWords(words, item)),
    )
  if ('fields' in action)
    return listed(
      words,
      action.fields.map((key) => labelOf(words, key)),
    )
  if ('field' in action) return labelOf(words, action.field)
  return action.do === 'message' ? textWords(words, action.text) : words.button(action.button)
}

/** The text of a message, with the labels of the fields that it names. */
function textWords(words: Vocabulary, text: string): string {
  return withNames(text, (key) => `[${labelOf(words, key)}]`)
}

/** What a message says, each value as its field shows it. */
export function messageWords(
  words: Pick<Vocabulary, 'subjects' | 'people' | 'field'>,
  message: MessageText,
): string {
  return saidText(message, ({ field, value, words: plain }) => valueWords(words, field, value) || plain)
}

function restOf(words: Vocabulary, action: WorkflowAction): string {
  const { say } = words
  if (action.do === 'set') return onlyIfWords(words, action)
  if (action.do === 'default') return sourceWords(words, action.field, action.to)
  if (action.do === 'options') return say('rest.options', { count: action.options.length })
  return action.do === 'message' && action.level === 'error' ? say('rest.blocks') : ''
}

/** All in one text, for names of controls. */
export function actionText(words: Vocabulary, action: WorkflowAction): string {
  const { verb, object, rest } = actionWords(words, action)
  return [verb, object, rest].filter((part) => part !== '').join(' ')
}

const LISTED = 3

function listed({ say }: Vocabulary, names: readonly string[]): string {
  if (names.length === 0) return say('rest.nothing')
  const rest = names.length - LISTED
  const shown = names.slice(0, LISTED).join(', ')
  return rest > 0 ? `${shown} ${say('rest.more', { count: rest })}` : shown
}

function onlyIfWords(words: Vocabulary, action: Extract<WorkflowAction, { do: 'set' }>): string {
  const rest = sourceWords(words, action.field, action.to)
  const only = onlyIfOf(action)
  return only === null ? rest : words.say(`rest.only.${only}`, { rest })
}

/** Which present values a new one replaces; null where it replaces any. */
export function onlyIfOf({
  onlyIfEmpty,
  onlyIf,
}: Extract<WorkflowAction, { do: 'set' }>): 'empty' | 'lower' | 'higher' | null {
  return onlyIfEmpty ? 'empty' : (onlyIf ?? null)
}

function sourceWords(words: Vocabulary, key: string, source: ValueSource): string {
  const { say } = words
  if ('expression' in source) return say('rest.expression')
  if ('through' in source) {
    const field = labelOf({ ...words, subjects: words.linked(source.through) }, source.field)
    return say('rest.through', { field, through: labelOf(words, source.through) })
  }
  const value = valueWords(words, key, source.value) || say('rest.empty')
  return say('rest.to', { value })
}

import type { MergeItem } from '@caseloom/contract/apps/applets'
import { WorkflowRule } from '@caseloom/contract/apps/workflow'
import type { Field } from '@caseloom/contract/field-types/fields'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { Filter } from '@caseloom/contract/values/filter'
import { conditionSentence, ruleSentence, type SentenceNames } from '@caseloom/workflow/sentences'
import type { DiffRow } from '../../../ui/three-way/diff-row.ts'
import type { Reader, Say } from '../../../field-types/field-type.ts'
import { conditionText } from '../../../field-types/parts/filter-choices.ts'
import { flatConditions } from '../../../field-types/parts/flat-conditions.ts'
import type { Vocabulary } from '../../../field-types/workflow/rule-words.ts'

const NOTHING = '–'
const MAX_TEXT = 120

export interface MergeWords {
  /** Labels of the applet's fields, also of those that the version removes. */
  names: ReadonlyMap<string, string>
  fields: readonly Field[]
  /** Fields of the apps that reference fields point to, by reference field. */
  linked: ReadonlyMap<string, readonly Field[]>
  people: Reader
  /** Name of a reference table, and the label of a column of it. */
  table: Vocabulary['table']
  /** Texts of applets and of fields. */
  t: Say
  say: Say
}

/** The lines of a merge in words. */
export function mergeRows(items: readonly MergeItem[], words: MergeWords): DiffRow[] {
  return items.map((item) => ({
    id: item.id,
    kind: item.kind,
    label: itemLabel(item, words),
    changedHere: !same(item.here, item.base),
    changedNext: !same(item.next, item.base),
    ...sides(item, words),
  }))
}

function itemLabel(item: MergeItem, words: MergeWords): string {
  const { subject, property } = item
  const { t } = words
  const own = subject.kind === 'rule' ? (ruleWords(item, words) ?? subject.name) : subject.name
  const name = subject.kind === 'field' ? own : t(`update.subjects.${subject.kind}`, { name: own })
  if (property === null) return name
  const [first = '', ...rest] = property.split('.')
  const word = t(`update.properties.${first}`, { defaultValue: first })
  return rest.length === 0 ? `${name}, ${word}` : `${name}, ${word} ${rest.join('.')}`
}

/** A rule without a name as the sentence of its conditions and actions; null where it has one. */
function ruleWords({ base, next }: MergeItem, words: MergeWords): string | null {
  const value = next ?? base
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return null
  const { in: _place, ...own } = value
  const rule = WorkflowRule.safeParse({ ...own, branches: [] })
  return !rule.success || rule.data.name !== undefined ? null : ruleSentence(rule.data, namesOf(words))
}

function namesOf(words: MergeWords): SentenceNames {
  const { fields, linked, table } = words
  return {
    fields,
    linked,
    table,
    value: (key, value) => fieldValueWords(key, value, words),
    linkedValue: (reference, key, value) =>
      fieldValueWords(key, value, { ...words, fields: linked.get(reference) ?? [] }),
  }
}

/** A value of a field as its reader reads it. */
function fieldValueWords(key: string, value: JsonValue, { fields, people, say }: MergeWords): string {
  if (value === 'me') return say('filter.me')
  const field = fields.find((one) => one.key === key)
  const subject = field && { key, label: field.label, type: field.type, field }
  return conditionText(subject, value, { people, t: say })
}

function sides(item: MergeItem, words: MergeWords) {
  const { t } = words
  if (item.property === null) return wholeSides(item, t)
  if (item.property === 'options') return optionSides(item, t)
  const say = (value: JsonValue) => valueWords(item, value, words)
  const { base, here, next, result } = item
  const isOwn = item.kind === 'keep' && !same(here, base) && !same(next, result)
  return {
    base: say(base),
    here: say(here),
    next: say(next),
    result: isOwn ? t('update.yours', { value: say(result) }) : say(result),
  }
}

/** A field, stage, or rule that comes, goes, or is another one as a whole. */
function wholeSides({ kind, subject, base, here, next }: MergeItem, t: Say) {
  const word = t(`update.kinds.${subject.kind}`)
  const one = (value: JsonValue, words: string) => (value === null ? NOTHING : words)
  const changed = t('update.changed')
  return {
    base: one(base, word),
    here: kind === 'conflict' ? t('update.asOwn') : one(here, same(here, base) ? word : changed),
    next:
      kind === 'conflict'
        ? t('update.removed')
        : one(next, base === null ? t('update.newOne', { word }) : same(next, base) ? word : changed),
    result: t(kind === 'add' ? 'update.added' : kind === 'remove' ? 'update.removed' : 'update.changed'),
  }
}

interface Option {
  key: string
  label: string
}

function optionSides({ base, here, next, result }: MergeItem, t: Say) {
  const [from, local, to, whole] = [base, here, next, result].map(optionsOf)
  const known = new Set(from?.map(({ key }) => key))
  const added = local?.filter(({ key }) => !known.has(key)) ?? []
  const count = whole?.length ?? 0
  return {
    base: String(from?.length ?? 0),
    here:
      added.length === 0
        ? String(local?.length ?? 0)
        : `${local?.length ?? 0}, + ${added.map(({ label }) => label).join(', ')}`,
    next: String(to?.length ?? 0),
    result: added.length === 0 ? String(count) : t('update.yours', { value: count }),
  }
}

function optionsOf(value: JsonValue): Option[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((one) => {
    if (one === null || typeof one !== 'object' || Array.isArray(one)) return []
    const { key, label } = one
    return typeof key === 'string' ? [{ key, label: typeof label === 'string' ? label : key }] : []
  })
}

/** Settings of a field that are conditions. */
const CONDITIONS = ['start', 'pause', 'stop']

function valueWords({ subject, property }: MergeItem, value: JsonValue, words: MergeWords): string {
  const { names, t } = words
  const text = plainWords(property ?? '', value, { names, t })
  if (text !== null) return text
  if (property === 'default') return short(fieldValueWords(subject.key, value, words))
  const conditions = CONDITIONS.includes(property ?? '') ? conditionsOf(value) : null
  if (conditions !== null) return short(conditionSentence({ all: conditions }, namesOf(words)))
  return short(typeof value === 'string' ? value : JSON.stringify(value))
}

function conditionsOf(value: JsonValue) {
  const filter = Filter.safeParse(value)
  return filter.success ? flatConditions(filter.data) : null
}

function short(text: string): string {
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text
}

/** The words of a value that needs no field to be understood; null for others. */
function plainWords(
  property: string,
  value: JsonValue,
  { names, t }: Pick<MergeWords, 'names' | 't'>,
): string | null {
  if (value === null) return property === 'required' ? t('update.no') : NOTHING
  if (typeof value === 'boolean') return t(value ? 'update.yes' : 'update.no')
  if (property === 'target' && typeof value === 'number')
    return t('update.hours', { hours: Math.round(value / 36) / 100 })
  if (property === 'fields' && Array.isArray(value))
    return value.map((key) => names.get(String(key)) ?? String(key)).join(', ')
  return property.startsWith('options.') ? (optionsOf([value])[0]?.label ?? NOTHING) : null
}

function same(a: JsonValue, b: JsonValue): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

import type { MergeItem } from '@caseloom/contract/apps/applets'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { DiffRow } from '../../../ui/three-way/diff-row.ts'
import type { Say } from '../../../field-types/field-type.ts'

const NOTHING = '–'
const MAX_TEXT = 120

/** The lines of a merge in words; `names` are the labels of the applet's fields. */
export function mergeRows(
  items: readonly MergeItem[],
  names: ReadonlyMap<string, string>,
  t: Say,
): DiffRow[] {
  return items.map((item) => ({
    id: item.id,
    kind: item.kind,
    label: itemLabel(item, t),
    changedHere: !same(item.here, item.base),
    changedNext: !same(item.next, item.base),
    ...sides(item, names, t),
  }))
}

function itemLabel({ subject, property }: MergeItem, t: Say): string {
  const name =
    subject.kind === 'field' ? subject.name : t(`update.subjects.${subject.kind}`, { name: subject.name })
  if (property === null) return name
  const [first = '', ...rest] = property.split('.')
  const word = t(`update.properties.${first}`, { defaultValue: first })
  return rest.length === 0 ? `${name}, ${word}` : `${name}, ${word} ${rest.join('.')}`
}

function sides(item: MergeItem, names: ReadonlyMap<string, string>, t: Say) {
  if (item.property === null) return wholeSides(item, t)
  if (item.property === 'options') return optionSides(item, t)
  const say = (value: JsonValue) => valueWords(item.property ?? '', value, { names, t })
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

interface Words {
  names: ReadonlyMap<string, string>
  t: Say
}

function valueWords(property: string, value: JsonValue, { names, t }: Words): string {
  if (value === null) return property === 'required' ? t('update.no') : NOTHING
  if (typeof value === 'boolean') return t(value ? 'update.yes' : 'update.no')
  if (property === 'target' && typeof value === 'number')
    return t('update.hours', { hours: Math.round(value / 36) / 100 })
  if (property === 'fields' && Array.isArray(value))
    return value.map((key) => names.get(String(key)) ?? String(key)).join(', ')
  if (property.startsWith('options.')) return optionsOf([value])[0]?.label ?? NOTHING
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text
}

function same(a: JsonValue, b: JsonValue): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

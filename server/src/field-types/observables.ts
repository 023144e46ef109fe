import { OBSERVABLE_KINDS } from '@caseloom/contract/case-fields'
import type { JsonValue } from '@caseloom/contract/json'
import { canonicalObservable, recogniseObservable } from '@caseloom/contract/observable-value'
import { readObservables } from './case-items.ts'
import { caseTexts } from './case-texts.ts'
import { itemsCell, listText } from './cells.ts'
import type { KindRules, ServerFieldType } from './field-type.ts'
import { ITEMS, PRESENCE } from './operators.ts'
import { isObject } from './parsing.ts'

export const observablesType: ServerFieldType<'observables'> = {
  parse: readObservables,
  indexRank: () => 3,
}

export const observablesKinds = {
  observables: {
    sqlType: 'jsonb',
    index: (column) => `gin (${column} jsonb_path_ops)`,
    filter: {
      operators: [...PRESENCE, ...ITEMS],
      expected: 'the value of an observable',
      canonical: () => null,
      conditions: (target, { value }) => {
        const values = typeof value === 'string' ? formsOf(value) : []
        return values.length === 0 ? null : { target, op: 'in', values }
      },
      sql: (column, { values }, parameters) => {
        const tests = values.map(
          (value) => `${column} @> ${parameters.add(JSON.stringify([{ value }]), 'jsonb')}`,
        )
        return `(${tests.join(' or ')})`
      },
      holds: ({ values }, value) => {
        const items = Array.isArray(value) ? value.filter(isObject) : []
        return items.some((item) => values.includes(String(item['value'])))
      },
    },
    searched: caseTexts,
    toCell,
    // A bare value is recognized by its form.
    fromCell: itemsCell,
  },
} satisfies Record<string, KindRules>

/** Every form that a kind would keep the text in: a search does not say which kind is meant. */
export function formsOf(text: string): string[] {
  const forms = OBSERVABLE_KINDS.map((kind) => canonicalObservable(kind, text))
  return [...new Set(forms.filter((form) => form !== null))]
}

/** Bare values where their kind can be read from them and nothing else is said, JSON otherwise. */
function toCell(value: JsonValue): string {
  const list = Array.isArray(value) ? value : []
  const isPlain = list.every((item) => {
    if (!isObject(item) || typeof item['value'] !== 'string') return false
    const { kind, tlp, ioc, sighted, note } = item
    const isQuiet = tlp === 'amber' && ioc === false && sighted === false && note === undefined
    return isQuiet && recogniseObservable(item['value'])?.kind === kind
  })
  return isPlain
    ? listText(list.map((item) => (isObject(item) ? (item['value'] ?? '') : item)))
    : JSON.stringify(value)
}

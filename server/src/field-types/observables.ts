import { isJsonObject, type JsonValue } from '@caseloom/contract/kernel/json'
import { recognizeObservable } from '@caseloom/contract/values/observable-value'
import { readObservables } from './case-items.ts'
import { caseTexts } from './case-texts.ts'
import { itemsCell, listText } from './cells.ts'
import type { KindRules, ServerFieldType } from './field-type.ts'

export const observablesType: ServerFieldType<'observables'> = {
  parse: readObservables,
  indexRank: () => 3,
}

export const observablesKinds = {
  observables: {
    sqlType: 'jsonb',
    index: (column) => `gin (${column} jsonb_path_ops)`,
    filterSql: (column, { values }, parameters) => {
      const tests = values.map(
        (value) => `${column} @> ${parameters.add(JSON.stringify([{ value }]), 'jsonb')}`,
      )
      return `(${tests.join(' or ')})`
    },
    searched: caseTexts,
    toCell,
    // A bare value is recognized by its form.
    fromCell: itemsCell,
  },
} satisfies Record<string, KindRules>

/** Bare values where their kind can be read from them and nothing else is said, JSON otherwise. */
function toCell(value: JsonValue): string {
  const list = Array.isArray(value) ? value : []
  const isPlain = list.every((item) => {
    if (!isJsonObject(item) || typeof item['value'] !== 'string') return false
    const { kind, tlp, ioc, sighted, note } = item
    const isQuiet = tlp === 'amber' && ioc === false && sighted === false && note === undefined
    return isQuiet && recognizeObservable(item['value'])?.kind === kind
  })
  return isPlain
    ? listText(list.map((item) => (isJsonObject(item) ? (item['value'] ?? '') : item)))
    : JSON.stringify(value)
}

import { canonicalTechnique } from '@caseloom/contract/values/attack-techniques'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { plainText, trimmedCell } from './cells.ts'
import type { KindRules, ServerFieldType } from './field-type.ts'
import { LIST_COLUMN } from './lists.ts'
import type { ParsedValue } from './parsed-value.ts'
import { canonical, parseSet } from './parsing.ts'

export const techniqueType: ServerFieldType<'technique'> = {
  parse: ({ multiple }, raw) =>
    multiple ? parseSet(raw, { list: 'a list of technique IDs', values: 'techniques' }, parse) : parse(raw),
  convert: { toText: String, fromText: (text) => text },
  indexRank: () => 3,
}

export const techniqueKinds = {
  technique: {
    sqlType: 'text',
    sortType: 'text',
    index: (column) => `btree (${column}, id)`,
    searched: (value) => (typeof value === 'string' ? [value] : []),
    toCell: plainText,
    fromCell: trimmedCell,
  },
  techniques: {
    ...LIST_COLUMN,
    searched: (value) => (Array.isArray(value) ? value : [value]).filter((item) => typeof item === 'string'),
  },
} satisfies Record<string, KindRules>

function parse(raw: JsonValue): ParsedValue {
  const value = typeof raw === 'string' ? canonicalTechnique(raw) : null
  return canonical(value, 'unknown_technique', 'Expected an ATT&CK technique ID such as T1059.001')
}

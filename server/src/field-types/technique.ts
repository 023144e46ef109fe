import { allTechniques, canonicalTechnique } from '@caseloom/contract/attack-techniques'
import type { JsonValue } from '@caseloom/contract/json'
import { plainText, trimmedCell } from './cells.ts'
import type { KindRules, ServerFieldType } from './field-type.ts'
import { LIST_COLUMN, LIST_OPERATORS } from './lists.ts'
import { EQUALITY, LISTS } from './operators.ts'
import type { ParsedValue } from './parsed-value.ts'
import { canonical, parseSet } from './parsing.ts'

export const techniqueType: ServerFieldType<'technique'> = {
  parse: ({ multiple }, raw) =>
    multiple ? parseSet(raw, { list: 'a list of technique IDs', values: 'techniques' }, parse) : parse(raw),
  convert: { toText: String, fromText: (text) => text },
  indexRank: () => 3,
}

const filter = {
  expected: 'an ATT&CK technique ID such as T1059.001',
  canonical: (raw: JsonValue) => (typeof raw === 'string' ? canonicalTechnique(raw) : null),
  // A technique means its sub-techniques as well, as a list of ids that indexes serve.
  matches: (text: string) => {
    const wanted = text.trim().toUpperCase()
    return [...allTechniques().keys()].filter((id) => id.startsWith(wanted))
  },
}

export const techniqueKinds = {
  technique: {
    sqlType: 'text',
    sortType: 'text',
    index: (column) => `btree (${column}, id)`,
    filter: { ...filter, operators: [...EQUALITY, ...LISTS, 'startsWith'] },
    searched: (value) => (typeof value === 'string' ? [value] : []),
    toCell: plainText,
    fromCell: trimmedCell,
  },
  techniques: {
    ...LIST_COLUMN,
    filter: { ...filter, operators: [...LIST_OPERATORS, 'startsWith'] },
    searched: (value) => (Array.isArray(value) ? value : [value]).filter((item) => typeof item === 'string'),
  },
} satisfies Record<string, KindRules>

function parse(raw: JsonValue): ParsedValue {
  const value = typeof raw === 'string' ? canonicalTechnique(raw) : null
  return canonical(value, 'unknown_technique', 'Expected an ATT&CK technique ID such as T1059.001')
}

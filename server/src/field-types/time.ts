import { canonicalTime } from './calendar-value.ts'
import { plainText, trimmedCell } from './cells.ts'
import type { KindRules, ServerFieldType } from './field-type.ts'
import { EQUALITY, LISTS, ORDER } from './operators.ts'
import { canonical } from './parsing.ts'

export const timeType: ServerFieldType<'time'> = {
  parse: (_field, raw) =>
    canonical(canonicalTime(raw), 'invalid_time', 'Expected a time of day such as 14:05 or 14:05:30'),
  convert: { toText: String, fromText: (text) => text },
  indexRank: () => 5,
}

export const timeKinds = {
  time: {
    sqlType: 'time without time zone',
    sortType: 'time',
    index: (column) => `btree (${column}, id)`,
    filter: {
      operators: [...EQUALITY, ...LISTS, ...ORDER],
      expected: 'a time of day such as 14:05',
      canonical: (raw, { stored }) => stored(raw),
    },
    sheetForm: 'clock time',
    toCell: plainText,
    fromCell: trimmedCell,
  },
} satisfies Record<string, KindRules>

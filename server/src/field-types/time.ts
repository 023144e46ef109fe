import { canonicalTime } from '@caseloom/contract/values/calendar-value'
import { plainText, trimmedCell } from './cells.ts'
import type { KindRules, ServerFieldType } from './field-type.ts'
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
    sheetForm: 'clock time',
    toCell: plainText,
    fromCell: trimmedCell,
  },
} satisfies Record<string, KindRules>

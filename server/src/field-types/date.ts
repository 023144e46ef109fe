import { canonicalDate } from '@caseloom/contract/values/calendar-value'
import { plainText } from './cells.ts'
import type { KindRules, ServerFieldType } from './field-type.ts'
import { canonical } from './parsing.ts'

const MIDNIGHT = /[T ]00:00(:00(\.0+)?)?Z?$/

export const dateType: ServerFieldType<'date'> = {
  parse: (_field, raw) => canonical(canonicalDate(raw), 'invalid_date', 'Expected a date such as 2026-11-21'),
  convert: {
    toText: String,
    fromText: (text) => (/^\d{4}-\d{2}-\d{2}T/.test(text) ? text.slice(0, 10) : text),
    from: { datetime: (value) => String(value).slice(0, 10) },
  },
  indexRank: () => 2,
}

export const dateKinds = {
  date: {
    sqlType: 'date',
    sortType: 'date',
    index: (column) => `btree (${column}, id)`,
    // The driver would read a date as midnight of the server's zone.
    select: (column) => `to_char(${column}, 'YYYY-MM-DD')`,
    sheetForm: 'day',
    toCell: plainText,
    fromCell: (cell) => ({ raw: cell.trim().replace(MIDNIGHT, '') }),
  },
} satisfies Record<string, KindRules>

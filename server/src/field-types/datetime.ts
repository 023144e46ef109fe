import { canonicalInstant } from '@caseloom/contract/values/calendar-value'
import { plainText } from './cells.ts'
import type { KindRules, ServerFieldType } from './field-type.ts'
import { canonical } from './parsing.ts'

export const datetimeType: ServerFieldType<'datetime'> = {
  parse: (_field, raw) =>
    canonical(
      canonicalInstant(raw),
      'invalid_instant',
      'Expected a date and time with a time zone, such as 2026-11-21T03:02:15Z',
    ),
  convert: {
    toText: String,
    fromText: (text) => (/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00Z` : text),
    from: { date: (value) => `${String(value)}T00:00:00Z` },
  },
  indexRank: () => 2,
}

export const datetimeKinds = {
  instant: {
    sqlType: 'timestamp with time zone',
    sortType: 'timestamptz',
    index: (column) => `btree (${column}, id)`,
    sheetForm: 'instant',
    toCell: plainText,
    fromCell: (cell) => ({ raw: instantText(cell.trim()) }),
  },
} satisfies Record<string, KindRules>

const DAY_AND_TIME = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?))?$/

/** Spreadsheets have no zones: a day, or a day with a time, is meant in UTC. */
function instantText(text: string): string {
  const [, day, time = '00:00:00'] = DAY_AND_TIME.exec(text) ?? []
  return day === undefined ? text : `${day}T${time}Z`
}

import type { JsonValue } from '@caseloom/contract/kernel/json'
import { IconCalendar } from '@tabler/icons-react'
import { instantOf, localTime } from '../ui/local-time.ts'
import { formatDateTime } from '../ui/time.ts'
import { DateTime } from '../ui/Times.tsx'
import type { Reader, WebFieldType } from './field-type.ts'
import { DATE_WORDING, PRESENCE, RELATIVE } from './filter-operators.ts'

export const datetimeType: WebFieldType<'datetime'> = {
  palette: [{ id: 'datetime', group: 'values', icon: IconCalendar }],
  width: 148,
  tabular: true,
  text: (value, _field, reader) => momentText(value, reader),
  show: (value) => (typeof value === 'string' ? <DateTime at={value} /> : null),
  filter: {
    operators: [...RELATIVE, 'gte', 'lte', 'gt', 'lt', 'between', ...PRESENCE],
    wording: DATE_WORDING,
    time: 'datetime',
    read: (text, _field, zone) => instantOf(text, zone),
    write: (value, zone) => localTime(String(value), zone, 'second'),
    label: (value, { people }) => momentText(value, people),
  },
  toDraft: (value, _field, zone) =>
    typeof value === 'string' ? localTime(value, zone, 'second') : undefined,
  fromDraft: (draft, _field, zone) => {
    const value = instantOf(draft, zone)
    return value === null ? { ok: false, key: 'page.invalidDate' } : { ok: true, value }
  },
  input: () => ({ type: 'datetime-local', step: 1 }),
  schema: () => ({ type: 'string' }),
}

function momentText(value: JsonValue, { zone, seconds }: Reader): string {
  const at = new Date(String(value))
  return Number.isNaN(at.getTime()) ? String(value) : formatDateTime(at, zone, seconds)
}

import type { JsonValue } from '@caseloom/contract/kernel/json'
import { IconCalendar } from '@tabler/icons-react'
import { formatDateTime } from '../ui/time.ts'
import { DateTime } from '../ui/Times.tsx'
import type { Reader, WebFieldType } from './field-type.ts'
import { DATE_WORDING, PRESENCE, RELATIVE } from './filter-operators.ts'
import { localTime } from './local-time.ts'

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
    read: (text) => {
      const time = Date.parse(text)
      return Number.isNaN(time) ? null : new Date(time).toISOString()
    },
    write: (value) => localTime(String(value)),
    label: (value, { people }) => momentText(value, people),
  },
  toDraft: (value) => (typeof value === 'string' ? localTime(value, 19) : undefined),
  fromDraft: (draft) => {
    const time = Date.parse(draft)
    return Number.isNaN(time)
      ? { ok: false, key: 'page.invalidDate' }
      : { ok: true, value: new Date(time).toISOString() }
  },
  input: () => ({ type: 'datetime-local', step: 1 }),
  schema: () => ({ type: 'string' }),
}

function momentText(value: JsonValue, { zone, seconds }: Reader): string {
  const at = new Date(String(value))
  return Number.isNaN(at.getTime()) ? String(value) : formatDateTime(at, zone, seconds)
}

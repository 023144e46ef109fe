import { IconCalendar } from '@tabler/icons-react'
import { DateTime } from '../ui/Times.tsx'
import type { WebFieldType } from './field-type.ts'
import { DATE_WORDING, PRESENCE, RELATIVE } from './filter-operators.ts'
import { localTime } from './local-time.ts'

export const datetimeType: WebFieldType<'datetime'> = {
  palette: [{ id: 'datetime', group: 'values', icon: IconCalendar }],
  width: 148,
  tabular: true,
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
    endText: (value) => localTime(value).replace('T', ' '),
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

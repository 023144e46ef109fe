import { IconCalendar } from '@tabler/icons-react'
import { calendarDay } from '../ui/time.ts'
import type { WebFieldType } from './field-type.ts'
import { DATE_WORDING, PRESENCE, RELATIVE } from './filter-operators.ts'
import { CalendarDate } from './values/FormattedText.tsx'

export const dateType: WebFieldType<'date'> = {
  palette: [{ id: 'date', group: 'values', icon: IconCalendar }],
  width: 112,
  tabular: true,
  text: (value) => calendarDay(String(value)),
  show: (value) => (typeof value === 'string' ? <CalendarDate date={value} /> : null),
  axis: () => true,
  filter: {
    operators: [...RELATIVE, 'eq', 'ne', 'gte', 'lte', 'gt', 'lt', 'between', ...PRESENCE],
    wording: DATE_WORDING,
    time: 'date',
    label: (value) => calendarDay(String(value)),
  },
  input: () => ({ type: 'date', max: '9999-12-31' }),
  schema: () => ({ type: 'string' }),
}

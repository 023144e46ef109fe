import { IconClock } from '@tabler/icons-react'
import type { WebFieldType } from './field-type.ts'
import { PRESENCE } from './filter-operators.ts'

export const timeType: WebFieldType<'time'> = {
  palette: [{ id: 'time', group: 'values', icon: IconClock }],
  width: 88,
  tabular: true,
  text: (value) => shortTime(String(value)),
  filter: {
    operators: ['eq', 'ne', 'gte', 'lte', 'between', ...PRESENCE],
    wording: { gt: 'times.gt', gte: 'times.gte', lt: 'times.lt', lte: 'times.lte' },
    input: () => ({ type: 'time' }),
  },
  input: () => ({ type: 'time', step: 1 }),
  schema: () => ({ type: 'string' }),
}

/** Omits zero seconds. */
function shortTime(time: string): string {
  return /^\d\d:\d\d:00$/.test(time) ? time.slice(0, 5) : time
}

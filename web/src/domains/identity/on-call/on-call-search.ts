import { textsOf } from '../../../data/search-params.ts'
import { type CalendarView, VIEWS } from './calendar.ts'

/** What the address of the page says: which schedule, and which days. */
export interface OnCallSearch {
  schedule?: string | undefined
  view?: CalendarView | undefined
  /** A date that the view shows; today without it. */
  at?: string | undefined
}

const DATE = /^\d{4}-\d{2}-\d{2}$/

export function readOnCallSearch(search: Record<string, unknown>): OnCallSearch {
  const { schedule, view, at } = textsOf(search, 'schedule', 'view', 'at')
  const isDate = at !== undefined && DATE.test(at) && !Number.isNaN(Date.parse(`${at}T00:00:00Z`))
  const known = VIEWS.find((one) => one === view)
  return {
    ...(schedule === undefined ? {} : { schedule }),
    ...(known === undefined ? {} : { view: known }),
    ...(isDate ? { at } : {}),
  }
}

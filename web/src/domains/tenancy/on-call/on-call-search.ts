/** What the address of the page says. */
export interface OnCallSearch {
  schedule?: string
  /** A day of the period that is shown; absent is today. */
  day?: string
  show?: 'month'
}

export function readOnCallSearch(search: Record<string, unknown>): OnCallSearch {
  const { schedule, day, show } = search
  return {
    ...(typeof schedule === 'string' ? { schedule } : {}),
    ...(typeof day === 'string' && isDate(day) ? { day } : {}),
    ...(show === 'month' ? { show } : {}),
  }
}

function isDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`))
}

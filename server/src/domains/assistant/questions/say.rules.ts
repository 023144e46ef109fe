import { writeDuration } from '@caseloom/contract/values/duration'
import { plain } from './built-in-deps.ts'
import type { Query } from './query.rules.ts'
import { type SubjectField, valueTraits } from './subject.rules.ts'

/** What the answer is about, in words: ` (Severity is High, Open)`. */
export function saidOf({ picked, text }: Pick<Query, 'picked' | 'text'>): string {
  const parts = [...picked.map(({ label }) => label), ...(text === '' ? [] : [`words “${text}”`])]
  return parts.length === 0 ? '' : ` (${parts.map(plain).join(', ')})`
}

/** A figure of a field as people read it. */
export function figureText(value: number | null, field: SubjectField | undefined): string {
  if (value === null) return 'no value'
  if (field !== undefined && valueTraits(field).span) return writeDuration(Math.round(value))
  return value.toLocaleString('en', { maximumFractionDigits: 1 })
}

/** A moment in the time zone of the person who asks. */
export function momentText(value: string, timeZone: string): string {
  return written(value, { timeZone, dateStyle: 'medium', timeStyle: 'short' })
}

/** A day of the calendar, which is the same in every time zone. */
export function dayText(value: string): string {
  return written(value, { timeZone: 'UTC', dateStyle: 'medium' })
}

/** As it is where it is no date. */
function written(value: string, options: Intl.DateTimeFormatOptions): string {
  const date = new Date(value)
  return Number.isNaN(date.getTime()) ? value : new Intl.DateTimeFormat('en', options).format(date)
}

export function countText(total: number, capped = false): string {
  return `${capped ? 'more than ' : ''}${total === 0 ? 'No' : total.toLocaleString('en')} ${total === 1 ? 'record' : 'records'}`
}

export const MEASURE_WORDS = {
  average: 'Average',
  median: 'Median',
  p95: '95th percentile of',
  max: 'Longest',
  min: 'Shortest',
  sum: 'Total',
} as const

import { periodInstants } from '@caseloom/contract/filters/relative-dates'
import { afterWorkingMillis, workingMillis } from '@caseloom/contract/values/business-hours'
import { ClockHours } from '@caseloom/contract/values/case-fields'
import { TimeZone } from '@caseloom/contract/values/time-zones'
import { spend } from './budget.ts'
import { DURATION, parseDuration } from './duration.ts'
import { type Focus, type Native, stateOf } from './evaluation-state.ts'
import { fault, objectFor, plainFault, textFor } from './own-arguments.ts'

const DAY = 86_400_000
const HOUR = 3_600_000
const MAX_DAYS = 3_660
const STEPS_PER_DAY = 16
const EARLIEST = Date.parse('0001-01-03T00:00:00Z')
const LATEST = Date.parse('9999-12-01T00:00:00Z')

const PERIODS = {
  day: 'today',
  week: 'this_week',
  month: 'this_month',
  quarter: 'this_quarter',
  year: 'this_year',
} as const

/** Functions of times and calendars. */
export function timeFunctions(): Record<string, Native> {
  return {
    addTime(time: unknown, duration: unknown) {
      if (time === undefined || duration === undefined) return undefined
      const text = textFor('addTime', duration)
      const [sign, size] = text.startsWith('-') ? [-1, text.slice(1)] : [1, text]
      const millis = parseDuration(size)
      if (millis === undefined) throw badDuration('addTime', text)
      const end = new Date(millisOf('addTime', time) + sign * millis)
      if (Number.isNaN(end.getTime())) throw fault('addTime', 'takes a time', time)
      return end.toISOString()
    },
    startOf(time: unknown, unit: unknown, zone: unknown = 'UTC') {
      if (time === undefined) return undefined
      return periodAround(this, 'startOf', { time, unit, zone }).from
    },
    endOf(time: unknown, unit: unknown, zone: unknown = 'UTC') {
      if (time === undefined) return undefined
      const { until } = periodAround(this, 'endOf', { time, unit, zone })
      return new Date(Date.parse(until) - 1).toISOString()
    },
    businessHours(from: unknown, to: unknown, hours: unknown) {
      if (from === undefined || to === undefined) return undefined
      const [start, end] = [calendarMillis('businessHours', from), calendarMillis('businessHours', to)]
      const open = hoursFor(this, 'businessHours', hours)
      const days = Math.ceil(Math.abs(end - start) / DAY)
      if (days > MAX_DAYS) throw plainFault('businessHours', `takes times up to ${MAX_DAYS} days apart`)
      spend(stateOf(this.environment).budget, costOf(open, days))
      const millis = end >= start ? workingMillis(open, start, end) : -workingMillis(open, end, start)
      return Math.round((millis / HOUR) * 10_000) / 10_000
    },
    addBusinessTime(time: unknown, duration: unknown, hours: unknown) {
      if (time === undefined || duration === undefined) return undefined
      const text = textFor('addBusinessTime', duration)
      // How long a business day is depends on the reader: hours are clear.
      const millis = text.endsWith('d') ? undefined : parseDuration(text)
      if (millis === undefined)
        throw fault('addBusinessTime', 'takes a duration in hours or minutes such as 8h or 90m', text)
      const start = calendarMillis('addBusinessTime', time)
      const open = hoursFor(this, 'addBusinessTime', hours)
      const end = afterWorkingMillis(open, start, millis)
      spend(stateOf(this.environment).budget, costOf(open, end === null ? MAX_DAYS : (end - start) / DAY))
      if (end === null) throw plainFault('addBusinessTime', `finds no such time within ${MAX_DAYS} days`)
      return new Date(end).toISOString()
    },
  }
}

function badDuration(name: string, text: string): Error {
  if (DURATION.test(text.replace(/^-/, ''))) return fault(name, 'takes a duration of up to 366 days', text)
  return fault(name, 'takes a duration such as 30s, 5m, or -1d', text)
}

function costOf({ holidays }: ClockHours, days: number): number {
  return Math.ceil(days + 2) * (STEPS_PER_DAY + (holidays.length >> 6))
}

function millisOf(name: string, time: unknown): number {
  return typeof time === 'number' ? time : Date.parse(textFor(name, time))
}

/** A time within the years that calendars are made for. */
function calendarMillis(name: string, time: unknown): number {
  const millis = millisOf(name, time)
  if (!(millis >= EARLIEST && millis <= LATEST)) throw fault(name, 'takes a time', time)
  return millis
}

type Asked = { time: unknown; unit: unknown; zone: unknown }

function periodAround(
  focus: Focus,
  name: string,
  { time, unit, zone }: Asked,
): { from: string; until: string } {
  const period = Object.entries(PERIODS).find(([known]) => known === unit)
  if (period === undefined) throw fault(name, 'takes one of day, week, month, quarter, year', unit)
  const known = TimeZone.safeParse(zone)
  if (!known.success) throw fault(name, 'takes a time zone such as Europe/Berlin', zone)
  spend(stateOf(focus.environment).budget, STEPS_PER_DAY)
  return periodInstants(period[1], known.data, new Date(calendarMillis(name, time)))
}

function hoursFor(focus: Focus, name: string, hours: unknown): ClockHours {
  const given = objectFor(focus, hours)
  if (given === undefined) throw plainFault(name, 'takes hours as an object with zone, days, from, and to')
  const read = ClockHours.safeParse(given)
  if (read.success) return read.data
  const [issue] = read.error.issues
  const place = issue === undefined || issue.path.length === 0 ? '' : `${issue.path.join('.')}: `
  throw plainFault(name, `takes valid hours. ${place}${issue?.message ?? ''}`)
}

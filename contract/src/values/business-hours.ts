import type { ClockHours } from './case-fields.ts'

const MINUTE = 60_000
const DAY = 86_400_000
/** A target that is not reached within this many days never is. */
const MAX_DAYS = 3_660

/** A stretch of open time, in milliseconds since 1970. */
export interface Stretch {
  from: number
  to: number
}

/** Milliseconds of working time between two instants; all of them without hours. */
export function workingMillis(hours: ClockHours | undefined, from: number, to: number): number {
  if (to <= from) return 0
  if (hours === undefined) return to - from
  let sum = 0
  for (let day = firstDay(hours, from); dayBegin(day) < to + DAY; day += 1) {
    for (const open of openStretches(hours, day))
      sum += Math.max(0, Math.min(open.to, to) - Math.max(open.from, from))
  }
  return sum
}

/** The instant at which so much working time has passed; null when that never comes. */
export function afterWorkingMillis(
  hours: ClockHours | undefined,
  from: number,
  millis: number,
): number | null {
  if (millis <= 0) return from
  if (hours === undefined) return from + millis
  let left = millis
  const first = firstDay(hours, from)
  for (let day = first; day < first + MAX_DAYS; day += 1) {
    for (const open of openStretches(hours, day)) {
      const length = open.to - Math.max(open.from, from)
      if (length <= 0) continue
      if (length >= left) return Math.max(open.from, from) + left
      left -= length
    }
  }
  return null
}

/** Days are numbers of the calendar since 1970-01-01, in no zone. */
function dayBegin(day: number): number {
  return day * DAY
}

/** The day before the local one: its night shift may still be on. */
function firstDay({ zone }: ClockHours, from: number): number {
  return Math.floor((from + offsetAt(zone, from)) / DAY) - 1
}

/**
 * The open stretches of one day's shift, in their order. Where clocks are set back a shift may be open, closed and
 * open again by the clock on the wall: what counts is what the wall says.
 */
export function openStretches(hours: ClockHours, day: number): readonly Stretch[] {
  if (!hours.days.includes(weekday(day)) || hours.holidays.includes(dateText(day))) return []
  const from = dayBegin(day) + clockMillis(hours.from)
  const end = clockMillis(hours.to)
  const to = dayBegin(day) + (end <= clockMillis(hours.from) ? end + DAY : end)
  return wallStretches(hours.zone, from, to)
}

/** Monday is 1; 1970-01-01 was a Thursday. */
function weekday(day: number): number {
  return ((((day + 3) % 7) + 7) % 7) + 1
}

function dateText(day: number): string {
  return new Date(dayBegin(day)).toISOString().slice(0, 10)
}

function clockMillis(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return (hour * 60 + minute) * MINUTE
}

/** The instants at which the wall shows a time from `from` to before `to`, given as if the zone were UTC. */
function wallStretches(zone: string, from: number, to: number): Stretch[] {
  const before = offsetAt(zone, from - DAY)
  const after = offsetAt(zone, to + DAY)
  if (before === after) return [{ from: from - before, to: to - before }]
  const change = changeBetween(zone, from - DAY, to + DAY)
  const stretches = [
    { from: from - before, to: Math.min(to - before, change) },
    { from: Math.max(from - after, change), to: to - after },
  ].filter((stretch) => stretch.to > stretch.from)
  const [first, second] = stretches
  const joins = first !== undefined && second !== undefined && first.to === second.from
  return joins ? [{ from: first.from, to: second.to }] : stretches
}

/**
 * The first instant at which the wall shows this time, given as if the zone were UTC. A time that clocks skip is the
 * instant of the change.
 */
export function instantOfWall(zone: string, wall: number): number {
  const before = offsetAt(zone, wall - DAY)
  const after = offsetAt(zone, wall + DAY)
  if (before === after) return wall - before
  const change = changeBetween(zone, wall - DAY, wall + DAY)
  return wall - before < change ? wall - before : Math.max(wall - after, change)
}

/** The first instant with the later offset; zones change at most once in a few days. */
function changeBetween(zone: string, from: number, to: number): number {
  const later = offsetAt(zone, to)
  let [low, high] = [Math.floor(from / MINUTE), Math.ceil(to / MINUTE)]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (offsetAt(zone, middle * MINUTE) === later) high = middle
    else low = middle
  }
  return high * MINUTE
}

const formats = new Map<string, Intl.DateTimeFormat>()
const offsets = new Map<string, number>()
const MAX_OFFSETS = 20_000

/** Milliseconds by which the zone's wall is ahead of UTC; looked up once per quarter of an hour, in which none changes. */
export function offsetAt(zone: string, instant: number): number {
  const quarter = Math.floor(instant / (15 * MINUTE))
  const key = `${zone} ${quarter}`
  const known = offsets.get(key)
  if (known !== undefined) return known
  if (offsets.size >= MAX_OFFSETS) offsets.clear()
  const offset = wallOf(zone, quarter * 15 * MINUTE) - quarter * 15 * MINUTE
  offsets.set(key, offset)
  return offset
}

function wallOf(zone: string, instant: number): number {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      calendar: 'iso8601',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
  formats.set(zone, format)
  const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]))
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0
  const wall = new Date(
    Date.UTC(2000, part('month') - 1, part('day'), part('hour'), part('minute'), part('second')),
  )
  // Date.UTC takes years below 100 for those of the last century: they occur while a year is being typed.
  return wall.setUTCFullYear(part('year'))
}

/** A stretch of time in words of the set or of a filter, as minutes since 1970: far ends are infinite. */
export interface Stretch {
  from: number
  until: number
}

const MINUTE = 60_000
const DAY = 86_400_000
const SPANS: Readonly<Record<string, number>> = { m: MINUTE, h: 3_600_000, d: DAY, w: 7 * DAY }

export function spanMs(text: string): number | null {
  const [, amount, unit] = /^(\d+)([mhdw])$/.exec(text) ?? []
  return amount === undefined || unit === undefined ? null : Number(amount) * (SPANS[unit] ?? 0)
}

function day(now: number): Date {
  const date = new Date(now)
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()))
}

/** The days that a word of the calendar names, in UTC. */
export function periodOf(word: string, now: number): { from: number; until: number } | null {
  const today = day(now)
  const [year, month] = [today.getUTCFullYear(), today.getUTCMonth()]
  const monday = today.getTime() - ((today.getUTCDay() + 6) % 7) * DAY
  const quarter = month - (month % 3)
  const at = (ownYear: number, ownMonth: number) => Date.UTC(ownYear, ownMonth, 1)
  const known: Record<string, [number, number]> = {
    today: [today.getTime(), today.getTime() + DAY],
    yesterday: [today.getTime() - DAY, today.getTime()],
    tomorrow: [today.getTime() + DAY, today.getTime() + 2 * DAY],
    this_week: [monday, monday + 7 * DAY],
    last_week: [monday - 7 * DAY, monday],
    this_month: [at(year, month), at(year, month + 1)],
    last_month: [at(year, month - 1), at(year, month)],
    this_quarter: [at(year, quarter), at(year, quarter + 3)],
    last_quarter: [at(year, quarter - 3), at(year, quarter)],
    this_year: [at(year, 0), at(year + 1, 0)],
    last_year: [at(year - 1, 0), at(year, 0)],
  }
  const found = known[word]
  return found === undefined ? null : { from: found[0], until: found[1] }
}

/** A point in words: `last monday`, `start of last_week`, `end of 2026-11-19`, `now`, `start_of_week-1w`, an instant. */
export function pointOf(word: string, now: number): { from: number; until: number } | null {
  if (word === 'now') return { from: now, until: now }
  const edge = /^(start|end) of (.+)$/.exec(word)
  if (edge !== null) {
    const inner = pointOf(edge[2] ?? '', now)
    if (inner === null) return null
    const at = edge[1] === 'start' ? inner.from : inner.until
    return { from: at, until: at }
  }
  const weekday = /^last (\w+)$/.exec(word)?.[1]
  const names = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
  if (weekday !== undefined && names.includes(weekday)) {
    const today = day(now).getTime()
    const own = today - ((((new Date(now).getUTCDay() + 6) % 7) - names.indexOf(weekday) + 7) % 7) * DAY
    return { from: own, until: own + DAY }
  }
  const moving = /^(now|today|start_of_week|start_of_month)(?:([+-]\d+)(mo|[mhdw]))?$/.exec(word)
  if (moving !== null) return movingPoint(moving, now)
  const period = periodOf(word, now)
  if (period !== null) return period
  const at = Date.parse(word)
  if (Number.isNaN(at)) return null
  return /^\d{4}-\d{2}-\d{2}$/.test(word) ? { from: at, until: at + DAY } : { from: at, until: at }
}

function movingPoint(
  [, base = '', amount = '0', unit = 'd']: RegExpExecArray,
  now: number,
): { from: number; until: number } {
  const start =
    base === 'now'
      ? now
      : base === 'start_of_week'
        ? (periodOf('this_week', now)?.from ?? now)
        : base === 'start_of_month'
          ? (periodOf('this_month', now)?.from ?? now)
          : day(now).getTime()
  const shift = Number(amount)
  if (unit === 'mo') {
    const date = new Date(start)
    date.setUTCMonth(date.getUTCMonth() + shift)
    return { from: date.getTime(), until: date.getTime() }
  }
  const at = start + shift * (SPANS[unit] ?? 0)
  return { from: at, until: at }
}

const TIMES = new Set([
  'within',
  'withinNext',
  'olderThan',
  'before',
  'after',
  'between',
  'gt',
  'gte',
  'lt',
  'lte',
])

export function isTimeTest(op: string, value: unknown): boolean {
  const words = Array.isArray(value) ? value : [value]
  return TIMES.has(op) && words.every((word) => typeof word === 'string')
}

/** The stretch in which a test on a time holds; null when its words are none of these. */
export function stretchOf(op: string, value: unknown, now: number): Stretch | null {
  const [first, second] = Array.isArray(value) ? value.map(String) : [String(value)]
  if (first === undefined) return null
  const span = spanMs(first)
  const open = { from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY }
  if (op === 'within' && span !== null) return { ...open, from: now - span }
  if (op === 'withinNext' && span !== null) return { from: now, until: now + span }
  if (op === 'olderThan' && span !== null) return { ...open, until: now - span }
  const point = pointOf(first, now)
  if (point === null) return null
  if (op === 'within') return point
  if (op === 'after' || op === 'gte') return { ...open, from: point.from }
  if (op === 'gt') return { ...open, from: point.until }
  if (op === 'before' || op === 'lt') return { ...open, until: point.from }
  if (op === 'lte') return { ...open, until: point.until }
  const last = second === undefined ? null : pointOf(second, now)
  return last === null ? null : { from: point.from, until: last.until }
}

export function together(one: Stretch, other: Stretch): Stretch {
  return { from: Math.max(one.from, other.from), until: Math.min(one.until, other.until) }
}

const NEAR = 15 * MINUTE

/** The same moments but for what passes while the set is asked; an end in the future is no end. */
export function sameStretch(one: Stretch, other: Stretch, now: number): boolean {
  const near = (a: number, b: number) => a === b || Math.abs(a - b) <= NEAR
  const end = (at: number) => (at >= now - NEAR && one.from <= now ? Number.POSITIVE_INFINITY : at)
  return (
    near(one.from, other.from) && (near(one.until, other.until) || near(end(one.until), end(other.until)))
  )
}

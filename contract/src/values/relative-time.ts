import type { Condition } from './filter.ts'

/**
 * Instants that move with the clock, as conditions on dates and times take them beside fixed ones: `now`, `now-30m`,
 * `today+7d`, `start_of_month-1mo`. All but `now` stand for whole days of the calendar in the asker's zone.
 */
export const RELATIVE_BASES = [
  'now',
  'today',
  'start_of_week',
  'start_of_month',
  'start_of_quarter',
  'start_of_year',
] as const
export type RelativeBase = (typeof RELATIVE_BASES)[number]

/** Minutes and hours are those of the world's clock; days, weeks and months those of the calendar. */
export const RELATIVE_UNITS = ['m', 'h', 'd', 'w', 'mo'] as const
export type RelativeUnit = (typeof RELATIVE_UNITS)[number]

export interface RelativeTime {
  base: RelativeBase
  /** How far from the base, backwards when negative; 0 is the base itself. */
  amount: number
  unit: RelativeUnit
}

/** The largest distance: ten years. */
const MOST: Record<RelativeUnit, number> = { m: 5_270_400, h: 87_840, d: 3_660, w: 522, mo: 120 }

/** Reads `start_of_week-2w`; null for what is no moving time, or further away than ten years. */
export function parseRelativeTime(text: string): RelativeTime | null {
  const match = /^(now|today|start_of_(?:week|month|quarter|year))(?:([+-])(\d{1,7})(mo|[mhdw]))?$/.exec(text)
  const base = RELATIVE_BASES.find((one) => one === match?.[1])
  if (match === null || base === undefined) return null
  const [, , sign, digits] = match
  const unit = RELATIVE_UNITS.find((one) => one === match[4])
  if (unit === undefined) return { base, amount: 0, unit: 'd' }
  const amount = Number(digits)
  // Whole days have no hours.
  if (amount < 1 || amount > MOST[unit] || (base !== 'now' && (unit === 'm' || unit === 'h'))) return null
  return { base, amount: sign === '-' ? -amount : amount, unit }
}

/** The text that `parseRelativeTime` reads. */
export function formatRelativeTime({ base, amount, unit }: RelativeTime): string {
  return amount === 0 ? base : `${base}${amount < 0 ? '-' : '+'}${Math.abs(amount)}${unit}`
}

/** True for a condition on a date or a time that says something else as time goes by. */
export function isRelative({ op, value }: Pick<Condition, 'op' | 'value'>): boolean {
  if (op === 'within' || op === 'withinNext' || op === 'olderThan') return true
  const values = Array.isArray(value) ? value : [value]
  return values.some((one) => typeof one === 'string' && parseRelativeTime(one) !== null)
}

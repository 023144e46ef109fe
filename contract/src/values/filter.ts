import { z } from 'zod'
import { JsonValue } from '../kernel/json.ts'

/**
 * Operators of a condition. `empty`/`notEmpty` take no value, `in`/`notIn` a list, `between` a pair, `within` a span
 * back from now such as `12h`, `7d`, `4w` or a period of the asker's calendar such as `this_week`, `withinNext` a span
 * from now on, `olderThan` all before a span; `me` in a user field's value means the asking user. Dates and times are
 * compared with fixed ones or with such as move with the clock: `now-30m`, `today+7d` (`moving-time.ts`).
 */
export const FILTER_OPERATORS = [
  'eq',
  'ne',
  'in',
  'notIn',
  'contains',
  'notContains',
  'startsWith',
  'endsWith',
  'gt',
  'gte',
  'lt',
  'lte',
  'between',
  'within',
  'withinNext',
  'olderThan',
  'empty',
  'notEmpty',
] as const
export type FilterOperator = (typeof FILTER_OPERATORS)[number]

/** Periods that `within` takes; weeks begin on Monday, days at midnight of the asker's zone. */
export const PERIODS = [
  'today',
  'yesterday',
  'tomorrow',
  'this_week',
  'last_week',
  'next_week',
  'this_month',
  'last_month',
  'next_month',
  'this_quarter',
  'last_quarter',
  'this_year',
  'last_year',
] as const
export type Period = (typeof PERIODS)[number]

export interface Condition {
  field: string
  op: FilterOperator
  value?: JsonValue | undefined
}
/**
 * True for records with at least one linked record that the asker may see and for which `where` holds. `has` is the
 * key of a reference field, or `<app key>.<field key>` for records of that app whose field points here. One level deep.
 */
export interface Has {
  has: string
  where?: Filter | undefined
}
/** One type for record search, playbook conditions and the filter builder; compiled to SQL, evaluated in memory, shown as a form. */
export type Filter = { all: Filter[] } | { any: Filter[] } | { not: Filter } | Has | Condition

export const Condition = z.strictObject({
  field: z.string().min(1).max(100),
  op: z.enum(FILTER_OPERATORS),
  value: JsonValue.optional(),
})
export const Filter: z.ZodType<Filter> = z.lazy(() =>
  z.union([
    z.strictObject({ all: z.array(Filter).max(50) }),
    z.strictObject({ any: z.array(Filter).max(50) }),
    z.strictObject({ not: Filter }),
    z.strictObject({ has: z.string().min(1).max(100), where: Filter.optional() }),
    Condition,
  ]),
)

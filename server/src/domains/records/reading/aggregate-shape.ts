import { z } from 'zod'
import type { Filter } from '@caseloom/contract/values/filter'

export type Unit = 'hour' | 'day' | 'week' | 'month'
export interface Measured {
  of: 'count' | 'sum' | 'average' | 'median' | 'p95' | 'min' | 'max'
  field?: string | undefined
}
/** A stretch of time by `created` or a date-time field; `from` null is since ever. */
export interface Stretched {
  field: string
  from: Date | null
  to: Date
}

/** A figure over the records that the actor may see; what `by` asks decides how many rows come back. */
export interface AggregateCommand {
  appId: string
  filter?: Filter | undefined
  measure: Measured
  time?: Stretched | undefined
  by:
    | { kind: 'all' }
    | { kind: 'group'; field: string; limit: number }
    /** The rows and columns with the most records. */
    | { kind: 'matrix'; rows: string; columns: string; limits: { rows: number; columns: number } }
    | { kind: 'time'; unit: Unit; zone: string; splitBy?: string | undefined }
    /** Records by what running clocks with a target do: `at` is the clock, `key` what it does. */
    | { kind: 'clocks'; fields: readonly string[] }
    /** Records by technique, each counted once for a technique and all of its sub-techniques. */
    | { kind: 'techniques'; field: string }
    /** Records by the value of a selection of one value, of which `steps` have to be options. */
    | { kind: 'stages'; field: string; steps?: readonly string[] | undefined }
  /** The actor's time zone for periods such as this_week in the filter; the tenant's when absent. */
  zone?: string | undefined
  /** The moment by which clocks and relative times are read; now by default. */
  at?: Date | undefined
  /** Only checks that everything requested exists; returns no rows. */
  checkOnly?: boolean
}

export const AggregateRow = z.object({
  /** Beginning of the step, for figures by time; the value of the row, for a matrix. */
  at: z.string().nullable(),
  /** The value that the records share; null is empty. */
  key: z.string().nullable(),
  value: z.number().nullable(),
})
export type AggregateRow = z.infer<typeof AggregateRow>
export interface Aggregate {
  rows: AggregateRow[]
  /** Sum of the groups beyond the limit, where sums say something. */
  others: number | null
  /** Beginnings of all steps, those without a record too. */
  steps: string[]
}

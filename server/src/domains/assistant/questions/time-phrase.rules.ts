import type { FilterOperator } from '@caseloom/contract/values/filter'

/** A condition on a date-time field, without the field. */
export interface TimeTest {
  op: FilterOperator
  value: string | string[]
}

/** A stretch of time as it was written. */
export interface TimePhrase {
  length: number
  tests: TimeTest[]
  /** Reads after the name of a field: `in the last 24 hours`. */
  label: string
}

export interface Clock {
  now: Date
  zone: string
}

import type { Filter } from '@caseloom/contract/values/filter'
import type { MeasureOf, Picked, Unit } from './grammar.rules.ts'
import type { Subject, SubjectField } from './subject.rules.ts'
import type { TimePhrase } from './time-phrase.rules.ts'

export interface QuerySort {
  field: SubjectField
  direction: 'asc' | 'desc'
}

/** A question as the lists, figures and reports of the product take it. */
export interface Query {
  subject: Subject
  /** All must hold. */
  picked: readonly Picked[]
  text: string
  sort: QuerySort | null
  limit: number | null
  /** One record is asked for: `the oldest alert`. */
  single: boolean
  show: 'list' | 'count' | 'measure'
  measure: { of: MeasureOf; field: SubjectField } | null
  group: SubjectField | null
  step: Unit | null
  /** Groups from the largest or the smallest figure. */
  most: 'asc' | 'desc' | null
  /** The same figure over two stretches of time. */
  compare: { field: string; now: TimePhrase; before: TimePhrase } | null
}

/** The whole filter of a query; null when all records are meant. */
export function filterOf({ picked }: Pick<Query, 'picked'>): Filter | null {
  const filters = picked.flatMap(({ filter }) => ('all' in filter ? filter.all : [filter]))
  return filters.length === 0 ? null : { all: filters }
}

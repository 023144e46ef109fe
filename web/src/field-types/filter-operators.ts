import type { FilterOperator } from '@caseloom/contract/values/filter'

export const PRESENCE: readonly FilterOperator[] = ['empty', 'notEmpty']
export const CHOSEN: readonly FilterOperator[] = ['in', 'notIn', ...PRESENCE]
export const CONTAINED: readonly FilterOperator[] = ['contains', 'notContains', ...PRESENCE]
export const RELATIVE: readonly FilterOperator[] = ['within', 'withinNext', 'olderThan']

/** Dates aren’t greater but later. */
export const DATE_WORDING: Partial<Record<FilterOperator, string>> = {
  gt: 'dates.gt',
  gte: 'dates.gte',
  lt: 'dates.lt',
  lte: 'dates.lte',
  between: 'dates.between',
}

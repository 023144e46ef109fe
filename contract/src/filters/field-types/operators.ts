import type { FilterOperator } from '../../values/filter.ts'

export const PRESENCE: readonly FilterOperator[] = ['empty', 'notEmpty']
export const EQUALITY: readonly FilterOperator[] = ['eq', 'ne', ...PRESENCE]
export const LISTS: readonly FilterOperator[] = ['in', 'notIn']
export const ORDER: readonly FilterOperator[] = ['gt', 'gte', 'lt', 'lte', 'between']
export const TEXTUAL: readonly FilterOperator[] = ['contains', 'notContains', 'startsWith', 'endsWith']
export const RELATIVE: readonly FilterOperator[] = ['within', 'withinNext', 'olderThan']
export const ITEMS: readonly FilterOperator[] = ['contains', 'notContains']
export const LIST_OPERATORS: readonly FilterOperator[] = [...EQUALITY, ...LISTS, ...ITEMS]

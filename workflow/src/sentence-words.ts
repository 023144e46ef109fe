import type { FilterOperator } from '@caseloom/contract/values/filter'

/** What comparisons are called in sentences. */
export const OPERATORS: Record<FilterOperator, string> = {
  eq: 'is',
  ne: 'is not',
  in: 'is one of',
  notIn: 'is none of',
  contains: 'contains',
  notContains: 'does not contain',
  startsWith: 'starts with',
  endsWith: 'ends with',
  gt: 'is more than',
  gte: 'is at least',
  lt: 'is less than',
  lte: 'is at most',
  between: 'is between',
  within: 'is within the last',
  withinNext: 'is within the next',
  olderThan: 'is older than',
  empty: 'is empty',
  notEmpty: 'is not empty',
}

/** On what occasion a record is evaluated, as a participle. */
export const OPENED: Record<string, string> = {
  new: 'created',
  open: 'opened',
  edit: 'edited',
  save: 'saved',
  import: 'imported',
  api: 'changed through the API',
  playbook: 'changed by a playbook',
}

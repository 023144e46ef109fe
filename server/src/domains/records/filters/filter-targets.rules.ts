import { SYSTEM_FIELDS, type SystemField } from '@caseloom/contract/fields'
import type { FilterOperator } from '@caseloom/contract/filter'
import { type Actor, mayPass } from '@caseloom/contract/permissions'
import { CASE_EXPECTED, CASE_OPERATORS } from './case-filter.rules.ts'
import type { FilterTarget } from './filter-shape.ts'
import type { AppShape } from '../model/record-shape.ts'

const SYSTEM_KINDS: Record<SystemField, FilterTarget['kind']> = {
  tracking_id: 'tracking',
  created_at: 'instant',
  updated_at: 'instant',
  created_by: 'actor',
  updated_by: 'actor',
}

const LISTS: readonly FilterOperator[] = ['in', 'notIn']
const ORDER: readonly FilterOperator[] = ['gt', 'gte', 'lt', 'lte', 'between']
const TEXTUAL: readonly FilterOperator[] = ['contains', 'notContains', 'startsWith', 'endsWith']
const RELATIVE: readonly FilterOperator[] = ['within', 'withinNext', 'olderThan']
const ALWAYS: readonly FilterOperator[] = ['eq', 'ne', 'empty', 'notEmpty']

/** Which operators a kind of target understands. */
export const OPERATORS: Record<FilterTarget['kind'], readonly FilterOperator[]> = {
  text: [...ALWAYS, ...LISTS, ...TEXTUAL],
  url: [...ALWAYS, ...LISTS, ...TEXTUAL],
  tracking: [...ALWAYS, ...LISTS, ...TEXTUAL],
  number: [...ALWAYS, ...LISTS, ...ORDER],
  instant: [...ALWAYS, ...ORDER, ...RELATIVE],
  option: [...ALWAYS, ...LISTS, ...ORDER],
  options: [...ALWAYS, ...LISTS, 'contains', 'notContains'],
  user: [...ALWAYS, ...LISTS],
  users: [...ALWAYS, ...LISTS, 'contains', 'notContains'],
  actor: [...ALWAYS, ...LISTS],
  json: ['empty', 'notEmpty'],
  date: [...ALWAYS, ...LISTS, ...ORDER, ...RELATIVE],
  time: [...ALWAYS, ...LISTS, ...ORDER],
  duration: [...ALWAYS, ...LISTS, ...ORDER],
  texts: [...ALWAYS, ...LISTS, 'contains', 'notContains'],
  numbers: [...ALWAYS, ...LISTS, 'contains', 'notContains'],
  group: [...ALWAYS, ...LISTS],
  groups: [...ALWAYS, ...LISTS, 'contains', 'notContains'],
  rich: [...ALWAYS, ...TEXTUAL],
  files: ['empty', 'notEmpty', 'contains', 'notContains'],
  comments: ['empty', 'notEmpty'],
  reference: [...ALWAYS, ...LISTS, 'contains', 'notContains'],
  boolean: ALWAYS,
  technique: [...ALWAYS, ...LISTS, 'startsWith'],
  techniques: [...ALWAYS, ...LISTS, 'contains', 'notContains', 'startsWith'],
  // A placed fact answers by the fact itself; a history can be compared with nothing.
  system: [],
  ...CASE_OPERATORS,
}

/** The target of a key for this actor, or null: a field that one may not read does not exist. */
export function targetOf(app: AppShape, actor: Actor, key: string): FilterTarget | null {
  const system = SYSTEM_FIELDS.find((name) => name === key)
  if (system !== undefined) return { key, kind: SYSTEM_KINDS[system] }
  const field = app.byKey.get(key)
  if (field?.definition.type === 'system' && field.definition.of !== 'history')
    return { key: field.definition.of, kind: SYSTEM_KINDS[field.definition.of] }
  return field !== undefined && mayPass(actor, field.definition.readers) ? { key, kind: field.kind } : null
}

/** What a condition on a kind of target is compared with, in words. */
export const EXPECTED: Record<FilterTarget['kind'], string> = {
  text: 'a text',
  url: 'a text',
  tracking: 'a tracking ID',
  number: 'a number',
  instant: 'a date and time such as 2026-11-21T03:02:15Z, or a relative one such as now-30m or today+7d',
  option: 'the key of an option',
  options: 'the key of an option',
  user: 'the ID of a user, or "me"',
  users: 'the ID of a user, or "me"',
  actor: 'the ID of a user or playbook, or "me"',
  json: 'nothing',
  date: 'a date such as 2026-11-21, or a relative one such as today+7d',
  time: 'a time of day such as 14:05',
  duration: 'seconds, or a duration such as PT2H30M',
  texts: 'a text',
  numbers: 'a number',
  group: 'the ID of a group',
  groups: 'the ID of a group',
  rich: 'a text',
  files: 'part of a file name',
  comments: 'nothing',
  boolean: 'true or false',
  technique: 'an ATT&CK technique ID such as T1059.001',
  techniques: 'an ATT&CK technique ID such as T1059.001',
  system: 'nothing',
  reference: 'a record ID or tracking ID',
  ...CASE_EXPECTED,
}

import type { AppView } from '@caseloom/contract/apps/apps'
import { fieldTraits } from '@caseloom/contract/field-types/field-kind'
import {
  GROUP_UNITS,
  type GroupBy,
  groupByFault,
  type GroupUnit,
  groupingOf,
} from '@caseloom/contract/records/grouping'
import type { RecordGroup } from '@caseloom/contract/records/search'
import type { ReactNode } from 'react'
import type { People, Say } from '../../../field-types/field-type.ts'
import { fieldValue } from '../../../field-types/parts/FieldValue.tsx'
import { textOf } from '../../../field-types/parts/field-text.ts'
import { filterSubjects } from '../../../field-types/parts/filter-choices.ts'
import { straight } from '../../../ui/text/bidi-isolate.ts'
import { formatCount, formatDay } from '../../../ui/time.ts'
import { groupByOf, groupText, isBoard } from '../model/list-search.ts'
import type { ListState } from '../model/list-state.ts'
import { boardField, boardFields } from './board-fields.ts'

/** A way to group a list, with what it's called. */
export interface GroupChoice {
  groupBy: GroupBy
  value: string
  label: string
}

/** Ways to group the lists of an app: those of its list's columns first. */
export function groupChoices(app: AppView, t: Say, sayField: (key: string) => string): GroupChoice[] {
  const rank = (key: string) => (app.listColumns.includes(key) ? app.listColumns.indexOf(key) : Infinity)
  const subjects = filterSubjects(app, sayField).toSorted((a, b) => rank(a.key) - rank(b.key) || 0)
  return subjects.flatMap(({ key, label, field }): GroupChoice[] => {
    const grouping = groupingOf(key, field)
    if (grouping === null) return []
    if (grouping === 'values') return [choiceOf({ field: key }, label)]
    return GROUP_UNITS.map((unit) => choiceOf({ field: key, unit }, t(`groups.by.${unit}`, { field: label })))
  })
}

/** Ways to make the columns of a board. */
export function columnChoices(app: AppView): GroupChoice[] {
  return boardFields(app).map(({ key, label }) => choiceOf({ field: key }, label))
}

function choiceOf(groupBy: GroupBy, label: string): GroupChoice {
  return { groupBy, value: groupText(groupBy), label }
}

/** How the list is grouped; null where the app has no such field, or not for this user. */
export function listGroupBy(app: AppView, state: ListState): GroupBy | null {
  if (isBoard(state)) {
    const columns = boardField(app, state)
    if (columns !== null) return { field: columns.key }
  }
  const groupBy = groupByOf(state)
  const field = app.fields.find(({ key }) => key === groupBy?.field)
  return groupBy === null || groupByFault(groupBy, field) !== null ? null : groupBy
}

/** Identifies a group in the page and its URL. */
export function groupKey({ value }: Pick<RecordGroup, 'value'>): string {
  return value ?? '-'
}

export function countWords({ count, capped }: Pick<RecordGroup, 'count' | 'capped'>): string {
  return capped ? `${formatCount(count)}+` : formatCount(count)
}

interface Worded {
  app: AppView
  groupBy: GroupBy
  group: RecordGroup
  people: People
  t: Say
}

/** A group's value in words. */
export function groupLabel({ app, groupBy, group, people, t }: Worded): string {
  const { value, label } = group
  const field = app.fields.find(({ key }) => key === groupBy.field)
  if (value === null) return t(field !== undefined && fieldTraits(field).users ? 'noOne' : 'groups.empty')
  if (groupBy.unit !== undefined) return dateLabel(value, groupBy.unit, t)
  if (field !== undefined && fieldTraits(field).truth)
    return straight(textOf(field, value === 'true', people))
  return straight(label === '' ? value : label)
}

/** As cells of the field show it. */
export function groupHeading(worded: Worded): ReactNode {
  const { app, groupBy, group, people, t } = worded
  const field = app.fields.find(({ key }) => key === groupBy.field)
  const isPlain = groupBy.unit !== undefined || field === undefined || fieldTraits(field).truth
  if (isPlain || (group.value === null && !fieldTraits(field).users)) return groupLabel(worded)
  const { several } = fieldTraits(field)
  const value = several && group.value !== null ? [group.value] : group.value
  return fieldValue({ field, value, people, noOne: t('noOne'), compact: true }) ?? groupLabel(worded)
}

function dateLabel(day: string, unit: GroupUnit, t: Say): string {
  if (unit === 'week') return t('groups.week', { day: formatDay(day, 'day') })
  return formatDay(day, unit === 'month' ? 'month' : 'weekday')
}

import type { AppView } from '@caseloom/contract/apps/apps'
import { fieldTraits } from '@caseloom/contract/field-types/field-kind'
import type { Field } from '@caseloom/contract/field-types/fields'
import { groupingOf } from '@caseloom/contract/records/grouping'
import type { RecordGroup } from '@caseloom/contract/records/search'
import { assigneeOf, drawnAs } from '@caseloom/contract/records/work-fields'
import type { usePeople } from '../../../data/people.ts'
import { type ChoiceField, choicesOf } from '../editors/ChoiceEditor.tsx'
import { groupByOf } from '../model/list-search.ts'
import type { ListState } from '../model/list-state.ts'

type Crowd = Pick<ReturnType<typeof usePeople>, 'all' | 'groups' | 'me'>

/** More people or groups than these have a column only once a record names them. */
const MAX_OFFERED = 12

function isColumns(field: Field): field is ChoiceField {
  const { users, groups } = fieldTraits(field)
  return ('options' in field || users || groups) && groupingOf(field.key, field) === 'values'
}

/** Fields whose values can be the columns of a board: those of the list first. */
export function boardFields(app: Pick<AppView, 'fields' | 'listColumns'>): ChoiceField[] {
  const rank = ({ key }: Field) => (app.listColumns.includes(key) ? app.listColumns.indexOf(key) : Infinity)
  return app.fields.filter(isColumns).toSorted((a, b) => rank(a) - rank(b) || 0)
}

/** The field of the columns: the one that the list is grouped by, or else the state; null where the app has none. */
export function boardField(
  app: Pick<AppView, 'fields' | 'listColumns'>,
  state: Pick<ListState, 'group'>,
): ChoiceField | null {
  const fields = boardFields(app)
  const asked = fields.find(({ key }) => key === groupByOf(state)?.field)
  const status = fields.find(({ key }) => key === drawnAs(app, 'state')?.key)
  return asked ?? status ?? fields[0] ?? null
}

/** Fields that every card shows in a place of its own. */
export function cardFields(app: Pick<AppView, 'fields' | 'assigneeField'>) {
  return { severity: drawnAs(app, 'severity'), assignee: assigneeOf(app) }
}

/** Whether a record may have no value of the field. */
export function mayBeEmpty(field: ChoiceField): boolean {
  return !field.required && !('display' in field && field.display === 'state')
}

/** The columns of a board: the groups with records, and what the field offers besides, in its order. */
export function withEmptyColumns(
  groups: readonly RecordGroup[],
  field: ChoiceField,
  people: Crowd,
): RecordGroup[] {
  const known = new Map(groups.map((group) => [group.value, group]))
  const offered = offeredValues(field, people).filter(({ value }) => !known.has(value))
  const columns = [
    ...groups.filter(({ value }) => value !== null),
    ...offered.map(({ value, label }) => emptyGroup(field, value, label)),
  ]
  const sorted = 'options' in field ? byOption(columns, field) : byLabel(columns)
  const none = known.get(null) ?? (mayBeEmpty(field) ? emptyGroup(field, null, '') : undefined)
  return none === undefined ? sorted : [...sorted, none]
}

function offeredValues(field: ChoiceField, { all, groups, me }: Crowd) {
  const choices = choicesOf({ field, draft: '', people: all, groups })
  const isShort = 'options' in field || choices.length <= MAX_OFFERED
  return isShort ? choices : choices.filter(({ value }) => value === me)
}

/** What the server would answer for a value that no record has. */
function emptyGroup(field: ChoiceField, value: string | null, label: string): RecordGroup {
  const { key } = field
  const filter: RecordGroup['filter'] =
    value === null
      ? { field: key, op: 'empty' }
      : field.multiple
        ? { field: key, op: 'in', value: [value] }
        : { field: key, op: 'eq', value }
  return { value, label, count: 0, capped: false, filter }
}

function byOption(columns: RecordGroup[], { options }: ChoiceField & { type: 'selection' }): RecordGroup[] {
  const place = new Map<string | null, number>(options.map(({ key }, at) => [key, at]))
  const rank = ({ value }: RecordGroup) => place.get(value) ?? options.length
  return columns.toSorted((a, b) => rank(a) - rank(b))
}

function byLabel(columns: RecordGroup[]): RecordGroup[] {
  return columns.toSorted((a, b) => a.label.localeCompare(b.label, 'en'))
}

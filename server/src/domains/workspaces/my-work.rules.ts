import type { AppView } from '@caseloom/contract/apps/apps'
import type { Field } from '@caseloom/contract/field-types/fields'
import { ClockValue } from '@caseloom/contract/values/case-fields'
import type { RecordSearch, RecordView } from '@caseloom/contract/records/records'
import { assigneeOf, drawnAs, finishedStates, targetClocks } from '@caseloom/contract/records/work-fields'
import type { Filter } from '@caseloom/contract/values/filter'
import { SEVERITIES } from '@caseloom/contract/values/severities'
import type { ClockAtRisk, WorkRecord } from '@caseloom/contract/workspaces/my-work'

/** An app with the fields that its reader can read in records. */
export interface WorkApp {
  app: AppView
  fields: readonly Field[]
  locked: ReadonlySet<string>
}

/** Builders see definitions of fields that they can't read: those aren't among the fields here. */
export function workApp(app: AppView): WorkApp {
  const hidden = new Set<string>(app.ownHidden)
  return {
    app,
    fields: app.fields.filter(({ key }) => !hidden.has(key)),
    locked: new Set(app.ownLocked),
  }
}

export type Whose = 'mine' | 'unassigned'
type Search = Pick<RecordSearch, 'sort' | 'columns'> & { filter: Filter }

/** What finds the work of an app; null for an app without an assignee or a state that the reader can read. */
export function searchOfWork({ app, fields }: WorkApp, whose: Whose): Search | null {
  const { assigneeField } = app
  const assignee = assigneeOf({ fields, assigneeField })
  const state = drawnAs({ fields }, 'state')
  if (assignee === undefined || state === undefined) return null
  const severity = drawnAs({ fields }, 'severity')
  const finished = finishedStates(state)
  const who: Filter =
    whose === 'mine' ? { field: assignee.key, op: 'in', value: ['me'] } : { field: assignee.key, op: 'empty' }
  return {
    filter: {
      all: [
        who,
        ...(finished.length === 0 ? [] : [{ field: state.key, op: 'notIn' as const, value: finished }]),
      ],
    },
    sort: [
      ...(severity === undefined ? [] : [{ field: severity.key, direction: 'desc' as const }]),
      { field: 'created_at', direction: 'asc' },
    ],
    columns: [
      ...titleColumn({ app, fields }),
      assignee.key,
      state.key,
      ...(severity === undefined ? [] : [severity.key]),
    ],
  }
}

export type Risk = 'warning' | 'overdue'

/** What finds the records whose clock is at risk, once for each clock and risk. */
export function searchesOfClocks({ app, fields }: WorkApp): (Search & { clock: Field; risk: Risk })[] {
  return targetClocks(fields).flatMap((clock) =>
    (['warning', 'overdue'] as const).map((risk) => ({
      clock,
      risk,
      filter: { field: clock.key, op: 'eq' as const, value: risk },
      sort: [{ field: clock.key, direction: risk === 'warning' ? ('asc' as const) : ('desc' as const) }],
      columns: [...titleColumn({ app, fields }), clock.key],
    })),
  )
}

function titleColumn({ app, fields }: Pick<WorkApp, 'app' | 'fields'>): string[] {
  return fields.some(({ key }) => key === app.titleField) ? [app.titleField] : []
}

export function titleOf({ titleField }: Pick<AppView, 'titleField'>, record: RecordView): string {
  const title = record.fields[titleField]
  return typeof title === 'string' && title !== '' ? title : record.trackingId
}

/** Whether the assignee of a record is the reader's to set. */
export function mayTake({ app, fields, locked }: WorkApp, record: RecordView): boolean {
  const { assigneeField } = app
  const assignee = assigneeOf({ fields, assigneeField })
  if (assignee === undefined) return false
  return record.can.update && !assignee.readOnly && !locked.has(assignee.key)
}

export interface Ranked {
  item: WorkRecord
  rank: number
}

/** Higher is more severe; -1 without a severity. Options that aren't of OCSF count by their position. */
export function severityRank({ fields }: Pick<WorkApp, 'fields'>, record: RecordView): number {
  const field = drawnAs({ fields }, 'severity')
  const value = field === undefined ? undefined : record.fields[field.key]
  if (field === undefined || typeof value !== 'string' || !('options' in field)) return -1
  const known = SEVERITIES.findIndex((name) => name === value)
  return known === -1 ? field.options.findIndex(({ key }) => key === value) : known
}

/** The most severe first, then the oldest. */
export function byUrgency(one: Ranked, other: Ranked): number {
  return other.rank - one.rank || byText(ageOf(one.item.record), ageOf(other.item.record))
}

function ageOf({ createdAt, id }: RecordView): string {
  return `${createdAt} ${id}`
}

export interface RankedClock {
  item: ClockAtRisk
  risk: Risk
}

/** Clocks that can still be met, the earliest due first; then those beyond their target, the latest first. */
export function byRisk(one: RankedClock, other: RankedClock): number {
  if (one.risk !== other.risk) return one.risk === 'warning' ? -1 : 1
  const order = byText(dueOf(one.item), dueOf(other.item))
  return one.risk === 'warning' ? order : -order
}

function dueOf({ record, clock }: ClockAtRisk): string {
  return `${ClockValue.safeParse(record.fields[clock.key]).data?.dueAt ?? ''} ${record.id}`
}

function byText(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}

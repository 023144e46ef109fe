// Observables, tasks, and clocks as values of a record: their rules, and the rows that follow from them.
import { createHash } from 'node:crypto'
import type { Observable, Task } from '@caseloom/contract/values/case-fields'
import { kindTraits } from '@caseloom/contract/field-types/field-kind'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import { newId } from '../../../platform/uuid.ts'
import type { AppTable, FieldColumn, StoredRecord } from '../model/record-shape.ts'
import type { ChangedRecord, ProjectionWriter } from '../model/projection.ts'
import {
  type CaseRows,
  type DueRow,
  deleteCaseRows,
  insertCaseRows,
  type NoteRow,
  writeObservables,
} from './case-rows.store.ts'
import { clockIn } from './clock.rules.ts'
import { hasEnded, tasksIn } from './task.rules.ts'

/** People are notified this long before a task is due. */
const SOON_MS = 24 * 3600_000
/** Older warnings and breaches send no notice: they come from recomputed clocks or from server downtime. */
const NEWS_MS = 24 * 3600_000

/** Keeps the indexes of observables and tasks, the instants that come due, and the notes to people in step with records. */
export const caseWriter: ProjectionWriter = {
  name: 'case',
  concerns: (app) => app.fields.some((field) => isIndexed(field) || isPeople(field)),
  async write(tx, app, changed) {
    const gone = changed.filter((one) => one.action === 'deleted').map(({ record }) => record.id)
    const living = changed.filter((one) => one.action !== 'deleted')
    const touched = living.flatMap((one) => touchedFields(app, one))
    const rows = rowsOf(touched, tx.now)
    for (const one of living) rows.notes.push(...notesOf(app, one))
    await deleteCaseRows(tx, {
      records: gone,
      places: places(touched.filter(({ field }) => !kindTraits(field.kind).observables)),
    })
    await insertCaseRows(tx, app.id, rows)
    const seen = touched.filter(({ field }) => kindTraits(field.kind).observables)
    await writeObservables(tx, app.id, { places: places(seen), rows: rows.observables })
  },
}

/** Fields with rows of their own, by which their items are found or come due. */
function isIndexed({ kind }: FieldColumn): boolean {
  const { clock, observables, tasks } = kindTraits(kind)
  return observables || tasks || clock
}

function places(touched: readonly Touched[]) {
  return touched.map(({ record, field }) => ({ record: record.id, field: field.definition.id }))
}

interface Touched {
  record: StoredRecord
  field: FieldColumn
}

function touchedFields(app: AppTable, { record, changes }: ChangedRecord): Touched[] {
  const keys = new Set(changes.map((change) => change.field))
  return app.fields
    .filter((field) => isIndexed(field) && keys.has(field.key))
    .map((field) => ({ record, field }))
}

function rowsOf(touched: readonly Touched[], now: Date): CaseRows {
  const rows: CaseRows = { observables: [], tasks: [], dues: [], notes: [] }
  for (const { record, field } of touched) {
    const value = record.values[field.key] ?? null
    const place = { record: record.id, field: field.definition.id }
    const { observables, tasks } = kindTraits(field.kind)
    if (observables) {
      for (const { kind, value: text } of observablesIn(value))
        rows.observables.push({ ...place, kind, digest: valueDigest(text), value: text })
    } else if (tasks) {
      for (const task of tasksIn(value)) {
        rows.tasks.push({
          ...place,
          task: task.id,
          assignee: task.assignee,
          state: task.state,
          due: task.due,
        })
        rows.dues.push(...taskDues(task, now).map((due) => ({ ...place, ...due })))
      }
    } else rows.dues.push(...clockDues(field, value).map((due) => ({ ...place, ...due })))
  }
  return rows
}

/** The observables of a stored value: reading has checked them. */
export function observablesIn(value: JsonValue | undefined): Observable[] {
  return Array.isArray(value) ? (value as unknown as Observable[]) : []
}

/** By which equal values are found: the first half of their SHA-256, in the form of a UUID. */
export function valueDigest(value: string): string {
  return createHash('sha256')
    .update(value)
    .digest('hex')
    .slice(0, 32)
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

type Due = Pick<DueRow, 'item' | 'kind' | 'at'>

/** The times at which the task is due a notice. Skips past times, which have been processed or never applied. */
function taskDues(task: Task, now: Date): Due[] {
  if (task.due === null || task.assignee === null || hasEnded(task)) return []
  const due = Date.parse(task.due)
  const dues: Due[] = [
    { item: task.id, kind: 'task-soon', at: new Date(due - SOON_MS).toISOString() },
    { item: task.id, kind: 'task-overdue', at: task.due },
  ]
  return dues.filter((one) => Date.parse(one.at) > now.getTime())
}

/** The next time at which the clock warns or is breached. */
function clockDues(field: FieldColumn, value: JsonValue): Due[] {
  const clock = clockIn(value)
  if (clock === null) return []
  const next = clock.warnedAt === null ? (clock.warningAt ?? clock.dueAt) : clock.dueAt
  const isBreached = clock.breachedAt !== null
  return next === null || isBreached ? [] : [{ item: field.definition.id, kind: 'clock', at: next }]
}

/** Who is notified of a change: new assignees, and the record's people when a clock warns or is breached. */
function notesOf(app: AppTable, { record, changes }: ChangedRecord): NoteRow[] {
  return changes.flatMap(({ field: key, from, to }) => {
    const field = app.byKey.get(key)
    if (field === undefined) return []
    const { clock, tasks } = kindTraits(field.kind)
    if (tasks) return taskNotes(record, field, from, to)
    if (isPeople(field)) return assignedNotes(record, field, from, to)
    return clock ? clockNotes(app, record, field, { from, to }) : []
  })
}

/** Notices for people newly assigned by a person or a playbook; imports send none. */
function assignedNotes(record: StoredRecord, field: FieldColumn, from: JsonValue, to: JsonValue): NoteRow[] {
  const { id: by, via } = record.updatedBy
  if (field.definition.readOnly || via === 'import' || via === 'undo') return []
  const before = new Set(usersIn(from))
  return usersIn(to)
    .filter((user) => user !== by && !before.has(user))
    .map((user) => note(record, field, { item: field.definition.id, user, kind: 'assigned' }))
}

function isPeople({ kind }: FieldColumn): boolean {
  return kindTraits(kind).users
}

function usersIn(value: JsonValue): string[] {
  return (Array.isArray(value) ? value : [value]).filter((id) => typeof id === 'string')
}

function taskNotes(record: StoredRecord, field: FieldColumn, from: JsonValue, to: JsonValue): NoteRow[] {
  const before = new Map(tasksIn(from).map((task) => [task.id, task.assignee]))
  return tasksIn(to).flatMap((task): NoteRow[] => {
    const { id, assignee } = task
    const isNews = assignee !== null && before.get(id) !== assignee && assignee !== record.updatedBy.id
    return isNews && !hasEnded(task)
      ? [note(record, field, { item: id, user: assignee, kind: 'task-assigned' })]
      : []
  })
}

function clockNotes(
  app: AppTable,
  record: StoredRecord,
  field: FieldColumn,
  { from, to }: { from: JsonValue; to: JsonValue },
): NoteRow[] {
  const [before, after] = [clockIn(from), clockIn(to)]
  if (after === null || after.stoppedAt !== null) return []
  const isBreached = after.breachedAt !== null && (before?.breachedAt ?? null) === null
  const isWarned = after.warnedAt !== null && (before?.warnedAt ?? null) === null
  const markedAt = isBreached ? after.breachedAt : after.warnedAt
  const isOld = record.updatedAt.getTime() - Date.parse(markedAt ?? '') > NEWS_MS
  if ((!isBreached && !isWarned) || isOld) return []
  const kind = isBreached ? 'clock-breached' : 'clock-warning'
  return assignedUsers(app, record).map((user) =>
    note(record, field, { item: field.definition.id, user, kind }),
  )
}

function note(
  record: StoredRecord,
  field: FieldColumn,
  rest: Pick<NoteRow, 'item' | 'user' | 'kind'>,
): NoteRow {
  return { id: newId(), record: record.id, field: field.definition.id, ...rest }
}

/** Users assigned in the record's fields. */
export function assignedUsers(app: AppTable, record: StoredRecord): string[] {
  const ids = app.fields.flatMap((field) =>
    isPeople(field) ? usersIn(record.values[field.key] ?? null) : [],
  )
  return [...new Set(ids)]
}

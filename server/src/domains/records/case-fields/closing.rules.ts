import type { Issue } from '@caseloom/contract/kernel/errors'
import { kindTraits } from '@caseloom/contract/field-types/field-kind'
import { endsWork } from '@caseloom/contract/records/closing'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { AppShape, FieldShape, StoredRecord } from '../model/record-shape.ts'
import { hasEnded, tasksIn } from './task.rules.ts'
import { mayReadField } from '../model/app-permissions.rules.ts'

const MAX_TITLES = 5

/**
 * Why a change may not close a record: required tasks are open. A record that is closed already takes any change, and
 * one that is created closed, by an import for example, is history.
 */
export function openTasksAtClosing(
  app: AppShape,
  { before, record, actor }: { before: StoredRecord; record: StoredRecord; actor: Actor },
): Issue[] {
  const closing = app.fields.find((field) => isClosed(field, record) && !isClosed(field, before))
  if (closing === undefined) return []
  const open = app.fields
    .filter(({ kind }) => kindTraits(kind).tasks)
    .flatMap((field) =>
      tasksIn(record.values[field.key])
        .filter((task) => task.required && !hasEnded(task))
        .map(({ title }) => (mayReadField(actor, field) ? title : null)),
    )
  if (open.length === 0) return []
  const path = ['body', 'fields', closing.key]
  return [
    { path, code: 'tasks_open', message: messageOf(open), tasks: open.filter((title) => title !== null) },
  ]
}

/** Whether the state in the field says that the record is closed. */
export function isClosedIn(app: AppShape, record: StoredRecord, key: string): boolean {
  const field = app.byKey.get(key)
  return field !== undefined && isClosed(field, record)
}

function isClosed({ key, definition }: FieldShape, { values }: StoredRecord): boolean {
  return endsWork(definition, values[key])
}

function messageOf(open: readonly (string | null)[]): string {
  const isOne = open.length === 1
  const count = isOne ? 'A required task is open' : `${open.length} required tasks are open`
  const titles = open.filter((title) => title !== null)
  const named = titles.slice(0, MAX_TITLES).map((title) => `"${title}"`)
  const more = titles.length > MAX_TITLES ? ` and ${titles.length - MAX_TITLES} more` : ''
  const list = named.length === 0 ? '' : `: ${named.join(', ')}${more}`
  return `${count}${list}. Finish or skip ${isOne ? 'it' : 'them'} first`
}

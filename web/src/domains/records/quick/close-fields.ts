import type { AppView } from '@caseloom/contract/apps/apps'
import { OPEN_TASK_STATES, type Task } from '@caseloom/contract/values/case-fields'
import { fieldTraits } from '@caseloom/contract/field-types/field-kind'
import type { Field } from '@caseloom/contract/field-types/fields'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { RecordView } from '@caseloom/contract/records/records'
import type { FormOutcome } from '@caseloom/workflow/form-context'
import { isComputed } from '../../../field-types/parts/shown-field.ts'
import { isCaseField, tasksOf } from '../../../field-types/values/case-text.ts'
import { isHidden } from './quick-fields.ts'

interface Closing {
  /** As the form shows it once the record is closed. */
  app: Pick<AppView, 'fields'>
  outcome: FormOutcome | null
  /** What rules require before. */
  before: FormOutcome | null
  record: Pick<RecordView, 'fields'>
  /** The state that closes it. */
  state: string
  /** Fields that the server rejected. */
  rejected: readonly string[]
}

/** What closing asks for: what is required only then, what is required and empty, and what was rejected. */
export function askedFields({ app, outcome, before, record, state, rejected }: Closing): Field[] {
  const required = (from: FormOutcome | null, key: string) =>
    from?.items.get(`field:${key}`)?.required?.value === true
  return app.fields.filter((field) => {
    const { key } = field
    if (key === state || !isEditable(field) || isHidden(outcome, key)) return false
    if (rejected.includes(key)) return true
    const isNew = required(outcome, key) && !required(before, key)
    return isNew || (field.required && isEmpty(record.fields[key]))
  })
}

function isEditable(field: Field): boolean {
  return !field.readOnly && !isComputed(field) && !isCaseField(field) && !('rich' in field)
}

function isEmpty(value: JsonValue | undefined): boolean {
  // A value that the reader can't see isn't asked for.
  return value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

/** An open task with its field. */
export interface OpenTask {
  task: Task
  field: Field
}

/** Open tasks of a record, the required ones first. */
export function openTasks(app: Pick<AppView, 'fields'>, record: Pick<RecordView, 'fields'>): OpenTask[] {
  return app.fields
    .filter((field) => fieldTraits(field).tasks)
    .flatMap((field) => tasksOf(record.fields[field.key]).map((task) => ({ task, field })))
    .filter(({ task }) => OPEN_TASK_STATES.includes(task.state))
    .toSorted((one, other) => Number(other.task.required) - Number(one.task.required))
}

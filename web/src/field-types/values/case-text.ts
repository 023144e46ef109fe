import { Observable, Task } from '@caseloom/contract/values/case-fields'
import { fieldTraits } from '@caseloom/contract/field-types/field-kind'
import type { Field } from '@caseloom/contract/field-types/fields'
import type { JsonValue } from '@caseloom/contract/kernel/json'

/** Fields with editors of their own, which save immediately; clocks have none. */
export type CaseFieldType = Field & { type: 'observables' | 'tasks' | 'clock' }

export function isCaseField(field: Field): field is CaseFieldType {
  const { clock, observables, tasks } = fieldTraits(field)
  return observables || tasks || clock
}

export function observablesOf(value: JsonValue | undefined): Observable[] {
  return Observable.array().safeParse(value).data ?? []
}

export function tasksOf(value: JsonValue | undefined): Task[] {
  return Task.array().safeParse(value).data ?? []
}

/** Done or skipped tasks, of all. */
export function taskProgress(tasks: readonly Task[]): { over: number; all: number } {
  const over = tasks.filter((task) => task.state === 'done' || task.state === 'skipped').length
  return { over, all: tasks.length }
}

import { type ClockValue, Observable, Task } from '@caseloom/contract/case-fields'
import type { Field } from '@caseloom/contract/fields'
import type { JsonValue } from '@caseloom/contract/json'
import { defang } from '@caseloom/contract/observable-value'
import { clockOf } from './clock-reading.ts'
import { fieldsEn } from './fields.en.ts'

/** Fields with editors of their own, which save immediately; clocks have none. */
export type CaseFieldType = Field & { type: 'observables' | 'tasks' | 'clock' }

export function isCaseField(field: Field): field is CaseFieldType {
  return field.type === 'observables' || field.type === 'tasks' || field.type === 'clock'
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

/** Observables, tasks, and clocks as plain text: defanged values, "3 of 7", the state of a clock. */
export function caseText(
  field: Field & { type: 'observables' | 'tasks' | 'clock' },
  value: JsonValue,
): string {
  switch (field.type) {
    case 'observables':
      return observablesOf(value)
        .map((one) => defang(one.kind, one.value))
        .join(', ')
    case 'tasks': {
      const { over, all } = taskProgress(tasksOf(value))
      return all === 0 ? '' : `${over} of ${all}`
    }
    case 'clock': {
      const words: Record<string, string> = fieldsEn.clock.words
      const word = typeof value === 'string' ? value : wordOf(clockOf(value))
      return words[word] ?? word
    }
    default:
      return field satisfies never
  }
}

/** The stored state of a clock: in a timeline, now doesn't matter. */
function wordOf(clock: ClockValue | null): string {
  if (clock?.state !== 'running') return clock?.state ?? 'idle'
  if (clock.breachedAt !== null) return 'overdue'
  return clock.warnedAt === null ? 'running' : 'warning'
}

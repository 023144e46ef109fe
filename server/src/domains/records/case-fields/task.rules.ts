import type { Task } from '@caseloom/contract/values/case-fields'
import { kindTraits } from '@caseloom/contract/field-types/field-kind'
import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import type { Derivation, Values } from '../model/record-shape.ts'
import { sameValue } from '../model/same-value.rules.ts'

/** One change of a list of tasks, applied to the list as it is when the record is locked. */
export type TaskChange =
  | { do: 'add'; task: JsonObject }
  | { do: 'change'; id: string; set: JsonObject }
  | { do: 'remove'; id: string }

/** The list after the change, not yet checked; null when there is no such task. */
export function changedTasks(value: JsonValue, change: TaskChange): JsonValue[] | null {
  const tasks = tasksIn(value)
  if (change.do === 'add') return [...asJson(tasks), change.task]
  if (!tasks.some((task) => task.id === change.id)) return null
  if (change.do === 'change')
    return asJson(tasks).map((task) => (idOf(task) === change.id ? { ...bag(task), ...change.set } : task))
  // Who waited for the removed one need not wait any longer.
  const rest = tasks
    .filter((task) => task.id !== change.id)
    .map((task) => ({ ...task, dependsOn: task.dependsOn.filter((id) => id !== change.id) }))
  return asJson(rest)
}

/** The tasks of a stored value: reading has checked them. */
export function tasksIn(value: JsonValue | undefined): Task[] {
  return Array.isArray(value) ? (value as unknown as Task[]) : []
}

/** Tasks are made of JSON values alone. */
function asJson(tasks: readonly Task[]): JsonValue[] {
  return tasks as unknown as JsonValue[]
}

function bag(value: JsonValue): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
}

function idOf(value: JsonValue): JsonValue {
  return bag(value)['id'] ?? null
}

export function hasEnded(task: Task): boolean {
  return task.state === 'done' || task.state === 'skipped'
}

/** Why a change may not set a task to done: others have to be done or skipped before. */
export function waitingFault(from: JsonValue, to: JsonValue): { code: string; message: string } | null {
  const before = new Map(tasksIn(from).map((task) => [task.id, task]))
  const after = new Map(tasksIn(to).map((task) => [task.id, task]))
  for (const task of after.values()) {
    if (task.state !== 'done' || before.get(task.id)?.state === 'done') continue
    const open = task.dependsOn.flatMap((id) => after.get(id) ?? []).find((other) => !hasEnded(other))
    if (open !== undefined)
      return { code: 'waits', message: `"${task.title}" can’t be completed before "${open.title}"` }
  }
  return null
}

/** Who did a task and when: set when it becomes done, retained while it stays so. */
export function taskStamps({ app, before, record, moment }: Derivation): Values {
  const values: Record<string, JsonValue> = {}
  for (const { key, kind } of app.fields) {
    const value = record.values[key] ?? null
    if (!kindTraits(kind).tasks || value === null) continue
    const known = new Map(tasksIn(before?.values[key]).map((task) => [task.id, task]))
    const stamped = tasksIn(value).map((task) => {
      const old = known.get(task.id)
      if (task.state !== 'done') return { ...task, doneAt: null, doneBy: null }
      if (old?.state === 'done') return { ...task, doneAt: old.doneAt, doneBy: old.doneBy }
      return { ...task, doneAt: moment.now.toISOString(), doneBy: moment.actor.id }
    })
    if (!sameValue(value, asJson(stamped))) values[key] = asJson(stamped)
  }
  return values
}

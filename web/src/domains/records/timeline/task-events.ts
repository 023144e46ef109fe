import type { Task } from '@caseloom/contract/values/case-fields'

/** What happened to a task in one change of its record. */
export type TaskEvent =
  | { do: 'added' | 'removed' | 'done' | 'reopened' | 'started' | 'blocked'; title: string }
  | { do: 'required' | 'optional' | 'noted' | 'unassigned' | 'undated'; title: string }
  /** The reason is its note, null without one. */
  | { do: 'skipped'; title: string; reason: string | null }
  | { do: 'renamed'; title: string; before: string }
  | { do: 'assigned'; title: string; userId: string }
  | { do: 'dated'; title: string; due: string }

/** In the order of the list, removed tasks last. */
export function taskEvents(from: readonly Task[], to: readonly Task[]): TaskEvent[] {
  const before = new Map(from.map((task) => [task.id, task]))
  const after = new Set(to.map(({ id }) => id))
  return [
    ...to.flatMap((task): TaskEvent[] => {
      const old = before.get(task.id)
      return old === undefined ? added(task) : changed(old, task)
    }),
    ...from.filter(({ id }) => !after.has(id)).map(({ title }): TaskEvent => ({ do: 'removed', title })),
  ]
}

function added(task: Task): TaskEvent[] {
  const { title, state } = task
  const hasEnded = state === 'done' || state === 'skipped'
  return [{ do: 'added', title }, ...(hasEnded ? [stateEvent(task)] : [])]
}

function changed(old: Task, task: Task): TaskEvent[] {
  const { title, note = '' } = task
  const events: TaskEvent[] = []
  if (old.title !== title) events.push({ do: 'renamed', title, before: old.title })
  if (old.state !== task.state) events.push(stateEvent(task))
  if (old.assignee !== task.assignee)
    events.push(
      task.assignee === null ? { do: 'unassigned', title } : { do: 'assigned', title, userId: task.assignee },
    )
  if (old.due !== task.due)
    events.push(task.due === null ? { do: 'undated', title } : { do: 'dated', title, due: task.due })
  if (old.required !== task.required) events.push({ do: task.required ? 'required' : 'optional', title })
  const isReason = old.state !== task.state && task.state === 'skipped'
  if ((old.note ?? '') !== note && !isReason) events.push({ do: 'noted', title })
  return events
}

function stateEvent({ title, state, note = '' }: Task): TaskEvent {
  switch (state) {
    case 'done':
    case 'blocked':
      return { do: state, title }
    case 'skipped':
      return { do: 'skipped', title, reason: note === '' ? null : note }
    case 'doing':
      return { do: 'started', title }
    case 'todo':
      return { do: 'reopened', title }
    default:
      return state satisfies never
  }
}

import { normalizeGuid } from '@caseloom/contract/kernel/ids'
import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { TaskCreate, TaskList, TaskUpdate } from '@caseloom/contract/records/tasks'
import type { TenantScope } from '../../../platform/database/types.ts'
import { AppError, fail } from '../../../platform/errors.ts'
import { newId } from '../../../platform/uuid.ts'
import { writeRecords } from '../writing/write-records.ts'
import { type TaskChange, tasksIn } from '../case-fields/task.rules.ts'
import type { RecordsDeps } from '../model/records-deps.ts'
import type { RecordPlace } from '../model/record-shape.ts'

export interface TaskPlace extends RecordPlace {
  field: string
}

/** Adds a task to a record; answers the list. Throws request.invalid, field.unknown, resource.not_found. */
export async function addTask(
  deps: RecordsDeps,
  scope: TenantScope,
  actor: Actor,
  command: TaskPlace & { task: TaskCreate },
): Promise<TaskList> {
  const task = { ...given(command.task), id: newId() }
  return write(deps, scope, actor, { ...command, change: { do: 'add', task } })
}

/** Changes one task, whatever happens to the others meanwhile. */
export async function changeTask(
  deps: RecordsDeps,
  scope: TenantScope,
  actor: Actor,
  command: TaskPlace & { taskId: string; set: TaskUpdate },
): Promise<TaskList> {
  const change = { do: 'change', id: taskId(command.taskId), set: given(command.set) } as const
  return write(deps, scope, actor, { ...command, change })
}

/** Removes one task. */
export async function removeTask(
  deps: RecordsDeps,
  scope: TenantScope,
  actor: Actor,
  command: TaskPlace & { taskId: string },
): Promise<TaskList> {
  return write(deps, scope, actor, { ...command, change: { do: 'remove', id: taskId(command.taskId) } })
}

function taskId(text: string): string {
  const id = normalizeGuid(text)
  if (id === null) throw fail('resource.not_found')
  return id
}

/** What was named; absent members are left alone. */
function given(input: Record<string, JsonValue | undefined>): JsonObject {
  const pairs = Object.entries(input).filter((pair): pair is [string, JsonValue] => pair[1] !== undefined)
  return Object.fromEntries(pairs)
}

async function write(
  deps: RecordsDeps,
  scope: TenantScope,
  actor: Actor,
  { appId, recordId, field, change }: TaskPlace & { change: TaskChange },
): Promise<TaskList> {
  const command = { kind: 'update', id: recordId, values: {}, inside: { of: 'task', field, change } } as const
  const { answers } = await writeRecords(deps, scope, {
    appIdOrKey: appId,
    requests: [{ actor, command }],
  })
  const [answer] = answers
  if (answer === undefined) throw new Error('A request has an answer')
  if (answer instanceof AppError) throw answer
  const { version, values } = answer.record
  return { version, tasks: [...tasksIn(values[field])] }
}

import { z } from 'zod'
import { Task, TaskState } from '../values/case-fields.ts'
import { Instant, UserId } from '../kernel/ids.ts'
import { NamedRecord } from './observables.ts'
import { PageQuery, pageOf } from '../kernel/paging.ts'
import { route } from '../kernel/route.ts'

const changes = {
  state: TaskState.optional(),
  assignee: UserId.nullable().optional(),
  due: Instant.nullable().optional(),
  required: z.boolean().optional(),
  dependsOn: z.array(z.guid()).max(500).optional(),
  note: z.string().max(10_000).nullable().optional(),
}
const title = z.string().trim().min(1).max(500)
export const TaskCreate = z.strictObject({ title, ...changes })
export type TaskCreate = z.infer<typeof TaskCreate>
export const TaskUpdate = z.strictObject({ title: title.optional(), ...changes })
export type TaskUpdate = z.infer<typeof TaskUpdate>

/** The tasks of the field after the change, and the version that it made. */
export const TaskList = z.object({ version: z.number().int(), tasks: z.array(Task) })
export type TaskList = z.infer<typeof TaskList>

const base = '/api/tenant/:tenantId/apps/:appId/records/:recordId/tasks/:taskField' as const
const fails = ['field.unknown', 'record.locked'] as const

export const addTask = route({
  method: 'POST',
  path: base,
  summary: 'Adds a task to the end of a tasks field',
  needs: 'record:update',
  body: TaskCreate,
  reply: TaskList,
  status: 201,
  fails,
  on404: 'here',
})
export const changeTask = route({
  method: 'PATCH',
  path: `${base}/:taskId`,
  summary: 'Updates one task. Concurrent changes to different tasks don’t conflict.',
  needs: 'record:update',
  body: TaskUpdate,
  reply: TaskList,
  fails,
  on404: 'here',
})
export const removeTask = route({
  method: 'DELETE',
  path: `${base}/:taskId`,
  summary: 'Removes one task. Tasks that depended on it no longer wait for it.',
  needs: 'record:update',
  reply: TaskList,
  fails,
  on404: 'here',
})
export const listTasks = route({
  method: 'GET',
  path: '/api/tenant/:tenantId/tasks',
  summary: 'Lists a user’s open tasks in all readable records, earliest due date first',
  needs: 'record:read',
  query: PageQuery.extend({
    /** `me` is the caller. */
    assignee: z.union([z.literal('me'), UserId]).default('me'),
    state: z.literal('open').default('open'),
  }),
  reply: pageOf(
    z.object({
      task: Task,
      record: NamedRecord,
      field: z.object({ key: z.string(), label: z.string() }),
      can: z.object({ update: z.boolean() }),
    }),
  ),
  on404: 'here',
})

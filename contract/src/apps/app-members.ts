import { z } from 'zod'
import { Key } from '../field-types/common-settings.ts'
import { RoleId, UserId } from '../kernel/ids.ts'
import { route } from '../kernel/route.ts'
import { Sharing } from '../kernel/sharing.ts'
import { WorkflowItemId } from './workflow.ts'

/** What someone can do in an app, and what they see of it. */
const Standing = z.object({
  can: z.object({ see: z.boolean(), create: z.boolean(), edit: z.boolean(), manage: z.boolean() }),
  /** Keys of fields that they can’t read, and of those that they can read only. */
  hidden: z.array(z.string()),
  locked: z.array(z.string()),
  /** The role layout that they get; null for that of the app. */
  layout: WorkflowItemId.nullable(),
})

/** Everyone in the tenant by role and by name, as a definition of the app treats them. */
export const AppMembers = z.object({
  roles: z.array(
    Standing.extend({
      id: RoleId,
      name: z.string(),
      /** How many users of the tenant have the role. */
      users: z.number().int(),
    }),
  ),
  people: z.array(Standing.extend({ id: UserId, name: z.string(), roles: z.array(RoleId) })),
})
export type AppMembers = z.infer<typeof AppMembers>

const list = z.array(RoleId).max(50)

export const appMembers = route({
  method: 'POST',
  path: '/api/tenant/:tenantId/apps/:appId/members',
  summary:
    'Lists who can see, create, edit, and manage with the given sharing, field permissions, and layouts of an app; saves nothing',
  needs: 'app:build',
  body: z.strictObject({
    sharing: Sharing,
    /** Fields with readers or writers of their own. */
    fields: z
      .array(z.strictObject({ key: Key, readers: list.optional(), writers: list.optional() }))
      .max(1_000)
      .default([]),
    /** In the order in which they are looked up. */
    layouts: z
      .array(z.strictObject({ id: WorkflowItemId, roles: list }))
      .max(50)
      .default([]),
  }),
  reply: AppMembers,
  on404: 'here',
})

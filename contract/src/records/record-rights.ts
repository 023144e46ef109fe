import { z } from 'zod'
import { GroupId, Instant, RoleId, UserId } from '../kernel/ids.ts'
import { RecordView } from './records.ts'
import { route } from '../kernel/route.ts'

/** Someone a record can be restricted to. */
export const Principal = z.union([
  z.strictObject({ roleId: RoleId }),
  z.strictObject({ groupId: GroupId }),
  z.strictObject({ userId: UserId }),
])
export type Principal = z.infer<typeof Principal>
const Named = z.object({ kind: z.enum(['role', 'group', 'user']), id: z.string(), name: z.string() })

/** Who may see a record: null is everyone who may read the app's records. */
export const Restriction = z.object({ to: z.array(Named).nullable() })
export type Restriction = z.infer<typeof Restriction>

/** One rule that was asked on the way to a decision, in the order in which they are asked. */
export const WhyRule = z.object({
  /** permission: a role's right; app: the app's sharing; restriction: the record's; lock; field: a field's readers or writers. */
  rule: z.enum(['permission', 'app', 'restriction', 'lock', 'field']),
  passed: z.boolean(),
  /** The field's key, for rule `field`. */
  field: z.string().optional(),
  /** A sentence for people: which role, group or list decided. */
  because: z.string(),
})
export const Why = z.object({
  subject: z.object({ id: z.string(), name: z.string() }),
  action: z.enum(['read', 'update', 'delete', 'restrict', 'unlock']),
  allowed: z.boolean(),
  rules: z.array(WhyRule),
})
export type Why = z.infer<typeof Why>

const base = '/api/tenant/:tenantId/apps/:appId/records/:recordId' as const

export const getRestriction = route({
  method: 'GET',
  path: `${base}/restriction`,
  summary: 'Lists who can see the record',
  needs: 'record:read',
  reply: Restriction,
  on404: 'here',
})
export const restrictRecord = route({
  method: 'PUT',
  path: `${base}/restriction`,
  summary:
    'Restricts the record to roles, groups, and users, or removes the restriction (null). The caller must retain access.',
  needs: 'record:restrict',
  body: z.strictObject({ to: z.array(Principal).min(1).max(100).nullable() }),
  reply: Restriction,
  fails: ['record.locked', 'record.would_lose_sight'],
  on404: 'here',
})
export const lockRecord = route({
  method: 'PUT',
  path: `${base}/lock`,
  summary: 'Locks the record for all other users, with an optional reason. Locking it again changes nothing.',
  needs: 'record:update',
  body: z.strictObject({ reason: z.string().trim().max(300).optional() }),
  reply: RecordView,
  fails: ['record.locked'],
  on404: 'here',
})
export const unlockRecord = route({
  method: 'DELETE',
  path: `${base}/lock`,
  summary: 'Unlocks the record. Allowed for the user who locked it and users with record:unlock.',
  needs: 'record:update',
  reply: RecordView,
  fails: ['record.locked'],
  on404: 'here',
})
export const whyRecord = route({
  method: 'GET',
  path: `${base}/why`,
  summary:
    'Explains why a user can or can’t perform an action on the record. Checking other users requires permission to restrict records.',
  needs: 'record:read',
  query: z.strictObject({
    action: z.enum(['read', 'update', 'delete', 'restrict', 'unlock']).default('update'),
    userId: UserId.optional(),
  }),
  reply: Why,
  on404: 'here',
})
export const whoSeesRecord = route({
  method: 'GET',
  path: `${base}/viewers`,
  summary: 'Lists users who can see the record. Requires permission to restrict records.',
  needs: 'record:restrict',
  /** Ids of roles, groups and users, separated by commas: who would see it if it were restricted to these; empty is open. */
  query: z.strictObject({ to: z.string().max(4000).optional() }),
  reply: z.object({
    items: z.array(
      z.object({ id: z.string(), name: z.string(), update: z.boolean(), lastSeenAt: Instant.nullable() }),
    ),
  }),
  on404: 'here',
})

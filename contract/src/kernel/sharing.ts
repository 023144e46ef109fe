import { z } from 'zod'
import { GroupId, RoleId, UserId } from './ids.ts'
import type { Actor } from './permissions.ts'

/** How much a grant gives; each level holds the ones before. */
export const SharingLevel = z.enum(['read', 'use', 'manage'])
export type SharingLevel = z.infer<typeof SharingLevel>
export const Grant = z.strictObject({
  to: z.union([
    z.strictObject({ roleId: RoleId }),
    z.strictObject({ groupId: GroupId }),
    z.strictObject({ userId: UserId }),
  ]),
  level: SharingLevel,
})
export type Grant = z.infer<typeof Grant>
export const MAX_GRANTS = 200
/** Null: open to all who hold the permission. Who manages by right (`workspace:manage`) always may. */
export const Sharing = z.array(Grant).max(MAX_GRANTS).nullable()
export type Sharing = z.infer<typeof Sharing>
/** Of a row: some lists grew beyond the limit by a grant that the server added, and must stay readable. */
export const StoredSharing = z.array(Grant).nullable()

/** The role, group or user that a grant speaks of. */
export function principalOf({ to }: Grant): string {
  if ('roleId' in to) return to.roleId
  return 'groupId' in to ? to.groupId : to.userId
}

const LEVELS = SharingLevel.options

/** Principals who hold at least this level; null is everyone with the permission. */
export function sharedWith(sharing: Sharing, level: SharingLevel = 'read'): string[] | null {
  if (sharing === null) return null
  const enough = sharing.filter((grant) => LEVELS.indexOf(grant.level) >= LEVELS.indexOf(level))
  return [...new Set(enough.map(principalOf))]
}

/** True when the sharing gives the actor this level; a playbook also has what its publisher was given personally. */
export function isSharedWith(actor: Actor, sharing: Sharing, level: SharingLevel): boolean {
  return (sharedWith(sharing, level) ?? [null]).some(
    (id) => id === null || actor.principals.includes(id) || actor.publisherId === id,
  )
}

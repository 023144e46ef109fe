import type { Announcement } from '../../../platform/database/types.ts'
import { actorsChanged } from '../../../platform/hubs/announcement.ts'

/**
 * A user was added or changed: announced to everyone who sees the people of a tenant; permissions are resolved again.
 */
export function userChanged(
  verb: 'created' | 'updated',
  user: { id: string; rev: number },
  tenantId: string,
): Announcement {
  return { topic: 'model', verb, kind: 'users', tenantId, id: user.id, rev: user.rev, need: 'record:read' }
}

/** Sessions or permissions of a person changed: their sockets continue under the current permissions, or are closed. */
export function personChanged(personId: string): Announcement {
  return actorsChanged({ personId })
}

/** Permissions of many changed (a group's roles): everyone in the tenant is resolved again. */
export function tenantRightsChanged(tenantId: string): Announcement {
  return actorsChanged({ tenantId })
}

/** Announces to everyone in the tenant that their permissions may have changed: what they see is read again. */
export function rightsShown(tenantId: string, now: Date): Announcement {
  return {
    topic: 'model',
    verb: 'updated',
    kind: 'settings',
    tenantId,
    id: 'rights',
    rev: now.getTime(),
    need: 'tenant',
  }
}

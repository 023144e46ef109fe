import type { Announcement } from '../../../platform/database/types.ts'
import { actorsChanged } from '../../../platform/hubs/announcement.ts'

/** A user was added or changed: those who see the people of a tenant hear of it, and rights there are looked up again. */
export function userChanged(
  verb: 'created' | 'updated',
  user: { id: string; rev: number },
  tenantId: string,
): Announcement {
  return { topic: 'model', verb, kind: 'users', tenantId, id: user.id, rev: user.rev, need: 'record:read' }
}

/** Sessions or rights of a person changed: their sockets act under what holds now, or are cut. */
export function personChanged(personId: string): Announcement {
  return actorsChanged({ personId })
}

/** Rights of many changed (a group's roles): everyone in the tenant is looked up again. */
export function tenantRightsChanged(tenantId: string): Announcement {
  return actorsChanged({ tenantId })
}

/** Tells everyone in the tenant that their rights may have changed: what they see is read again. */
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

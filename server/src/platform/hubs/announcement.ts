import { JsonObject } from '@caseloom/contract/kernel/json'
import { PERMISSIONS } from '@caseloom/contract/kernel/permissions'
import { z } from 'zod'
import type { Announcement } from '../database/types.ts'

const Need = z.enum([...PERMISSIONS, 'session', 'person', 'tenant', 'account:admin', 'installation:super'])
const Principals = z.array(z.string()).nullable()

const Parsed = z.discriminatedUnion('topic', [
  z.object({
    topic: z.literal('model'),
    verb: z.enum(['created', 'updated', 'destroyed']),
    kind: z.enum(['records', 'viewers', 'settings', 'apps', 'users', 'approvals', 'runs', 'playbooks']),
    tenantId: z.string().exactOptional(),
    appId: z.string().exactOptional(),
    id: z.string(),
    rev: z.number(),
    need: Need,
    acl: Principals.exactOptional(),
    aclBefore: Principals.exactOptional(),
    within: Principals.exactOptional(),
  }),
  z.object({
    topic: z.literal('task'),
    tenantId: z.string().exactOptional(),
    type: z.string(),
    taskId: z.string(),
    need: Need,
    outcome: z.string().exactOptional(),
  }),
  z.object({
    topic: z.literal('internal'),
    tenantId: z.string().exactOptional(),
    name: z.string(),
    payload: JsonObject,
  }),
])

/** The announcement in an outbox row, or null when it is none (written by a version that knew other words). */
export function parseAnnouncement(payload: unknown): Announcement | null {
  const parsed = Parsed.safeParse(payload)
  return parsed.success ? parsed.data : null
}

/** Name of the internal fact after which sockets look again at who their actors are. */
export const ACTORS_CHANGED = 'actors.changed'

/**
 * The fact to announce when permissions changed without a `users` or `settings` event, or when sessions ended: all
 * processes resolve the named actors again. Without `personId`, it means everyone in the tenant; without both,
 * everyone.
 */
export function actorsChanged(named: { tenantId?: string; personId?: string }): Announcement {
  return {
    topic: 'internal',
    name: ACTORS_CHANGED,
    ...(named.tenantId === undefined ? {} : { tenantId: named.tenantId }),
    payload: named.personId === undefined ? {} : { personId: named.personId },
  }
}

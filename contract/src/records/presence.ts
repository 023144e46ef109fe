import { z } from 'zod'
import { Instant, UserId } from '../kernel/ids.ts'
import { route } from '../kernel/route.ts'

/** Someone who has the record open in another window. */
export const RecordViewer = z.object({
  id: UserId,
  name: z.string(),
  since: Instant,
  /** The caller, in another window. */
  own: z.boolean(),
  /** Key of the field that they are typing in; null when in none, or in one that the caller may not read. */
  field: z.string().nullable(),
})
export type RecordViewer = z.infer<typeof RecordViewer>

/** `seat` names a window. It is taken for a minute, so an open page reports again within that time. */
export const reportPresence = route({
  method: 'POST',
  path: '/api/tenant/:tenantId/apps/:appId/records/:recordId/viewers',
  summary: 'Reports that a window has opened or left the record, and lists who else has it open',
  needs: 'record:read',
  body: z.strictObject({
    seat: z.uuid(),
    leaving: z.boolean().default(false),
    /** Key of the field that the caller is typing in. */
    field: z.string().max(100).nullable().default(null),
  }),
  reply: z.object({ items: z.array(RecordViewer).max(50) }),
  on404: 'here',
})

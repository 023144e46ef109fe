import { z } from 'zod'
import type { Actor } from '@caseloom/contract/kernel/permissions'

const inTenant = { tenantId: z.string() }

const Touch = z.object({
  appId: z.string(),
  recordId: z.string(),
  trackingId: z.string(),
  withheld: z.array(z.string()),
})

/** What a notification is about, so that a late delivery can ask whether its person may still see it. */
export const NoteSubject = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('tenant'), ...inTenant }),
  /** What the person could read of a record, or of its app, when the note was written. */
  z.object({
    kind: z.literal('record'),
    ...inTenant,
    touch: Touch,
    /** The comment that it quotes; absent in notes about something else, and of an earlier version. */
    commentId: z.string().optional(),
  }),
  z.object({ kind: z.literal('playbook'), ...inTenant, playbookId: z.string() }),
  z.object({ kind: z.literal('approval'), ...inTenant, approvalId: z.string() }),
])
export type NoteSubject = z.infer<typeof NoteSubject>

/** Whether a user may see now what a notification is about; a port, because apps, records, and playbooks lie above. */
export type SeesSubject = (actor: Actor, subject: NoteSubject) => Promise<boolean>

import type { Actor } from '@caseloom/contract/kernel/permissions'
import { z } from 'zod'
import type { TenantRef } from '../../../platform/database/types.ts'
import { withheldFrom } from './app-permissions.rules.ts'
import type { AppTable } from './record-shape.ts'

/** What a notification says about a record: all that its person could read then. */
export const RecordSubject = z.object({
  kind: z.literal('record'),
  tenantId: z.string(),
  touch: z.object({
    appId: z.string(),
    recordId: z.string(),
    trackingId: z.string(),
    withheld: z.array(z.string()),
  }),
  /** The comment that it quotes. */
  commentId: z.string().optional(),
})
export type RecordSubject = z.infer<typeof RecordSubject>

export function recordSubject(
  { tenantId }: Pick<TenantRef, 'tenantId'>,
  person: Actor,
  { app, recordId, trackingId }: { app: AppTable; recordId: string; trackingId: string },
): RecordSubject {
  const withheld = withheldFrom(app, person)
  return { kind: 'record', tenantId, touch: { appId: app.id, recordId, trackingId, withheld } }
}

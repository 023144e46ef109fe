import { z } from 'zod'
import type { Tx } from '../../../platform/database/types.ts'
import type { SystemScope } from '../../../platform/database/types.ts'
import type { Log } from '../../../platform/telemetry/log.ts'
import { RecordSubject } from '../model/record-subject.ts'
import type { RightsDeps } from '../permissions/permissions-deps.ts'

/** Notifies one person of one mention, through the channels they chose. */
export const MentionNote = z.object({
  personId: z.string(),
  accountId: z.string(),
  title: z.string(),
  text: z.string().nullable(),
  link: z.string(),
  /** Absent in notes of an earlier version. */
  subject: RecordSubject.nullable().default(null),
})
export type MentionNote = z.infer<typeof MentionNote>

export interface CommentsDeps extends RightsDeps {
  system: SystemScope
  /** Notifies a person that someone mentioned them. */
  notifyMentioned(tx: Tx, note: MentionNote): Promise<void>
  log?: Pick<Log, 'warn'>
}

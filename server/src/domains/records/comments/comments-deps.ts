import { z } from 'zod'
import type { Tx } from '../../../platform/database/types.ts'
import type { SystemScope } from '../../../platform/database/types.ts'
import type { Log } from '../../../platform/telemetry/log.ts'
import { RecordSubject } from '../model/record-subject.ts'
import type { RightsDeps } from '../permissions/permissions-deps.ts'

/** Notifies one person of a comment, through the channels they chose. */
export const CommentNote = z.object({
  /** Absent in notes of an earlier version. */
  kind: z.enum(['mention', 'comment']).default('mention'),
  personId: z.string(),
  accountId: z.string(),
  title: z.string(),
  text: z.string().nullable(),
  link: z.string(),
  /** Absent in notes of an earlier version. */
  subject: RecordSubject.nullable().default(null),
})
export type CommentNote = z.infer<typeof CommentNote>

export interface CommentsDeps extends RightsDeps {
  system: SystemScope
  /** Notifies a person of a comment that mentions or concerns them. */
  notifyOfComment(tx: Tx, note: CommentNote): Promise<void>
  log?: Pick<Log, 'warn'>
}

import type { Tx } from '../../../platform/database/types.ts'
import type { SystemScope } from '../../../platform/database/types.ts'
import type { Log } from '../../../platform/telemetry/log.ts'
import type { RightsDeps } from '../permissions/permissions-deps.ts'

/** Notifies one person of one mention, through the channels they chose. */
export interface MentionNote {
  personId: string
  accountId: string
  title: string
  text: string | null
  link: string
}

export interface CommentsDeps extends RightsDeps {
  system: SystemScope
  /** Notifies a person that someone mentioned them. */
  notifyMentioned(tx: Tx, note: MentionNote): Promise<void>
  log?: Pick<Log, 'warn'>
}

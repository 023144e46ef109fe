import type { Logger } from 'pino'
import type { SystemScope, TenantRef, TenantScope, Tx } from '../../../platform/database/types.ts'
import type { Throttle } from '../../../platform/http/throttle.ts'
import type { AppsDoor } from '../../apps/apps.door.ts'
import type { RecordsDoor } from '../../records/records.door.ts'
import type { AnswerWait } from '../waits/waits.ts'
import type { Directory } from '../directory/directory-port.ts'

/** A question's notification for one person, sent through the channels they chose. */
export interface AskNote {
  personId: string
  accountId: string
  kind: 'approval'
  title: string
  text: string | null
  link: string
  subject: { kind: 'approval'; tenantId: string; approvalId: string }
}

/** What putting questions needs: no answer can come from here. */
export interface AskDeps {
  directory: Directory
  records: Pick<RecordsDoor, 'getRecord' | 'touches'>
}

/** What looking at a question needs besides. */
export interface LookDeps extends AskDeps {
  apps: Pick<AppsDoor, 'compiled'>
}

/** What answering and coming due need besides. */
export interface PeopleDeps extends LookDeps {
  system: SystemScope
  tenant(tenantId: string): Promise<TenantScope | null>
  /** In the transaction of the answer that decides. */
  answer: AnswerWait
  notify(tx: Tx, note: AskNote): Promise<void>
  /** Name of the account for external pages; null when none is set. */
  brand(place: TenantRef): Promise<string | null>
  /** Looks and answers by link, per network address. */
  strangers: Throttle
  publicUrl: string
  log: Logger
}

import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { AppsDoor } from '../apps/apps.door.ts'
import type { RecordsDoor } from '../records/records.door.ts'

/** What saved views are made with. */
export interface ReportingDeps {
  apps: Pick<AppsDoor, 'listApps'>
  records: Pick<RecordsDoor, 'searchRecords'>
}

/** Who asks, from which address: for the audit log. */
export interface Asker {
  actor: Actor
  ip: string | null
}

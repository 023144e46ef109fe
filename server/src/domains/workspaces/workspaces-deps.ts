import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { TenantRef } from '../../platform/database/types.ts'
import type { AppsDoor } from '../apps/apps.door.ts'
import type { RecordsDoor } from '../records/records.door.ts'

/** What workspaces and dashboards are made with. */
export interface WorkspacesDeps {
  apps: Pick<AppsDoor, 'compiled' | 'getApp' | 'listApps'>
  records: Pick<RecordsDoor, 'aggregateRecords' | 'getRecord' | 'searchRecords'>
  /** Names of the tenant's people by user id. */
  people(actor: Actor, place: TenantRef): Promise<readonly { id: string; name: string }[]>
}

/** Who asks, from which address: for the audit log. */
export interface Asker {
  actor: Actor
  ip: string | null
}

export function askerOf({ actor, request }: { actor: Actor; request: { ip: string } }): Asker {
  return { actor, ip: request.ip }
}

import { z } from 'zod'
import type { ReportView } from '@caseloom/contract/workspaces/reports'
import { sharedWith, StoredSharing } from '@caseloom/contract/kernel/sharing'
import { type KeyedTable, takeNameKey } from '../../platform/database/name-keys.ts'
import { objectColumn } from '../../platform/database/rows.ts'
import type { TenantTx } from '../../platform/database/types.ts'
import { isShared } from './report-rights.rules.ts'

const CountRow = z.object({ count: z.number() })

/** What a saved view asks for. Fields that changed since may have left it as it could not be saved today. */
export type ReportDefinition = Pick<ReportView, 'description' | 'filter' | 'text' | 'sort' | 'columns'> & {
  /** Absent in views that were saved before lists had groups. */
  groupBy?: ReportView['groupBy']
  /** Absent in views that were saved before boards. */
  show?: ReportView['show']
  similar?: ReportView['similar']
}

const StoredReport = z.object({
  id: z.string(),
  /** Names a shared view in packages; private ones have none. */
  key: z.string().nullable(),
  appId: z.string(),
  ownerId: z.string().nullable(),
  ownerName: z.string(),
  name: z.string(),
  definition: objectColumn<ReportDefinition>(),
  sharing: StoredSharing,
  revision: z.number(),
  updatedAt: z.date(),
})
export type StoredReport = z.infer<typeof StoredReport>

const COLUMNS = `id, key, app_id as "appId", owner_id as "ownerId", owner_name as "ownerName", name, definition, sharing,
  revision, updated_at as "updatedAt"`

/** Who asks for saved views: their own id, all their principals, and whether all that is shared is theirs to see. */
export interface ReportReader {
  userId: string | null
  principals: readonly string[]
  everyShared: boolean
}

/** Views that someone may see, by name, of one app or all. */
export function visibleReports(
  tx: TenantTx,
  reader: ReportReader,
  appId: string | null,
): Promise<StoredReport[]> {
  return tx.rows(
    StoredReport,
    `select ${COLUMNS} from caseloom.report
      where tenant_id = $1 and ($2::uuid is null or app_id = $2)
        and (owner_id = $3 or readers is null or readers && $4::uuid[] or ($5 and readers <> '{}'))
      order by lower(name), id`,
    [tx.tenantId, appId, reader.userId, reader.principals, reader.everyShared],
  )
}

/** One by id, locked against another editor when asked. */
export async function findReport(tx: TenantTx, id: string, lock = false): Promise<StoredReport | null> {
  const rows = await tx.rows(
    StoredReport,
    `select ${COLUMNS} from caseloom.report where tenant_id = $1 and id = $2${lock ? ' for update' : ''}`,
    [tx.tenantId, id],
  )
  return rows[0] ?? null
}

/** How many views of an app someone owns. */
export async function countReports(tx: TenantTx, appId: string, ownerId: string | null): Promise<number> {
  const rows = await tx.rows(
    CountRow,
    `select count(*)::int as count from caseloom.report
      where tenant_id = $1 and app_id = $2 and owner_id is not distinct from $3::uuid`,
    [tx.tenantId, appId, ownerId],
  )
  return rows[0]?.count ?? 0
}

const REPORTS: KeyedTable = { table: 'report', noun: 'saved view' }

/** The key of a view: a shared one keeps its own, or takes the wanted one or one made from both names. Throws name.taken. */
export async function reportKey(
  tx: TenantTx,
  { id, name, key, sharing }: Pick<StoredReport, 'id' | 'name' | 'key' | 'sharing'>,
  { appKey, wanted }: { appKey: string; wanted?: string | undefined },
): Promise<string | null> {
  if (!isShared(sharing)) return null
  return key ?? takeNameKey(tx, REPORTS, { id, name: `${appKey} ${name}`, wanted })
}

/** Writes a view, new or changed; false when its owner has another one of this name in the app. */
export async function putReport(tx: TenantTx, report: StoredReport): Promise<boolean> {
  const { id, key, appId, ownerId, name, sharing } = report
  const taken = await tx.query(
    `select from caseloom.report where tenant_id = $1 and app_id = $2 and owner_id is not distinct from $3::uuid
        and lower(name) = lower($4) and id <> $5`,
    [tx.tenantId, appId, ownerId, name, id],
  )
  if (taken.length > 0) return false
  await tx.query(
    `insert into caseloom.report (id, tenant_id, app_id, owner_id, owner_name, name, definition, sharing, readers,
                                  revision, created_at, updated_at, key)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9::uuid[], $10, $11, $11, $12)
     on conflict (id) do update set name = $6, definition = $7, sharing = $8, readers = $9::uuid[], revision = $10,
       updated_at = $11, key = $12`,
    [
      id,
      tx.tenantId,
      appId,
      ownerId,
      report.ownerName,
      name,
      JSON.stringify(report.definition),
      sharing === null ? null : JSON.stringify(sharing),
      sharedWith(sharing),
      report.revision,
      tx.now,
      key,
    ],
  )
  return true
}

export async function removeReport(tx: TenantTx, id: string): Promise<void> {
  await tx.query('delete from caseloom.report where tenant_id = $1 and id = $2', [tx.tenantId, id])
}

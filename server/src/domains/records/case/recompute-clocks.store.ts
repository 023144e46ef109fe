import { z } from 'zod'
import type { TenantTx, Tx } from '../../../platform/database/types.ts'
import { isAtWork } from '../../../platform/scheduling/due-queue.ts'
import { entryOf, type HistoryRecord, StoredEntry } from '../versions/record-history.read.ts'
import { RecordRow, selectList, toRecord } from '../model/record-rows.ts'
import type { AppTable, StoredRecord } from '../model/record-shape.ts'

const RecordEntry = StoredEntry.extend({ record_id: z.string() })

const DigestRow = z.object({ digest: z.string() })

export const ClockRecomputation = z.object({
  tenant_id: z.string(),
  app_id: z.string(),
  revision: z.number(),
  /** The last record that was recomputed; null before the first. */
  after: z.string().nullable(),
})
export type ClockRecomputation = z.infer<typeof ClockRecomputation>

const BEGIN = '00000000-0000-0000-0000-000000000000'

/** Apps with a revision whose clocks haven't been checked yet or are being recomputed. */
export async function openRecomputations(tx: Tx): Promise<ClockRecomputation[]> {
  return tx.rows(
    ClockRecomputation,
    `select a.tenant_id, a.id as app_id, a.revision, case when c.revision = a.revision then c.after end as after
       from caseloom.app a left join caseloom.record_clocks c on c.tenant_id = a.tenant_id and c.app_id = a.id
      where (c.revision is null or c.revision <> a.revision or c.after is not null) and ${isAtWork('a')} limit 100`,
  )
}

/** The digest of the definition for which the app's clocks were last computed; null if never. */
export async function recomputedDigest(tx: TenantTx, appId: string): Promise<string | null> {
  const rows = await tx.rows(
    DigestRow,
    'select digest from caseloom.record_clocks where tenant_id = $1 and app_id = $2',
    [tx.tenantId, appId],
  )
  return rows[0]?.digest ?? null
}

/** Saves the progress of recomputing an app's clocks; `after` is null at the end. */
export async function saveRecomputation(
  tx: TenantTx,
  {
    appId,
    revision,
    digest,
    after,
  }: { appId: string; revision: number; digest: string; after: string | null },
): Promise<void> {
  await tx.query(
    `insert into caseloom.record_clocks (tenant_id, app_id, revision, digest, after) values ($1, $2, $3, $4, $5)
     on conflict (tenant_id, app_id) do update
       set revision = excluded.revision, digest = excluded.digest, after = excluded.after`,
    [tx.tenantId, appId, revision, digest, after],
  )
}

/** The next records by id, with all of their history. */
export async function recordsWithHistory(
  tx: TenantTx,
  app: AppTable,
  { after, limit }: { after: string | null; limit: number },
): Promise<{ record: StoredRecord; entries: HistoryRecord[] }[]> {
  const rows = await tx.rows(
    RecordRow,
    `select ${selectList(app)} from ${app.table} t where t.id > $1 and t.deleted_at is null order by t.id limit $2`,
    [after ?? BEGIN, limit],
  )
  const history = await tx.rows(
    RecordEntry,
    `select record_id, version, at, actor, action, changes from caseloom.record_history
      where tenant_id = $1 and record_id = any($2::uuid[]) order by record_id, version`,
    [tx.tenantId, rows.map((row) => row.id)],
  )
  const entries = Map.groupBy(history.map(entryOf), (entry) => entry.record_id)
  return rows.map((row) => ({ record: toRecord(app, row), entries: entries.get(row.id) ?? [] }))
}

import { z } from 'zod'
import { ActorRef, FieldValues } from '@caseloom/contract/records/records'
import type { TenantTx } from '../../../platform/database/types.ts'

export const OccurrenceRow = z.object({
  id: z.string(),
  rule: z.string(),
  at: z.date(),
  by: ActorRef,
  given: FieldValues,
  split_id: z.string().nullable(),
})
export type OccurrenceRow = z.infer<typeof OccurrenceRow>

const CountRow = z.object({ count: z.number() })

const COLUMNS = 'o.id, o.rule, o.at, o.by, o.given, o.split_id'
/** What was folded into the record, or into one that was merged into it since. */
const OF_RECORD = `o.tenant_id = $1 and (o.record_id = $2 or o.record_id in (
  select m.record_id from caseloom.record_merge m where m.tenant_id = $1 and m.into_id = $2))`

/** What was folded into a record and is no record of its own, newest first. */
export async function occurrencesBefore(
  tx: TenantTx,
  recordId: string,
  { before, limit }: { before: string | null; limit: number },
): Promise<OccurrenceRow[]> {
  return tx.rows(
    OccurrenceRow,
    `select ${COLUMNS} from caseloom.record_occurrence o
      where ${OF_RECORD} and o.split_id is null and ($3::uuid is null or o.id < $3)
      order by o.id desc limit $4`,
    [tx.tenantId, recordId, before, limit],
    'occurrences-before',
  )
}

export async function countOccurrences(tx: TenantTx, recordId: string): Promise<number> {
  const rows = await tx.rows(
    CountRow,
    `select count(*)::int as count from caseloom.record_occurrence o where ${OF_RECORD} and o.split_id is null`,
    [tx.tenantId, recordId],
    'occurrences-count',
  )
  return rows[0]?.count ?? 0
}

export async function lockOccurrence(
  tx: TenantTx,
  recordId: string,
  id: string,
): Promise<OccurrenceRow | null> {
  const rows = await tx.rows(
    OccurrenceRow,
    `select ${COLUMNS} from caseloom.record_occurrence o where ${OF_RECORD} and o.id = $3 for update of o`,
    [tx.tenantId, recordId, id],
  )
  return rows[0] ?? null
}

/** Its unique values are free for the record that it becomes. */
export async function freeNames(tx: TenantTx, id: string): Promise<void> {
  await tx.query('delete from caseloom.occurrence_name where tenant_id = $1 and occurrence_id = $2', [
    tx.tenantId,
    id,
  ])
}

export async function takeNames(
  tx: TenantTx,
  appId: string,
  id: string,
  names: readonly string[],
): Promise<void> {
  await tx.query(
    `insert into caseloom.occurrence_name (tenant_id, app_id, name, occurrence_id)
     select $1, $2, unnest($3::text[]), $4`,
    [tx.tenantId, appId, names, id],
  )
}

/** Splits the occurrence off into a record of the same group. */
export async function markSplit(tx: TenantTx, id: string, splitId: string): Promise<void> {
  await tx.query(
    `with o as (update caseloom.record_occurrence set split_id = $3 where tenant_id = $1 and id = $2
        returning record_id),
      side as (update caseloom.record_correlation c set folded = c.folded - 1 from o
        where c.tenant_id = $1 and c.record_id = o.record_id returning c.*)
     insert into caseloom.record_correlation (tenant_id, app_id, record_id, rule, group_id, folded, seen_at)
     select tenant_id, app_id, $3, rule, group_id, 0, seen_at from side`,
    [tx.tenantId, id, splitId],
  )
}

/** The same backwards. */
export async function markFoldedBack(tx: TenantTx, id: string, splitId: string): Promise<void> {
  await tx.query(
    `with o as (update caseloom.record_occurrence set split_id = null where tenant_id = $1 and id = $2
        returning record_id),
      gone as (delete from caseloom.record_correlation where tenant_id = $1 and record_id = $3)
     update caseloom.record_correlation c set folded = c.folded + 1 from o
      where c.tenant_id = $1 and c.record_id = o.record_id`,
    [tx.tenantId, id, splitId],
  )
}

const RecordIdRow = z.object({ record_id: z.string() })

/** Records into which something was folded, or into one that was merged into them, in the order of their IDs. */
export async function recordsWithOccurrences(
  tx: TenantTx,
  appId: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<string[]> {
  const rows = await tx.rows(
    RecordIdRow,
    `select distinct r.id as record_id from caseloom.record_occurrence o
       left join caseloom.record_merge m on m.tenant_id = o.tenant_id and m.record_id = o.record_id
       cross join lateral (select coalesce(m.into_id, o.record_id) as id) r
      where o.tenant_id = $1 and o.app_id = $2 and ($3::uuid is null or r.id > $3::uuid)
      order by r.id limit $4`,
    [tx.tenantId, appId, after, limit],
  )
  return rows.map((row) => row.record_id)
}

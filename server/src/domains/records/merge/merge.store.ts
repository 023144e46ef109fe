import { IdRow } from '../../../platform/database/rows.ts'
import { z } from 'zod'
import { ActorRef, HistoryEntry } from '@caseloom/contract/records/records'
import type { TenantTx } from '../../../platform/database/types.ts'
import type { AppTable } from '../model/record-shape.ts'

const FieldIdRow = z.object({ field_id: z.string().nullable() })

export const MovedLink = z.object({
  field: z.string(),
  source: z.string(),
  target: z.string(),
})
export type MovedLink = z.infer<typeof MovedLink>

/** What came along with a merged record, so that it can go back. */
export const Moved = z.object({
  comments: z.array(z.string()),
  files: z.array(z.string()),
  /** Absent of records that were merged before there were any. */
  attackEvents: z.array(z.string()).default([]),
  /** Attack events of any record whose asset it was. */
  assetOf: z.array(z.string()).default([]),
  /** Links that other records had to it, which now lead to its survivor. */
  into: z.array(MovedLink),
  /** Links that its survivor got from it. */
  out: z.array(MovedLink),
  /** Values that its survivor took over. */
  changes: HistoryEntry.shape.changes,
})
export type Moved = z.infer<typeof Moved>

export const MergeRow = z.object({
  record_id: z.string(),
  taken_by: z.string(),
  into_id: z.string(),
  at: z.date(),
  by: ActorRef,
  moved: Moved,
})
export type MergeRow = z.infer<typeof MergeRow>

/** Records that were merged into a record, newest first. */
export async function mergedInto(tx: TenantTx, recordId: string): Promise<MergeRow[]> {
  return tx.rows(
    MergeRow,
    `select record_id, taken_by, into_id, at, by, moved from caseloom.record_merge
      where tenant_id = $1 and into_id = $2 order by at desc, record_id limit 200`,
    [tx.tenantId, recordId],
  )
}

export interface NewMerge {
  recordId: string
  takenBy: string
  by: ActorRef
  moved: Moved
  names: readonly string[]
}

/** Keeps where a record went; those that led to it lead on. */
export async function keepMerge(tx: TenantTx, app: AppTable, merge: NewMerge): Promise<void> {
  const { recordId, takenBy, by, moved, names } = merge
  await tx.query('update caseloom.record_merge set into_id = $3 where tenant_id = $1 and into_id = $2', [
    tx.tenantId,
    recordId,
    takenBy,
  ])
  await tx.query(
    `insert into caseloom.record_merge (tenant_id, record_id, app_id, taken_by, into_id, at, by, moved)
     values ($1, $2, $3, $4, $4, $5, $6, $7)`,
    [tx.tenantId, recordId, app.id, takenBy, tx.now, JSON.stringify(by), JSON.stringify(moved)],
  )
  await tx.query(
    `insert into caseloom.record_alias (tenant_id, app_id, name, record_id)
     select $1, $2, n, $3 from unnest($4::text[]) n
     on conflict (tenant_id, app_id, name) do update set record_id = excluded.record_id`,
    [tx.tenantId, app.id, recordId, names],
  )
}

/** Forgets a merge; those that led to the survivor through the record lead to it again. */
export async function dropMerge(tx: TenantTx, recordId: string): Promise<void> {
  const place = [tx.tenantId, recordId]
  await tx.query('delete from caseloom.record_alias where tenant_id = $1 and record_id = $2', place)
  await tx.query('delete from caseloom.record_merge where tenant_id = $1 and record_id = $2', place)
  await tx.query(
    'update caseloom.record_merge set into_id = $2 where tenant_id = $1 and taken_by = $2',
    place,
  )
}

/** Moves all comments of a record to another; answers which. */
export async function moveComments(tx: TenantTx, from: string, to: string): Promise<string[]> {
  const rows = await tx.rows(
    IdRow,
    'update caseloom.comment set record_id = $3 where tenant_id = $1 and record_id = $2 returning id',
    [tx.tenantId, from, to],
  )
  await tx.query('update caseloom.comment_event set record_id = $3 where tenant_id = $1 and record_id = $2', [
    tx.tenantId,
    from,
    to,
  ])
  return rows.map(({ id }) => id)
}

/** Puts comments, with all that was done to them, on a record. */
export async function putComments(tx: TenantTx, ids: readonly string[], to: string): Promise<void> {
  if (ids.length === 0) return
  const values = [tx.tenantId, ids, to]
  await tx.query(
    'update caseloom.comment set record_id = $3 where tenant_id = $1 and id = any($2::uuid[])',
    values,
  )
  await tx.query(
    'update caseloom.comment_event set record_id = $3 where tenant_id = $1 and comment_id = any($2::uuid[])',
    values,
  )
}

/** Moves all attack events of a record to another; answers which. */
export async function moveAttackEvents(tx: TenantTx, from: string, to: string): Promise<string[]> {
  const rows = await tx.rows(
    IdRow,
    'update caseloom.attack_event set record_id = $3 where tenant_id = $1 and record_id = $2 returning id',
    [tx.tenantId, from, to],
  )
  return rows.map(({ id }) => id)
}

/** Makes another record of the app the asset of all attack events that name a record; answers which. */
export async function moveAsset(tx: TenantTx, from: string, to: string): Promise<string[]> {
  const rows = await tx.rows(
    IdRow,
    'update caseloom.attack_event set asset_record = $3 where tenant_id = $1 and asset_record = $2 returning id',
    [tx.tenantId, from, to],
  )
  return rows.map(({ id }) => id)
}

/** Puts attack events on a record, and makes it the asset of others where its survivor still is. */
export async function putAttackEvents(
  tx: TenantTx,
  { attackEvents, assetOf }: Pick<Moved, 'attackEvents' | 'assetOf'>,
  { to, survivor }: { to: string; survivor: string },
): Promise<void> {
  await tx.query(
    'update caseloom.attack_event set record_id = $3 where tenant_id = $1 and id = any($2::uuid[])',
    [tx.tenantId, attackEvents, to],
  )
  await tx.query(
    `update caseloom.attack_event set asset_record = $3
      where tenant_id = $1 and id = any($2::uuid[]) and asset_record = $4`,
    [tx.tenantId, assetOf, to, survivor],
  )
}

/** Threads that contain what was moved, by field; null is the record's own, beside which attack events are indexed. */
export async function threadsOf(
  tx: TenantTx,
  moved: readonly Pick<Moved, 'comments' | 'attackEvents'>[],
): Promise<ReadonlySet<string | null>> {
  const rows = await tx.rows(
    FieldIdRow,
    'select distinct field_id from caseloom.comment where tenant_id = $1 and id = any($2::uuid[])',
    [tx.tenantId, moved.flatMap(({ comments }) => comments)],
  )
  const ofEvents = moved.some(({ attackEvents }) => attackEvents.length > 0) ? [null] : []
  return new Set([...rows.map((row) => row.field_id), ...ofEvents])
}

/** Hangs all files of a record on another, at the same field or comment; answers which. */
export async function moveFiles(tx: TenantTx, from: string, to: string): Promise<string[]> {
  const rows = await tx.rows(
    IdRow,
    `update caseloom.file set record_id = $3
      where tenant_id = $1 and record_id = $2 and removed_at is null returning id`,
    [tx.tenantId, from, to],
  )
  return rows.map(({ id }) => id)
}

export async function putFiles(tx: TenantTx, ids: readonly string[], to: string): Promise<void> {
  if (ids.length === 0) return
  await tx.query(
    `update caseloom.file set record_id = $3, removed_at = null where tenant_id = $1 and id = any($2::uuid[])`,
    [tx.tenantId, ids, to],
  )
}

/** Lets links that led to a record lead to another, where that one is not linked already. */
export async function turnLinks(
  tx: TenantTx,
  app: AppTable,
  { from, to }: { from: string; to: string },
): Promise<MovedLink[]> {
  return tx.rows(
    MovedLink,
    `update ${app.linkTable} l set target = $2
      where l.target = $1 and l.source <> $2 and not exists (select from ${app.linkTable} o
        where o.field = l.field and o.source = l.source and o.target = $2)
     returning field, source, target`,
    [from, to],
  )
}

/** Lets these links lead to another record again. */
export async function turnBack(
  tx: TenantTx,
  app: AppTable,
  links: readonly MovedLink[],
  to: string,
): Promise<void> {
  if (links.length === 0) return
  await tx.query(
    `update ${app.linkTable} l set target = $2
       from jsonb_to_recordset($1::jsonb) as w(field uuid, source uuid, target uuid)
      where l.field = w.field and l.source = w.source and l.target = w.target`,
    [JSON.stringify(links), to],
  )
}

/** Gives a record the links of another: of fields with several all, of others where it has none. */
export async function copyLinks(
  tx: TenantTx,
  app: AppTable,
  { from, to, several, single }: { from: string; to: string; several: string[]; single: string[] },
): Promise<MovedLink[]> {
  if (several.length + single.length === 0) return []
  return tx.rows(
    MovedLink,
    `insert into ${app.linkTable} (field, source, target, ord)
     select l.field, $2, l.target, l.ord + coalesce((select max(o.ord) from ${app.linkTable} o
         where o.field = l.field and o.source = $2), 0)
       from ${app.linkTable} l
      where l.source = $1 and l.target <> $2 and (l.field = any($3::uuid[]) or l.field = any($4::uuid[])
        and not exists (select from ${app.linkTable} o where o.field = l.field and o.source = $2))
     on conflict do nothing returning field, source, target`,
    [from, to, several, single],
  )
}

export async function dropLinks(tx: TenantTx, app: AppTable, links: readonly MovedLink[]): Promise<void> {
  if (links.length === 0) return
  await tx.query(
    `delete from ${app.linkTable} l using jsonb_to_recordset($1::jsonb) as w(field uuid, source uuid, target uuid)
      where l.field = w.field and l.source = w.source and l.target = w.target`,
    [JSON.stringify(links)],
  )
}

import { z } from 'zod'
import { createHash } from 'node:crypto'
import type { Tx } from '../database/types.ts'
import { newId } from '../uuid.ts'

const UnsealedDay = z.object({ account_id: z.string().nullable(), day: z.string() })
type UnsealedDay = z.infer<typeof UnsealedDay>

const DayCount = z.object({ day: z.string(), entries: z.number() })
type DayCount = z.infer<typeof DayCount>

/** A row of the log with its time to the microsecond, as text. */
export const EntryRow = z.object({
  id: z.string(),
  instant: z.string(),
  account_id: z.string().nullable(),
  tenant_id: z.string().nullable(),
  actor_kind: z.string(),
  actor_id: z.string().nullable(),
  actor_name: z.string(),
  action: z.string(),
  object_kind: z.string().nullable(),
  object_id: z.string().nullable(),
  object_name: z.string().nullable(),
  ip: z.string().nullable(),
  before_digest: z.string().nullable(),
  after_digest: z.string().nullable(),
})
export type EntryRow = z.infer<typeof EntryRow>

export const SealRow = z.object({
  account_id: z.string().nullable(),
  /** YYYY-MM-DD in UTC. */
  day: z.string(),
  entries: z.number(),
  root: z.string(),
  previous: z.string().nullable(),
})
export type SealRow = z.infer<typeof SealRow>

export const ENTRY_COLUMNS = `id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as instant,
  account_id, tenant_id, actor_kind, actor_id, actor_name, action, object_kind, object_id, object_name, ip,
  before_digest, after_digest`

/** What an entry is in the tree: every column counts. */
export function leafOf(row: EntryRow): string {
  return JSON.stringify([
    row.id,
    row.instant,
    row.account_id,
    row.tenant_id,
    row.actor_kind,
    row.actor_id,
    row.actor_name,
    row.action,
    row.object_kind,
    row.object_id,
    row.object_name,
    row.ip,
    row.before_digest,
    row.after_digest,
  ])
}

/** What the next seal remembers of this one. */
export function sealDigest(seal: SealRow): string {
  const text = JSON.stringify([seal.account_id, seal.day, seal.entries, seal.root, seal.previous])
  return createHash('sha256').update(text).digest('hex')
}

/** Days with entries that ended before `until` and come after the last seal; the oldest first. */
export async function unsealedDays(tx: Tx, until: Date, limit: number): Promise<UnsealedDay[]> {
  return tx.rows(
    UnsealedDay,
    `select e.account_id, to_char(e.day, 'YYYY-MM-DD') as day
       from (select distinct account_id, (at at time zone 'UTC')::date as day from caseloom.audit_entry
              where at < $1) e
      where not exists (select from caseloom.audit_seal s
                         where s.account_id is not distinct from e.account_id and s.day >= e.day)
      order by e.day, e.account_id limit $2`,
    [until, limit],
  )
}

/** Entries of one day in their order, a page at a time. */
export async function entriesOfDay(
  tx: Tx,
  segment: { account_id: string | null; day: string },
  page: { after: EntryRow | null; limit: number },
): Promise<EntryRow[]> {
  return tx.rows(
    EntryRow,
    `select ${ENTRY_COLUMNS} from caseloom.audit_entry
      where account_id ${segment.account_id === null ? 'is null and $1::uuid is null' : '= $1::uuid'}
        and at >= $2::date::timestamp at time zone 'UTC' and at < ($2::date + 1)::timestamp at time zone 'UTC'
        and ($3::timestamptz is null or (at, id) > ($3::timestamptz, $4::uuid))
      order by at, id limit $5`,
    [segment.account_id, segment.day, page.after?.instant ?? null, page.after?.id ?? null, page.limit],
  )
}

const SEAL_COLUMNS = `account_id, to_char(day, 'YYYY-MM-DD') as day, entries, root, previous`

/** The seals of an account, oldest first. */
export async function sealsOf(tx: Tx, accountId: string | null): Promise<SealRow[]> {
  return tx.rows(
    SealRow,
    `select ${SEAL_COLUMNS} from caseloom.audit_seal where account_id is not distinct from $1::uuid order by day`,
    [accountId],
  )
}

export async function lastSeal(tx: Tx, accountId: string | null): Promise<SealRow | null> {
  const rows = await tx.rows(
    SealRow,
    `select ${SEAL_COLUMNS} from caseloom.audit_seal where account_id is not distinct from $1::uuid
      order by day desc limit 1`,
    [accountId],
  )
  return rows[0] ?? null
}

export async function insertSeal(tx: Tx, seal: SealRow): Promise<void> {
  await tx.query(
    `insert into caseloom.audit_seal (id, account_id, day, entries, root, previous, sealed_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [newId(), seal.account_id, seal.day, seal.entries, seal.root, seal.previous, tx.now],
  )
}

/** Entries by day, where any stand. */
export async function countsByDay(tx: Tx, accountId: string): Promise<DayCount[]> {
  return tx.rows(
    DayCount,
    `select to_char((at at time zone 'UTC')::date, 'YYYY-MM-DD') as day, count(*)::int as entries
       from caseloom.audit_entry where account_id = $1 group by 1 order by 1`,
    [accountId],
  )
}

/** Deletes sealed entries from before a day, some at a time; answers how many. */
export async function deleteOldEntries(tx: Tx, before: string, limit: number): Promise<number> {
  const rows = await tx.query(
    `delete from caseloom.audit_entry where id in (
       select e.id from caseloom.audit_entry e
        where e.at < $1::date::timestamp at time zone 'UTC'
          and exists (select from caseloom.audit_seal s where s.account_id is not distinct from e.account_id
                        and s.day = (e.at at time zone 'UTC')::date)
        limit $2)
     returning 1`,
    [before, limit],
  )
  return rows.length
}

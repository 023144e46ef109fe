import { z } from 'zod'
import type { Announcement, SystemScope, Tx } from '../database/types.ts'
import { parseAnnouncement } from './announcement.ts'

const LockRow = z.object({ mine: z.boolean() })

const EndRow = z.object({ horizon: z.string(), seen: z.string() })

/** An announcement of the outbox, as it left its transaction. */
export interface FeedEvent {
  id: string
  tenantId: string | null
  at: Date
  fact: Announcement
}

/** The place up to which a process has read: all of the transactions before `xid`, and of that one the rows up to `id`. */
export interface Cursor {
  xid: string
  id: string
  /** What was committed when this process started: a neighbor's open transaction may have held it behind `xid`. */
  seen?: string | undefined
}

export interface Batch {
  events: FeedEvent[]
  /** Rows whose payload could not be understood. */
  unreadable: string[]
  next: Cursor
  /** More rows can be read right away. */
  more: boolean
  /** Committed rows that must wait for an older open transaction. */
  held: number
  /** Age of the oldest held row in milliseconds, 0 without one. */
  lagMs: number
}

const OutboxRow = z.object({
  horizon: z.string(),
  id: z.string(),
  xid: z.string(),
  tenant_id: z.string().nullable(),
  payload: z.unknown(),
  at: z.date(),
  held: z.boolean(),
  age_ms: z.number(),
})
/** Where nothing was announced since, the horizon comes alone. */
const ReadRow = z.union([OutboxRow, z.object({ horizon: z.string(), id: z.null() })])

const BATCH = 1000

/**
 * Rows in the order (transaction, id), and only of transactions older than every open one. Ids alone are not enough:
 * a transaction may take a lower id than its neighbor and commit after it.
 */
const READ = `
  select cut.horizon::text as horizon, o.id::text as id, o.xid::text as xid, o.tenant_id, o.at,
         case when o.xid < cut.horizon then o.payload end as payload, o.xid >= cut.horizon as held,
         (extract(epoch from clock_timestamp() - o.at) * 1000)::float8 as age_ms
    from (select pg_snapshot_xmin(pg_current_snapshot()) as horizon) cut
    left join lateral (
      select id, xid, tenant_id, payload, at from caseloom.outbox
       where (xid, id) > ($1::xid8, $2::bigint)
         and ($3::text is null or not pg_visible_in_snapshot(xid, $3::text::pg_snapshot))
       order by xid, id limit ${BATCH}
    ) o on true`

/** The present end: everything that commits from now on lies behind it. */
export async function currentEnd(system: SystemScope): Promise<Cursor> {
  const rows = await system.read((tx) =>
    tx.rows(
      EndRow,
      'select pg_snapshot_xmin(now)::text as horizon, now::text as seen from pg_current_snapshot() now',
    ),
  )
  return { xid: rows[0]?.horizon ?? '0', id: '0', seen: rows[0]?.seen }
}

/** Reads what is behind the cursor and safe to read; no row is ever skipped, none comes twice. */
export async function readOutbox(tx: Tx, cursor: Cursor): Promise<Batch> {
  const rows = await tx.rows(ReadRow, READ, [cursor.xid, cursor.id, cursor.seen ?? null], 'outbox-read')
  const announced = rows.filter((row) => row.id !== null)
  const ready = announced.filter((row) => !row.held)
  const held = announced.filter((row) => row.held)
  const events: FeedEvent[] = []
  const unreadable: string[] = []
  for (const row of ready) {
    const fact = parseAnnouncement(row.payload)
    if (fact === null) unreadable.push(row.id)
    else events.push({ id: row.id, tenantId: row.tenant_id, at: row.at, fact })
  }
  const full = ready.length === BATCH
  const last = ready.at(-1)
  const horizon = rows[0]?.horizon ?? cursor.xid
  return {
    events,
    unreadable,
    next: {
      ...(full && last !== undefined ? { xid: last.xid, id: last.id } : { xid: horizon, id: '0' }),
      seen: cursor.seen,
    },
    more: full,
    held: held.length,
    lagMs: Math.max(0, ...held.map((row) => row.age_ms)),
  }
}

const RETENTION = '1 hour'
export const PURGE_BATCH = 1000
/** One process of the installation cleans at a time. */
const PURGE_LOCK = 7_266_190_432

/** Deletes up to one batch of rows older than an hour; answers how many went. */
export async function purgeOutbox(system: SystemScope): Promise<number> {
  return system.tx(async (tx) => {
    const lock = await tx.rows(LockRow, 'select pg_try_advisory_xact_lock($1) as mine', [PURGE_LOCK])
    if (lock[0]?.mine !== true) return 0
    const gone = await tx.query(
      `delete from caseloom.outbox where id in (
         select id from (select id, at from caseloom.outbox order by id limit ${PURGE_BATCH}) oldest
          where at < now() - interval '${RETENTION}') returning 1`,
    )
    return gone.length
  })
}

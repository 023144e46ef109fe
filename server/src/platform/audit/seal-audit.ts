import type { SystemScope } from '../database/types.ts'
import { type Log, logEvent } from '../telemetry/log.ts'
import {
  deleteOldEntries,
  entriesOfDay,
  type EntryRow,
  insertSeal,
  lastSeal,
  leafOf,
  sealDigest,
  unsealedDays,
} from './audit.store.ts'
import { MerkleRoot } from './merkle.ts'

const PAGE = 2000
/** Transactions that began before midnight have committed by then, and clocks agree that far. */
const LATE_MS = 3600_000
const LOCK = 7_266_190_437

export interface Segment {
  account_id: string | null
  /** YYYY-MM-DD in UTC. */
  day: string
}

/** Count and Merkle root of the entries that stand for a day now, in the order of time and id. */
export async function computeDay(
  system: SystemScope,
  segment: Segment,
): Promise<{ entries: number; root: string }> {
  const tree = new MerkleRoot()
  for (let after: EntryRow | null = null; ; ) {
    const page: EntryRow[] = await system.read((tx) => entriesOfDay(tx, segment, { after, limit: PAGE }))
    for (const row of page) tree.add(leafOf(row))
    const last = page.at(-1)
    if (last === undefined || page.length < PAGE) return { entries: tree.count, root: tree.root() }
    after = last
  }
}

/** Seals every day that ended more than an hour ago, per account and for the installation, each behind the last. */
export async function sealAudit(system: SystemScope, log: Log, now = new Date()): Promise<void> {
  const until = new Date(Math.floor((now.getTime() - LATE_MS) / DAY_MS) * DAY_MS)
  for (;;) {
    const days = await system.read((tx) => unsealedDays(tx, until, 100))
    for (const segment of days) await sealDay(system, log, segment)
    if (days.length < 100) return
  }
}

async function sealDay(system: SystemScope, log: Log, segment: Segment): Promise<void> {
  const computed = await computeDay(system, segment)
  const sealed = await system.tx(async (tx) => {
    await tx.query('select pg_advisory_xact_lock($1)', [LOCK])
    const last = await lastSeal(tx, segment.account_id)
    // Another process was faster.
    if (last !== null && last.day >= segment.day) return null
    const seal = { ...segment, ...computed, previous: last === null ? null : sealDigest(last) }
    await insertSeal(tx, seal)
    return seal
  })
  if (sealed === null) return
  // In the log too: anyone who can write to the database cannot take that line back.
  const { account_id: accountId, day, entries } = sealed
  logEvent(log, 'audit.sealed', { accountId, day, entries, digest: sealDigest(sealed) })
}

const DAY_MS = 24 * 3600_000
const RETENTION_YEARS = 2

/** The first day whose entries are retained. */
export function firstRetainedDay(now: Date): string {
  const day = new Date(now)
  day.setUTCFullYear(day.getUTCFullYear() - RETENTION_YEARS)
  return day.toISOString().slice(0, 10)
}

/** Seals what is due, then deletes sealed entries older than two years; their seals stay. */
export async function keepAudit(system: SystemScope, log: Log, now = new Date()): Promise<void> {
  await sealAudit(system, log, now)
  for (;;) {
    const deleted = await system.tx((tx) => deleteOldEntries(tx, firstRetainedDay(now), PAGE))
    if (deleted < PAGE) return
  }
}

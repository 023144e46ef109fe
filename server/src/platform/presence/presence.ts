import { z } from 'zod'
import { hostname } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { clockOffsetMs, noteClock } from '../database/clock.ts'
import { isPassingFault } from '../database/patience.ts'
import type { SystemScope, Tx } from '../database/types.ts'
import type { Log } from '../telemetry/log.ts'
import { newId } from '../uuid.ts'
import { noteWrite } from './write-fault.ts'

const NowRow = z.object({ now: z.date() })

const BEAT_MS = 5_000
/** What a look at readiness takes for fresh. */
const FRESH_MS = 2_000
/** A write that takes this long is slow; it counts as failed only when the last one is older than the second. */
const SLOW_MS = 1_000
const RECENT_MS = 15_000
/** Six beats that did not come: the process is gone, or cannot reach the database. */
const GONE = "interval '30 seconds'"
/** More than a short temporary file: a sort of this size is written to the disk of the database. */
const SPILL = `select count(text) as rows
  from (select repeat('x', 8000) as text from generate_series(1, 64) as n order by n desc offset 0) as spilled`

export interface PresenceOptions {
  system: SystemScope
  log: Log
  role: 'web' | 'worker'
  version: string
  /** Short names of the master keys that this process can read now; asked at each beat. */
  masterKeys: () => readonly string[]
}

/** One running process as the others see it. */
export const ProcessRow = z.object({
  id: z.string(),
  role: z.enum(['web', 'worker']),
  host: z.string(),
  pid: z.number(),
  version: z.string(),
  draining: z.boolean(),
  masterKeys: z.array(z.string()),
  clockOffsetMs: z.number(),
})
export type ProcessRow = z.infer<typeof ProcessRow>

/** This process's own row in the database, renewed until it stops. */
export interface Presence {
  /** Proves that this process can write; rejects with why not. Asks the database at most every two seconds. */
  proveWrite(): Promise<void>
  /** Says that this process finishes its work and takes no more. */
  drain(): void
  stop(): Promise<void>
}

/** Starts announcing that this process is present. */
export function startPresence(options: PresenceOptions): Presence {
  const { system, log } = options
  const id = newId()
  let draining = false
  let writtenAt = 0
  let turn: Promise<void> | undefined

  const write = async (): Promise<void> => {
    const sentAt = Date.now()
    const now = await system.tx((tx) => beat(tx, { ...options, id, draining }))
    const receivedAt = Date.now()
    noteClock(log, { at: now, before: sentAt, after: receivedAt })
    writtenAt = receivedAt
  }
  const renew = (): Promise<void> => {
    turn ??= write()
      .then(
        () => noteWrite(null),
        (error: unknown) => {
          if (isPassingFault(error))
            noteWrite(error instanceof Error ? error.message : 'The database isn’t responding')
          throw error
        },
      )
      .finally(() => {
        turn = undefined
      })
    return turn
  }
  const renewQuietly = () =>
    void renew().catch((err: unknown) => log.debug({ err }, 'failed to report process presence'))
  renewQuietly()
  const timer = setInterval(renewQuietly, BEAT_MS)
  timer.unref()
  return {
    async proveWrite() {
      if (Date.now() - writtenAt <= FRESH_MS) return
      // Slow is not broken: under load every process would leave its balancer at the same time.
      const recent = Date.now() - writtenAt < RECENT_MS
      await (recent ? Promise.race([renew(), pause(SLOW_MS)]) : renew())
    },
    drain() {
      draining = true
      renewQuietly()
    },
    async stop() {
      clearInterval(timer)
      // Logged where the turn is started.
      await turn?.catch(() => undefined)
      await system
        .tx((tx) => tx.query('delete from caseloom.process where id = $1', [id]))
        .catch((err: unknown) => log.debug({ err }, 'failed to remove process presence'))
    },
  }
}

type Beat = PresenceOptions & { id: string; draining: boolean }

/** Writes the row and a temporary file, because a full disk still lets rows change in place; answers the database's clock. */
async function beat(tx: Tx, { id, role, version, masterKeys, draining }: Beat): Promise<number> {
  const rows = await tx.rows(
    NowRow,
    `with gone as (delete from caseloom.process where seen_at < now() - interval '1 hour')
     insert into caseloom.process (id, role, host, pid, version, draining, master_keys, clock_offset_ms)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (id) do update set draining = excluded.draining, master_keys = excluded.master_keys,
       clock_offset_ms = excluded.clock_offset_ms, seen_at = now()
     returning clock_timestamp() as now`,
    [id, role, hostname(), process.pid, version, draining, [...masterKeys()], clockOffsetMs()],
  )
  await tx.query("set local work_mem = '64kB'")
  await tx.query(SPILL)
  return rows[0]?.now.getTime() ?? Date.now()
}

/** The processes that reported within half a minute. */
export async function presentProcesses(tx: Tx): Promise<ProcessRow[]> {
  return tx.rows(
    ProcessRow,
    `select id, role, host, pid, version, draining, master_keys as "masterKeys", clock_offset_ms as "clockOffsetMs"
       from caseloom.process where seen_at > now() - ${GONE} order by role, host, pid`,
  )
}

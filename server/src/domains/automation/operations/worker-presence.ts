import type { Logger } from 'pino'
import { z } from 'zod'
import type { SystemScope, Tx } from '../../../platform/database/types.ts'
import { watchDatabaseWaits } from '../../../platform/database/patience.ts'
import { newId } from '../../../platform/uuid.ts'
import { ownRunWaits, WORKER_GONE_MS } from '../runs/database-waits.ts'

const BEAT_MS = 10_000
/** Waits that begin or end together are written together. */
const WAITS_WITHIN_MS = 300

/** Reports that this process works on runs and which of them wait for the database, until stopped. */
export function reportPresence({ system, log }: { system: SystemScope; log: Logger }): {
  stop(): Promise<void>
} {
  const id = newId()
  const startedAt = new Date()
  let turn = Promise.resolve()
  const write = (work: (tx: Tx) => Promise<unknown>): Promise<void> =>
    system.tx(work).then(
      () => undefined,
      (err: unknown) => log.debug({ err }, 'failed to report worker presence'),
    )
  const beat = (): void => {
    // One after the other: an older list of waits must not replace a newer one.
    turn = turn.then(() =>
      write((tx) =>
        tx.query(
          `with gone as (delete from caseloom.worker_presence where at < $3::timestamptz - interval '1 hour')
         insert into caseloom.worker_presence (id, started_at, at, waits) values ($1, $2, $3, $4)
         on conflict (id) do update set at = excluded.at, waits = excluded.waits`,
          [id, startedAt, tx.now, JSON.stringify(ownRunWaits())],
        ),
      ),
    )
  }
  let soon: NodeJS.Timeout | undefined
  const stopWatching = watchDatabaseWaits(() => {
    soon ??= setTimeout(() => {
      soon = undefined
      beat()
    }, WAITS_WITHIN_MS).unref()
  })
  beat()
  const timer = setInterval(beat, BEAT_MS)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      clearTimeout(soon)
      stopWatching()
      await turn
      await write((tx) => tx.query('delete from caseloom.worker_presence where id = $1', [id]))
    },
  }
}

const AliveRow = z.object({ alive: z.string(), since: z.date().nullable() })

/** How many workers live, and since when the youngest of them does. */
export async function aliveWorkers(tx: Tx): Promise<{ alive: number; since: string | null }> {
  const [row] = await tx.rows(
    AliveRow,
    'select count(*) as alive, max(started_at) as since from caseloom.worker_presence where at > $1',
    [new Date(tx.now.getTime() - WORKER_GONE_MS)],
  )
  return { alive: Number(row?.alive ?? 0), since: row?.since?.toISOString() ?? null }
}

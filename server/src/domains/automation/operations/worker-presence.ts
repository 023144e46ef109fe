import type { Logger } from 'pino'
import type { SystemScope, Tx } from '../../../platform/database/types.ts'
import { newId } from '../../../platform/uuid.ts'

const BEAT_MS = 10_000
/** Three beats that did not come: the process is gone, or cannot reach the database. */
const GONE_MS = 3 * BEAT_MS

/** Tells that this process works on runs, until stopped. */
export function tellPresence({ system, log }: { system: SystemScope; log: Logger }): {
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
    turn = write((tx) =>
      tx.query(
        `with gone as (delete from caseloom.worker_presence where at < $3::timestamptz - interval '1 hour')
         insert into caseloom.worker_presence (id, started_at, at) values ($1, $2, $3)
         on conflict (id) do update set at = excluded.at`,
        [id, startedAt, tx.now],
      ),
    )
  }
  beat()
  const timer = setInterval(beat, BEAT_MS)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      await turn
      await write((tx) => tx.query('delete from caseloom.worker_presence where id = $1', [id]))
    },
  }
}

/** How many workers live, and since when the youngest of them does. */
export async function aliveWorkers(tx: Tx): Promise<{ alive: number; since: string | null }> {
  const [row] = await tx.query<{ alive: string; since: Date | null }>(
    'select count(*) as alive, max(started_at) as since from caseloom.worker_presence where at > $1',
    [new Date(tx.now.getTime() - GONE_MS)],
  )
  return { alive: Number(row?.alive ?? 0), since: row?.since?.toISOString() ?? null }
}

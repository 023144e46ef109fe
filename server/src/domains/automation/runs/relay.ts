import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { Logger } from 'pino'
import type { SystemScope } from '../../../platform/database/types.ts'
import { createBatcher } from '../../../platform/batching/micro-batcher.ts'
import type { DurableEngine, RunStart } from '../../../platform/durable/types.ts'
import { inLanes } from '../../../platform/scheduling/in-lanes.ts'
import { createWorkLoop, type WorkLoop } from '../../../platform/scheduling/work-loop.ts'
import { claimRelays, confirmRelays, type RelayRow } from './relay.store.ts'

export interface RelayDeps {
  system: SystemScope
  engine: DurableEngine
  log: Logger
}

/** Carries starts from the database to the engine; what is not confirmed is repeated under the same key. */
export interface Relay {
  /** Starts a run that this process has just accepted; a failure is left to the repeating. */
  start(key: string, start: RunStart): Promise<void>
  /** Like start, and waits for the end of the run; null when it takes too long or the engine is away. */
  startAndWait(key: string, start: RunStart, signal: AbortSignal): Promise<JsonValue | null>
  /** Begins to repeat what is left over, in this process, until closed. */
  watch(): void
  /** Checks immediately, because something was queued or capacity became free. */
  poke(): void
  close(): Promise<void>
}

const EVERY_MS = 500
/** Well before the retry checks a start (two seconds). */
const CONFIRM_WITHIN_MS = 200
const CLAIM = 200
const CONCURRENCY = 20

export function createRelay(deps: RelayDeps): Relay {
  const confirm = createBatcher<string, true>({
    limit: 500,
    patienceMs: CONFIRM_WITHIN_MS,
    work: async (ids) => {
      await deps.system.tx((tx) => confirmRelays(tx, ids))
      return ids.map(() => true as const)
    },
  })
  const begin = async (key: string, start: RunStart): Promise<void> => {
    await deps.engine.start(key, start)
    await confirm.add(key, true)
  }
  const loop = repeating(deps, begin)
  return {
    async start(key, start) {
      await begin(key, start).catch(leftToRelay(deps, start))
    },
    async startAndWait(key, start, signal) {
      try {
        const end = await deps.engine.startAndWait(key, start, signal)
        if (end !== null) void confirm.add(key, true).catch(leftToRelay(deps, start))
        return end
      } catch (error) {
        deps.log.debug(
          { err: error, runId: start.runId },
          'failed to start a run directly; left to the relay',
        )
        return null
      }
    },
    watch: () => loop.start(),
    poke: () => loop.wake(),
    async close() {
      await loop.stop()
      await confirm.drained()
    },
  }
}

function leftToRelay({ log }: RelayDeps, { runId }: RunStart): (err: unknown) => void {
  return (err) => log.debug({ err, runId }, 'failed to start a run directly; left to the relay')
}

/** Repeats what the engine has not confirmed. */
function repeating(deps: RelayDeps, begin: (key: string, start: RunStart) => Promise<void>): WorkLoop {
  return createWorkLoop({
    name: 'starts',
    everyMs: EVERY_MS,
    async look() {
      const rows = await deps.system.tx((tx) => claimRelays(tx, CLAIM))
      if (rows.length === 0) return false
      const failed = await startAll(deps, rows, begin)
      if (failed === 0) return rows.length === CLAIM
      deps.log.warn({ failed, of: rows.length }, 'failed to start runs in the engine; retrying')
      return false
    },
    log: deps.log,
  })
}

async function startAll(
  { log }: RelayDeps,
  rows: readonly RelayRow[],
  begin: (key: string, start: RunStart) => Promise<void>,
): Promise<number> {
  let failed = 0
  await inLanes(rows, CONCURRENCY, async (row) => {
    const { trace } = row
    const start = {
      tenantId: row.tenant_id,
      runId: row.run_id,
      recorded: row.recorded,
      ...(trace === null ? {} : { trace }),
    }
    await begin(row.id, start).catch((err: unknown) => {
      // The work loop logs the count; a line per start would flood the log while the engine is down.
      log.debug({ err, runId: row.run_id }, 'failed to start a run in the engine; retrying')
      failed += 1
    })
  })
  return failed
}

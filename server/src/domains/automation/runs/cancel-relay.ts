import type { Logger } from 'pino'
import type { SystemScope } from '../../../platform/database/types.ts'
import type { DurableEngine } from '../../../platform/durable/types.ts'
import { inLanes } from '../../../platform/scheduling/in-lanes.ts'
import { createWorkLoop, type WorkLoop } from '../../../platform/scheduling/work-loop.ts'
import { claimCancelRequests } from './run-control.store.ts'

interface CancelRelayDeps {
  system: SystemScope
  engine: DurableEngine
  log: Logger
}

const EVERY_MS = 1_000
const CLAIM = 200
const CONCURRENCY = 10

export type CancelRelay = WorkLoop

/** Relays cancel requests from the database to the engine; each is repeated until its run has ended. */
export function createCancelRelay({ system, engine, log }: CancelRelayDeps): CancelRelay {
  return createWorkLoop({
    name: 'cancellations',
    everyMs: EVERY_MS,
    async look() {
      const wishes = await system.tx((tx) => claimCancelRequests(tx, CLAIM))
      const starts = wishes.flatMap(({ start_id }) => (start_id === null ? [] : [start_id]))
      // An engine that does not know the run yet, or is away, is asked again when the wish is due again.
      await inLanes(starts, CONCURRENCY, (key) =>
        engine
          .cancel(key)
          .catch((error: unknown) =>
            log.debug({ err: error }, 'failed to deliver cancel requests; retrying'),
          ),
      )
      return wishes.length === CLAIM
    },
    log,
  })
}

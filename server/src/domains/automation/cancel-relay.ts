import type { Logger } from 'pino'
import type { SystemScope } from '../../platform/database/types.ts'
import { createRounds, inLanes, type Rounds } from '../../platform/durable/rounds.ts'
import type { DurableEngine } from '../../platform/durable/types.ts'
import { claimWishes } from './run-control.store.ts'

interface CancelRelayDeps {
  system: SystemScope
  engine: DurableEngine
  log: Logger
}

const EVERY_MS = 1_000
const CLAIM = 200
const AT_ONCE = 10

export type CancelRelay = Rounds

/** Carries wishes to stop from the database to the engine; each is repeated until its run is over. */
export function createCancelRelay({ system, engine, log }: CancelRelayDeps): CancelRelay {
  return createRounds({
    everyMs: EVERY_MS,
    async round() {
      const wishes = await system.tx((tx) => claimWishes(tx, CLAIM))
      const starts = wishes.flatMap(({ start_id }) => (start_id === null ? [] : [start_id]))
      // An engine that does not know the run yet, or is away, is asked again when the wish is due again.
      await inLanes(starts, AT_ONCE, (key) =>
        engine
          .cancel(key)
          .catch((error: unknown) => log.debug({ err: error }, 'a wish to stop is asked again')),
      )
      return wishes.length === CLAIM
    },
    failed: (error) => log.debug({ err: error }, 'wishes to stop are asked again'),
  })
}

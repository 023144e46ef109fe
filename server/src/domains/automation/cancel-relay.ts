import type { Logger } from 'pino'
import type { SystemScope } from '../../platform/database/types.ts'
import type { DurableEngine } from '../../platform/durable/types.ts'
import { claimWishes } from './run-control.store.ts'

export interface CancelRelayDeps {
  system: SystemScope
  engine: DurableEngine
  log: Logger
}

/** Carries wishes to stop from the database to the engine; each is repeated until its run is over. */
export interface CancelRelay {
  /** Looks at once: a wish was just kept. Settles when the engine was asked; a failure is left to the repeating. */
  poke(): Promise<void>
  /** Begins to repeat in this process, until closed. */
  watch(): void
  close(): Promise<void>
}

const EVERY_MS = 1_000
const CLAIM = 200
const AT_ONCE = 10

export function createCancelRelay(deps: CancelRelayDeps): CancelRelay {
  let timer: NodeJS.Timeout | undefined
  let turn: Promise<void> = Promise.resolve()
  let busy = false
  let again = false
  const round = async (): Promise<void> => {
    do {
      again = false
      const wishes = await deps.system.tx((tx) => claimWishes(tx, CLAIM))
      const starts = wishes.flatMap(({ start_id }) => (start_id === null ? [] : [start_id]))
      await askAll(deps, starts)
      if (wishes.length === CLAIM) again = true
    } while (again)
  }
  const poke = (): Promise<void> => {
    again = true
    if (busy) return turn
    busy = true
    turn = round()
      .catch((error: unknown) => deps.log.debug({ err: error }, 'wishes to stop are asked again'))
      .finally(() => {
        busy = false
      })
    return turn
  }
  return {
    poke,
    watch() {
      timer ??= setInterval(() => void poke(), EVERY_MS)
      timer.unref()
      void poke()
    },
    async close() {
      clearInterval(timer)
      timer = undefined
      await turn
    },
  }
}

async function askAll({ engine, log }: CancelRelayDeps, starts: readonly string[]): Promise<void> {
  const waiting = [...starts]
  const lane = async (): Promise<void> => {
    for (let key = waiting.shift(); key !== undefined; key = waiting.shift()) {
      // An engine that does not know the run yet, or is away, is asked again when the wish is due again.
      await engine
        .cancel(key)
        .catch((error: unknown) => log.debug({ err: error }, 'a wish to stop is asked again'))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
}

import type { Logger } from 'pino'
import type { SystemScope } from '../../../platform/database/types.ts'
import type { DurableEngine } from '../../../platform/durable/types.ts'
import { inLanes } from '../../../platform/scheduling/in-lanes.ts'
import { createWorkLoop, type WorkLoop } from '../../../platform/scheduling/work-loop.ts'
import { claimAnswers, repeatAnswers } from './waits.store.ts'

export interface AnswerRelayDeps {
  system: SystemScope
  engine: DurableEngine
  log: Logger
}

const EVERY_MS = 1_000
const CLAIM = 200
const CONCURRENCY = 10

export type AnswerRelay = WorkLoop

/** Wakes runs whose question was answered, each again until its history holds the answer, which it reads itself. */
export function createAnswerRelay({ system, engine, log }: AnswerRelayDeps): AnswerRelay {
  let mustRepeat = false
  const loop = createWorkLoop({
    name: 'answers',
    everyMs: EVERY_MS,
    async look() {
      if (mustRepeat) {
        await system.tx(repeatAnswers)
        mustRepeat = false
      }
      const due = await system.tx((tx) => claimAnswers(tx, CLAIM))
      // A key that the engine has forgotten is replaced when its question is put again, which finds the answer.
      await inLanes(due, CONCURRENCY, (key) =>
        engine
          .wake(key)
          .catch((error: unknown) => log.debug({ err: error }, 'failed to wake waiting runs; retrying')),
      )
      return due.length === CLAIM
    },
    log,
  })
  return {
    wake: () => loop.wake(),
    run: () => loop.run(),
    stop: () => loop.stop(),
    start() {
      mustRepeat = true
      loop.start()
    },
  }
}

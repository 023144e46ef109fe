import type { Logger } from 'pino'
import type { SystemScope } from '../../../platform/database/types.ts'
import { createRounds, inLanes, type Rounds } from '../../../platform/durable/rounds.ts'
import type { DurableEngine } from '../../../platform/durable/types.ts'
import { claimAnswers, repeatAnswers } from './waits.store.ts'

export interface AnswerRelayDeps {
  system: SystemScope
  engine: DurableEngine
  log: Logger
}

const EVERY_MS = 1_000
const CLAIM = 200
const AT_ONCE = 10

export type AnswerRelay = Rounds

/** Wakes runs whose question was answered, each again until its history holds the answer, which it reads itself. */
export function createAnswerRelay({ system, engine, log }: AnswerRelayDeps): AnswerRelay {
  let repeated = false
  return createRounds({
    everyMs: EVERY_MS,
    async round(isWatching) {
      if (isWatching && !repeated) {
        await system.tx(repeatAnswers)
        repeated = true
      }
      const due = await system.tx((tx) => claimAnswers(tx, CLAIM))
      // A key that the engine has forgotten is replaced when its question is put again, which finds the answer.
      await inLanes(due, AT_ONCE, (key) =>
        engine.wake(key).catch((error: unknown) => log.debug({ err: error }, 'a run is woken again')),
      )
      return due.length === CLAIM
    },
    failed: (error) => log.debug({ err: error }, 'answers are brought again'),
  })
}

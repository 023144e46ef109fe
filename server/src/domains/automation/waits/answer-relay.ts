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

/** Carries answers from the database to the engine; each is repeated until the history of its run holds it. */
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
      await inLanes(due, AT_ONCE, (one) =>
        engine
          .answer(one.engine_key, { at: one.answered_at.getTime(), outcome: one.answer })
          .catch((error: unknown) => log.debug({ err: error }, 'an answer is brought again')),
      )
      return due.length === CLAIM
    },
    failed: (error) => log.debug({ err: error }, 'answers are brought again'),
  })
}

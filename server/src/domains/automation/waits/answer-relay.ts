import type { Logger } from 'pino'
import type { SystemScope } from '../../../platform/database/types.ts'
import type { DurableEngine } from '../../../platform/durable/types.ts'
import { claimAnswers, type DueAnswer, repeatAnswers } from './waits.store.ts'

export interface AnswerRelayDeps {
  system: SystemScope
  engine: DurableEngine
  log: Logger
}

/** Carries answers from the database to the engine; each is repeated until the history of its run holds it. */
export interface AnswerRelay {
  /** Looks at once: an answer was just kept. A failure is left to the repeating. */
  poke(): Promise<void>
  /** Begins to repeat in this process, until closed. */
  watch(): void
  close(): Promise<void>
}

const EVERY_MS = 1_000
const CLAIM = 200
const AT_ONCE = 10

export function createAnswerRelay(deps: AnswerRelayDeps): AnswerRelay {
  let timer: NodeJS.Timeout | undefined
  let turn: Promise<void> = Promise.resolve()
  let busy = false
  let again = false
  let repeated = false
  const round = async (): Promise<void> => {
    do {
      again = false
      const due = await deps.system.tx((tx) => claimAnswers(tx, CLAIM))
      await bringAll(deps, due)
      if (due.length === CLAIM) again = true
    } while (again)
  }
  const start = async (): Promise<void> => {
    if (timer !== undefined && !repeated) {
      await deps.system.tx(repeatAnswers)
      repeated = true
    }
    await round()
  }
  const poke = (): Promise<void> => {
    again = true
    if (busy) return turn
    busy = true
    turn = start()
      .catch((error: unknown) => deps.log.debug({ err: error }, 'answers are brought again'))
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

async function bringAll({ engine, log }: AnswerRelayDeps, due: readonly DueAnswer[]): Promise<void> {
  const waiting = [...due]
  const lane = async (): Promise<void> => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
      const answer = { at: one.answered_at.getTime(), outcome: one.answer }
      // A key that the engine has forgotten is replaced when its question is put again, which finds the answer.
      await engine
        .answer(one.engine_key, answer)
        .catch((error: unknown) => log.debug({ err: error }, 'an answer is brought again'))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
}

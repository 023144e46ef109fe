import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import type { TenantTx } from '../../../platform/database/types.ts'
import type { EffectContext, EffectOutcome } from '../effects/effects.ts'

/** The wait that a question belongs to: its answer goes to this wait of this run only. */
export interface WaitingContext extends EffectContext {
  runId: string
  /** Id of the question's row (`run_wait`); the same on every repetition. */
  waitId: string
  /** Path of the step. */
  path: string
}

/**
 * An action that puts a question and waits for its one answer. `open` is repeated after a crash with the same
 * `waitId` and must then find what it wrote; its output is shown while the step waits. It may throw; what it throws
 * fails the step. The answer comes by `answerWait`.
 */
export interface WaitingAction {
  internal: true
  open(input: JsonObject, context: WaitingContext): Promise<EffectOutcome>
  /** The question is of no more interest: the run ended, the step timed out. In the transaction that closes the wait. */
  closed?(tx: TenantTx, wait: { waitId: string; reason: string }): Promise<void>
  masked?(input: JsonValue): JsonValue
}

export type WaitingActions = ReadonlyMap<string, WaitingAction>

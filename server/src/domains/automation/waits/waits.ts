// Steps that wait for an answer: the question, its answer, and the record events that give one.
import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { Command, StepError } from '@caseloom/playbook/run-types'
import type { Logger } from 'pino'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import type { ValueStore } from '../../../platform/files/values.ts'
import { type EffectOutcome, patiently, performEffect } from '../effects/effects.ts'
import type { TouchedRecord } from '../gate/touched.rules.ts'
import type { WaitingActions } from './waiting-actions.ts'
import type { Outcome } from '../run-model/run-entry.ts'
import type { AnswerRelay } from './answer-relay.ts'
import {
  type Closing,
  closeWaits,
  hearAnswer,
  keepAnswer,
  registerWait,
  settleAnswers,
  waitState,
  type Woken,
} from './waits.store.ts'

/** What a waiting step receives. */
export type WaitAnswer =
  | { ok: true; output: JsonValue; touched?: readonly TouchedRecord[] }
  /** An output already in the value store, as the member `output`. */
  | { ok: true; ref: string; size: number; beside: { runId: string; state: string } }
  | { ok: false; error: StepError }

/** Answers a wait in the caller's transaction; false when it is not open any more, and then nothing was written. */
export type AnswerWait = (tx: TenantTx, waitId: string, answer: WaitAnswer) => Promise<boolean>

export type ListenCommand = Extract<Command, { kind: 'listen' }>

/** The question of which run, and on whose behalf. */
export interface Asking {
  scope: TenantScope
  runId: string
  actor(): Promise<Actor>
  signal: AbortSignal
  /** What the run was handed so far. */
  touched?(): readonly TouchedRecord[]
}

/** How an opening ended; with `answer` the question was answered before and is not put again. */
export interface Opening {
  outcome: EffectOutcome
  answer: { at: number; outcome: Outcome } | null
}

/** Questions that runs put outside and the one answer to each. */
export interface Waits {
  /** Keeps the wait and puts its question; repeated after a crash it finds what it did. Never throws but for an absent database. */
  open(asking: Asking, command: ListenCommand, engineKey: string): Promise<Opening>
  answer: AnswerWait
  /** The stored answer to a run's question; null when there is none, and then the next wake uses `engineKey`. */
  hear(scope: TenantScope, woken: Woken): Promise<{ at: number; outcome: Outcome } | null>
  /** Closes waits in the transaction that voids them and notifies the people who were asked. */
  close(tx: TenantTx, closings: readonly Closing[]): Promise<void>
  /** History has recorded these answers. */
  heard(tx: TenantTx, answers: readonly { runId: string; commandId: string }[]): Promise<void>
}

export interface WaitsDeps {
  listens: WaitingActions
  values: ValueStore
  answers: AnswerRelay
  log: Logger
}

/** Outputs above this many characters go to the value store; the wait holds their reference. */
const INLINE_ANSWER = 256 * 1024

export function createWaits(deps: WaitsDeps): Waits {
  return {
    open: (asking, command, engineKey) => open(deps, asking, command, engineKey),
    async answer(tx, waitId, answer) {
      const isSaved = await keepAnswer(tx, waitId, await stored(deps, tx, answer))
      if (isSaved) tx.afterCommit(() => void deps.answers.run())
      return isSaved
    },
    hear: (scope, woken) => scope.tx((tx) => hearAnswer(tx, woken)),
    async close(tx, closings) {
      for (const { id, action, reason } of await closeWaits(tx, closings))
        await deps.listens.get(action)?.closed?.(tx, { waitId: id, reason })
    },
    heard: settleAnswers,
  }
}

async function open(
  deps: WaitsDeps,
  asking: Asking,
  command: ListenCommand,
  engineKey: string,
): Promise<Opening> {
  const { scope, runId, signal, touched } = asking
  const { id: commandId, path, action } = command
  const listen = deps.listens.get(action)
  if (listen === undefined) {
    const message = `Unknown action "${action}" in this installation`
    return { outcome: failed('step.unknown_action', message), answer: null }
  }
  const here = { runs: () => [runId], step: path }
  const wait = await patiently(
    signal,
    () => scope.tx((tx) => registerWait(tx, { runId, commandId, path, action, engineKey })),
    here,
  )
  if (wait.answer !== null) return { outcome: { ok: true, output: null }, answer: wait.answer }
  if (wait.state === 'closed')
    return { outcome: failed('wait.closed', 'The request was withdrawn'), answer: null }
  const { idempotencyKey, timeoutMs } = command
  const outcome = await performEffect(
    {
      log: deps.log,
      actions: new Map([
        [
          action,
          {
            perform: (input, context) => listen.open(input, { ...context, runId, waitId: wait.id, path }),
          },
        ],
      ]),
    },
    { ...command, kind: 'effect' },
    {
      scope,
      actor: asking.actor,
      idempotencyKey,
      timeoutMs,
      signal,
      ...(touched === undefined ? {} : { touched }),
    },
  )
  // Closed while the question was being sent: notify the people who were just asked.
  const closed = async (tx: TenantTx) => {
    if ((await waitState(tx, wait.id)) === 'closed')
      await listen.closed?.(tx, { waitId: wait.id, reason: 'wait.closed' })
  }
  await patiently(signal, () => scope.tx(closed), here)
  return { outcome, answer: null }
}

function failed(code: string, message: string): EffectOutcome {
  return { ok: false, error: { code, message, retryable: false } }
}

async function stored(deps: WaitsDeps, tx: TenantTx, answer: WaitAnswer): Promise<Outcome> {
  if (!answer.ok) return { ok: false, error: { ...answer.error } }
  if ('ref' in answer) return answer
  const touched = answer.touched === undefined ? {} : { touched: answer.touched.map(storedTouch) }
  const text = JSON.stringify(answer.output)
  if (text.length <= INLINE_ANSWER) return { ok: true, output: answer.output, ...touched }
  const { sha256: ref, size } = await deps.values.put(tx, Buffer.from(text), 'application/json')
  return { ok: true, ref, size, ...touched }
}

function storedTouch({ withheld, ...one }: TouchedRecord) {
  return { ...one, ...(withheld === undefined ? {} : { withheld: [...withheld] }) }
}

import type { JsonObject, JsonValue } from '@caseloom/contract/json'
import type { Actor } from '@caseloom/contract/permissions'
import type { Command, StepError } from '@caseloom/playbook/run-types'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { TenantScope } from '../../platform/database/types.ts'
import { AppError, isFailure } from '../../platform/errors.ts'
import type { TouchedRecord } from './history.store.ts'

export type EffectCommand = Extract<Command, { kind: 'effect' }>

/** On whose behalf and for which step something is done outside. */
export interface EffectContext {
  scope: TenantScope
  actor: Actor
  /** The same for all attempts of the step: whoever gets it twice must do the thing once. */
  idempotencyKey: string
  timeoutMs: number
  signal: AbortSignal
}

export type EffectOutcome =
  | { ok: true; output: JsonValue; touched?: readonly TouchedRecord[] }
  | { ok: false; error: StepError }

/** An action with an effect. May throw; what it throws becomes the error of the step. */
export interface EffectAction {
  /** True when it only uses our own database: an absence of it is waited for, not a failure of the step. */
  internal: boolean
  perform(input: JsonObject, context: EffectContext): Promise<EffectOutcome>
  /** The input as people may see it: credentials hidden. As it is when absent. */
  masked?(input: JsonValue): JsonValue
}

export type EffectActions = ReadonlyMap<string, EffectAction>

/** Our own database may be away this long before a step gives up. */
const PATIENCE_MS = 10 * 60_000

/** Does the work again while our own database is away; nothing else is repeated. */
export async function patiently<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const until = Date.now() + PATIENCE_MS
  for (let delay = 50; ; delay = Math.min(delay * 2, 2_000)) {
    try {
      return await work()
    } catch (error) {
      if (!isFailure(error, 'dependency.unavailable') || Date.now() > until || signal.aborted) throw error
      await pause(delay)
    }
  }
}

/** Does what a command asks for. Never throws: whatever goes wrong is the outcome of the attempt. */
export async function performEffect(
  deps: { actions: EffectActions; log: Logger },
  command: EffectCommand,
  context: Omit<EffectContext, 'actor'> & { actor(): Promise<Actor> },
): Promise<EffectOutcome> {
  const action = deps.actions.get(command.action)
  if (action === undefined) {
    const message = `There is no action "${command.action}" in this installation`
    return { ok: false, error: { code: 'step.unknown_action', message, retryable: false } }
  }
  try {
    const actor = await patiently(context.signal, () => context.actor())
    const perform = () => withTimeout(action.perform(command.input, { ...context, actor }), command.timeoutMs)
    return await (action.internal ? patiently(context.signal, perform) : perform())
  } catch (error) {
    return { ok: false, error: stepError(deps, error) }
  }
}

async function withTimeout(work: Promise<EffectOutcome>, timeoutMs: number): Promise<EffectOutcome> {
  const { promise, resolve } = Promise.withResolvers<EffectOutcome>()
  const message = `The step took longer than ${timeoutMs / 1000} s`
  const timer = setTimeout(
    () => resolve({ ok: false, error: { code: 'step.timeout', message, retryable: true } }),
    timeoutMs,
  )
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}

function stepError(deps: { log: Logger }, error: unknown): StepError {
  if (error instanceof AppError) {
    const { issues = [] } = error.details
    const faults = issues.map((issue) => `${placeOf(issue.path)}: ${issue.message}`)
    return {
      code: error.code,
      message: faults.length === 0 ? error.message : faults.join('; '),
      retryable: error.status >= 500 || error.status === 429,
      // Issues are JSON by their schema, which leaves room for members of their own.
      ...(issues.length === 0 ? {} : { detail: { issues: JSON.parse(JSON.stringify(issues)) } }),
    }
  }
  deps.log.error({ err: error }, 'a step met a fault of the product')
  return { code: 'internal.error', message: 'Something went wrong on our side', retryable: false }
}

/** Issues name their place in a request; in a playbook the same place stands under the step. */
function placeOf(path: readonly (string | number)[]): string {
  return (path[0] === 'body' ? path.slice(1) : path).join('.')
}

// How a step does something outside the run: the shape of an action, and the one place that performs it.
import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { Command, StepError } from '@caseloom/playbook/run-types'
import type { Logger } from 'pino'
import type { TenantScope } from '../../../platform/database/types.ts'
import { AppError } from '../../../platform/errors.ts'
import { logEvent } from '../../../platform/telemetry/log.ts'
import { patiently as waitForDatabase, type Wait } from '../../../platform/database/patience.ts'
import type { AssetCredentials, AssetOpener } from '../assets/credentials.ts'
import type { TenantSemaphore } from '../../../platform/threads/tenant-semaphore.ts'
import type { TouchedRecord } from '../gate/touched.rules.ts'
import { withoutSecrets } from '@caseloom/connectors/kit/with-credentials'

export type EffectCommand = Extract<Command, { kind: 'effect' }>

/** On whose behalf and for which step something is done outside. */
export interface EffectContext {
  scope: TenantScope
  actor: Actor
  /** The same for all attempts of the step, so that the receiver can drop repetitions. */
  idempotencyKey: string
  timeoutMs: number
  signal: AbortSignal
  /** Of the asset that the step names; absent when it names none. They never leave the step. */
  credentials?: AssetCredentials
  /** What the steps of the run were handed so far; absent outside of runs. */
  touched?(): readonly TouchedRecord[]
}

/** Where steps find what belongs to the tenant: actions of its connectors, its assets. */
export interface TenantActions {
  actionOf(scope: TenantScope, name: string): Promise<EffectAction | null>
  opener: AssetOpener
}

export type EffectOutcome =
  | { ok: true; output: JsonValue; touched?: readonly TouchedRecord[] }
  | { ok: false; error: StepError; touched?: readonly TouchedRecord[] }

/** An action with an effect. May throw; what it throws becomes the error of the step. */
export interface EffectAction {
  perform(input: JsonObject, context: EffectContext): Promise<EffectOutcome>
  /** The input as people may see it: credentials hidden. As it is when absent. */
  masked?(input: JsonValue): JsonValue
  /** What an error of this action may quote; nothing when absent. */
  quoted?(
    input: JsonObject,
    context: Pick<EffectContext, 'scope' | 'actor'>,
    error: AppError,
  ): Promise<readonly TouchedRecord[]>
}

export type EffectActions = ReadonlyMap<string, EffectAction>

/** Does the work again while our own database can't do it; nothing else is repeated. */
export function patiently<T>(
  signal: AbortSignal,
  work: () => Promise<T>,
  at: Partial<Pick<Wait, 'runs' | 'step'>> = {},
): Promise<T> {
  return waitForDatabase(work, { signal, what: 'step', ...at })
}

/** The run that a key of idempotency belongs to: the key begins with its id. */
export function placeOfKey(key: string, step: string): Pick<Wait, 'runs' | 'step'> {
  return { runs: () => [key.slice(0, key.indexOf('/'))], step }
}

export interface PerformDeps {
  actions: EffectActions
  /** Absent where there are no connectors, as in tests of other things. */
  connectors?: TenantActions
  /** Absent where one thing is done at a time. */
  turns?: TenantSemaphore
  log: Logger
}

/** Does what a command asks for. Never throws: whatever goes wrong is the outcome of the attempt. */
export async function performEffect(
  deps: PerformDeps,
  command: EffectCommand,
  context: Omit<EffectContext, 'actor' | 'credentials'> & { actor(): Promise<Actor> },
): Promise<EffectOutcome> {
  const giveBack = await deps.turns?.take(context.scope.tenantId, context.signal)
  const { signal, idempotencyKey: what } = context
  const waits = (reason: string) => logEvent(deps.log, 'step.waiting', { step: what, reason })
  const when = { signal, what, waits, ...placeOfKey(what, command.path) }
  try {
    const action = await waitForDatabase(() => findAction(deps, context.scope, command.action), when)
    if (action === null) {
      const message = `Unknown action "${command.action}" in this installation`
      return { ok: false, error: { code: 'step.unknown_action', message, retryable: false } }
    }
    const actor = await waitForDatabase(() => context.actor(), when)
    const work = () => withAsset(deps, command, { ...context, actor }, action)
    const perform = () => withTimeout(quoting(work, { action, command, actor }, context), command.timeoutMs)
    // Steps that reach outside need our database only before they do (an asset, the tenant's switches), so that its
    // absence is waited for too: nothing has been called by then.
    return await waitForDatabase(perform, when)
  } catch (error) {
    return { ok: false, error: stepError(deps, error) }
  } finally {
    giveBack?.()
  }
}

async function findAction(deps: PerformDeps, scope: TenantScope, name: string): Promise<EffectAction | null> {
  return deps.actions.get(name) ?? (await deps.connectors?.actionOf(scope, name)) ?? null
}

/** Opens the asset of the step for this attempt; a refused access token is renewed once. */
async function withAsset(
  { connectors }: PerformDeps,
  { asset, input }: EffectCommand,
  context: EffectContext,
  action: EffectAction,
): Promise<EffectOutcome> {
  if (asset === undefined || connectors === undefined) return action.perform(input, context)
  const { scope, actor } = context
  for (let attempt = 0; ; attempt += 1) {
    const opened = await connectors.opener.forStep(scope, actor, asset)
    if (!opened.ok) return opened
    const { credentials } = opened
    const outcome = await action.perform(input, { ...context, credentials })
    const isRefused = !outcome.ok && outcome.error.code === 'http.status' && statusOf(outcome.error) === 401
    if (isRefused && attempt === 0 && (await connectors.opener.tokenRefused(scope, asset))) continue
    // Whatever the action is, the secrets of its asset stay here.
    const { touched } = outcome
    const clean = withoutSecrets(outcome, credentials)
    return touched === undefined ? clean : { ...clean, touched }
  }
}

/** Errors of our own database quote what is in it: they come with what they may quote. */
async function quoting(
  work: () => Promise<EffectOutcome>,
  { action, command, actor }: { action: EffectAction; command: EffectCommand; actor: Actor },
  { scope }: Pick<EffectContext, 'scope'>,
): Promise<EffectOutcome> {
  try {
    return await work()
  } catch (error) {
    const isOurs = error instanceof AppError && error.status < 500 && action.quoted !== undefined
    if (!isOurs) throw error
    const touched = await action.quoted?.(command.input, { scope, actor }, error)
    return { ok: false, error: errorOfApp(error), ...(touched === undefined ? {} : { touched }) }
  }
}

function statusOf({ detail }: StepError): JsonValue | undefined {
  return typeof detail === 'object' && detail !== null && !Array.isArray(detail)
    ? detail['status']
    : undefined
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
  if (error instanceof AppError) return errorOfApp(error)
  deps.log.error({ err: error }, 'step failed with an internal error')
  return { code: 'internal.error', message: 'Something went wrong on our side', retryable: false }
}

function errorOfApp(error: AppError): StepError {
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

/** Turns an issue's path in a request into its path below the step. */
function placeOf(path: readonly (string | number)[]): string {
  return (path[0] === 'body' ? path.slice(1) : path).join('.')
}

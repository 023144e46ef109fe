import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { z } from 'zod'
import type { Credentials } from './credentials.ts'
import type { HttpTransport } from './transport.ts'

/** What a connector may write down; the host adds run and step. Facts hold no secrets. */
export interface ActionLog {
  debug(facts: object, message: string): void
  warn(facts: object, message: string): void
}

/** All that an action may touch: no database, no other domain. */
export interface ActionContext {
  http: HttpTransport
  /** Of the asset that the step names; absent when it names none. */
  credentials?: Credentials
  /** The same for all attempts of one step. The receiver must act only once per key. */
  idempotencyKey: string
  /** Aborted when the step is cancelled. */
  signal: AbortSignal
  /** Milliseconds that the step may take. */
  timeoutMs: number
  log: ActionLog
}

/** Why an action failed; `retryAfterMs` is a pause that the other side asked for. */
export interface ActionError {
  code: string
  message: string
  retryable: boolean
  retryAfterMs?: number
  detail?: JsonValue
}

export type ActionResult = { ok: true; output: JsonValue } | { ok: false; error: ActionError }

/** One thing that a connector can do, as a step of a playbook. */
export interface Action<Input extends z.ZodType = z.ZodType> {
  /** `<connector>.<verb>`, for example `http.request`. */
  id: string
  title: string
  input: Input
  run(input: z.output<Input>, context: ActionContext): Promise<ActionResult>
  /** The input as history may keep and show it: credentials masked. */
  masked(input: JsonValue): JsonValue
}

/** An action as the host holds it: input still unparsed. */
export interface AnyAction {
  id: string
  title: string
  input: z.ZodType
  /** Parses the input and acts. Never throws: a fault of the connector is an error of the step. */
  perform(input: unknown, context: ActionContext): Promise<ActionResult>
  masked(input: JsonValue): JsonValue
}

/** Declares an action; its input is parsed before `run` sees it. */
export function action<Input extends z.ZodType>(definition: Action<Input>): AnyAction {
  return {
    id: definition.id,
    title: definition.title,
    input: definition.input,
    masked: (input) => definition.masked(input),
    async perform(input, context) {
      const parsed = definition.input.safeParse(input)
      if (!parsed.success) return invalidInput(parsed.error)
      try {
        return await definition.run(parsed.data, context)
      } catch (error) {
        context.log.warn({ err: error, action: definition.id }, 'action failed with an internal error')
        return failed('connector.broken', `The action ${definition.id} failed with an internal error`, {
          retryable: false,
        })
      }
    },
  }
}

/** A failure as a value. */
export function failed(
  code: string,
  message: string,
  more: { retryable: boolean; retryAfterMs?: number; detail?: JsonValue },
): ActionResult {
  return { ok: false, error: { code, message, ...more } }
}

function invalidInput(error: z.ZodError): ActionResult {
  const issues = error.issues.map(({ path, code, message }) => ({
    path: path.map((part) => (typeof part === 'number' ? part : String(part))),
    code: code ?? 'custom',
    message,
  }))
  const texts = issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
  return failed('input.invalid', texts.join('; '), { retryable: false, detail: { issues } })
}

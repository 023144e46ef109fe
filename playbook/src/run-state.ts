import type { JsonValue } from '@caseloom/contract/kernel/json'
import { ExpressionError } from './expression-error.ts'
import type { RunContext, StepError } from './run-types.ts'

type StepScope = { state: string; output?: JsonValue; error?: JsonValue }

/** What expressions see; `steps` grows with the run, values are shared and never copied. */
export type Scope = {
  trigger: JsonValue
  inputs: JsonValue
  steps: { [key: string]: StepScope }
  vars: JsonValue
  run: JsonValue
  tenant: JsonValue
  /** Of loops. */
  item?: JsonValue
  index?: JsonValue
  /** Of `catch` and `onError`. */
  error?: JsonValue
  /** Of compensations: what the step that is undone gave. */
  output?: JsonValue
}

/** The roots of expressions at the start of a run. */
export function createScope(context: RunContext): Scope {
  const { run, trigger, inputs = {}, vars = {}, tenant = {} } = context
  const startedAt = new Date(run.startedAt).toISOString()
  return { trigger, inputs, steps: {}, vars, run: { id: run.id, startedAt }, tenant }
}

/** The roots inside a block: what the steps around it gave, and roots of its own; its steps are not seen outside. */
export function innerScope(outer: Scope, roots: Pick<Scope, 'item' | 'index' | 'error' | 'output'>): Scope {
  return { ...outer, steps: { ...outer.steps }, ...roots }
}

/** A step error made of whatever an evaluation threw; anything but an expression's fault is thrown on. */
export function errorOf(thrown: unknown): StepError {
  if (!(thrown instanceof ExpressionError)) throw thrown
  const place = thrown.place?.length ? thrown.place.join('.') : undefined
  const detail: { [key: string]: JsonValue } = {}
  if (place !== undefined) detail.place = place
  if (thrown.source !== undefined) detail.expression = thrown.source.trim().slice(0, 500)
  if (thrown.position !== undefined) detail.position = thrown.position
  return {
    code: thrown.code,
    message: place === undefined ? thrown.message : `${place}: ${thrown.message}`,
    retryable: false,
    ...(Object.keys(detail).length > 0 ? { detail } : {}),
  }
}

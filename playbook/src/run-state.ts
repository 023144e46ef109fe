import type { JsonValue } from '@caseloom/contract/json'
import { ExpressionError } from './expression-error.ts'
import type { Arrivals } from './join.ts'
import type { PlannedStep } from './plan.ts'
import type { RunContext, StepError, StepState } from './run-types.ts'
import type { Input } from './step-input.ts'

/** What is known of one step of a run. */
export type Progress = {
  state: 'idle' | StepState
  attempt: number
  arrivals: Arrivals
  input: Input | undefined
  inputHash: string | undefined
  /** The error of the last attempt while a retry is pending. */
  lastError: StepError | undefined
  /** The condition of an incoming edge that could not be evaluated. */
  broken: StepError | undefined
  /** Whether an edge for failure goes on from this failed step. */
  handled: boolean
}

/** The progress of a step that has not begun. */
export function startProgress(planned: PlannedStep): Progress {
  return {
    state: 'idle',
    attempt: 0,
    arrivals: { total: planned.incoming.length, resolved: 0, held: 0, broken: false },
    input: undefined,
    inputHash: undefined,
    lastError: undefined,
    broken: undefined,
    handled: false,
  }
}

const OVER: ReadonlySet<string> = new Set(['succeeded', 'failed', 'skipped', 'cancelled'])

/** Whether nothing more can happen to a step. */
export function isOver(state: Progress['state']): boolean {
  return OVER.has(state)
}

type StepScope = { state: string; output?: JsonValue; error?: JsonValue }

/** What expressions see; `steps` grows with the run, values are shared and never copied. */
export type Scope = {
  trigger: JsonValue
  inputs: JsonValue
  steps: { [key: string]: StepScope }
  vars: JsonValue
  run: JsonValue
  tenant: JsonValue
}

/** The roots of expressions at the start of a run. */
export function createScope(context: RunContext): Scope {
  const { run, trigger, inputs = {}, vars = {}, tenant = {} } = context
  const startedAt = new Date(run.startedAt).toISOString()
  return { trigger, inputs, steps: {}, vars, run: { id: run.id, startedAt }, tenant }
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

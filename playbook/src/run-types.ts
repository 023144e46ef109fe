import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { SpecCatalog } from './actions.ts'
import type { Limits } from './budget.ts'

/** Number of the interpreter's rules; a change that could alter a decision of a stored run gets a new one. */
export const SEMANTICS = 2

/** Why a step or a run failed; `retryAfterMs` is a pause that the other side asked for. */
export type StepError = {
  code: string
  message: string
  retryable?: boolean
  retryAfterMs?: number
  detail?: JsonValue
}

/** What a run is given at its start. All times are milliseconds since 1970. */
export type RunContext = {
  run: { id: string; startedAt: number; group?: number }
  /** What the trigger received, as stored with the run. */
  trigger: JsonValue
  inputs?: JsonValue
  tenant?: JsonValue
  vars?: JsonValue
  /** Default: the built-in actions. */
  catalog?: SpecCatalog
  limits?: Limits
  /** Called between pieces of long evaluations, so that the host can serve others; it must not change anything. */
  breathe?: () => Promise<void>
  /** Paths of steps whose changes are reported even where others are omitted: pure steps inside loops. */
  watch?: (path: string) => boolean
  /** Called with each edge that holds: the keys of its steps, and its place among the edges into the second. */
  took?: (edge: { from: string; to: string; index: number }) => void
}

export type EffectResult =
  | { ok: true; output: JsonValue; at: number }
  | { ok: false; error: StepError; at: number }

/**
 * What happened outside: the result of an effect, a sleep that has ended, a question that was put (or could not be),
 * the answer to it, a wish to cancel. An `opened` that failed is the end of the step; an answer may come immediately after it.
 */
export type RunEvent =
  | { kind: 'effect'; id: string; result: EffectResult }
  | { kind: 'timer'; id: string; at: number }
  | { kind: 'opened'; id: string; result: EffectResult }
  | { kind: 'answer'; id: string; result: EffectResult }
  | { kind: 'cancel'; at: number }

/** What a step does outside, or asks there. */
type Outside = {
  /** `<path>~<attempt>` */
  id: string
  path: string
  attempt: number
  action: string
  /** Key of the asset that the step names. */
  asset?: string
  input: { [key: string]: JsonValue }
  inputHash: string
  /** Of doing it, or of putting the question: not of waiting for the answer. */
  timeoutMs: number
  /** `<run id>/<path>~<group>`: the same for all attempts. */
  idempotencyKey: string
}

/** What the host must do next; its outcome comes back as an event with the same id. */
export type Command =
  | ({ kind: 'effect' } & Outside)
  /** Puts a question outside (an approval, a form, a component's run, an event) and waits for its one answer. */
  | ({ kind: 'listen' } & Outside)
  /** A question that was put is of no more interest (timeout, lost race): its recipients can be notified. */
  | { kind: 'close'; id: string; path: string; reason: string }
  | { kind: 'sleep'; id: string; path: string; reason: 'retry' | 'wait'; until: number }

export type StepState =
  | 'queued'
  | 'running'
  | 'waiting'
  | 'retrying'
  | 'succeeded'
  | 'failed'
  | 'skipped'
  | 'cancelled'

/**
 * A new state of a step. Values are shared with the run and must not be changed. Inside loops pure steps are left out,
 * for a replay that watches their path gives them again; so are steps that were skipped there.
 */
export type StepChange = {
  path: string
  key: string
  action: string
  pure: boolean
  state: StepState
  attempt: number
  input?: JsonValue
  output?: JsonValue
  error?: StepError
  /** Of a loop: how many turns it has, and when it has ended how many are done and which failed. */
  turns?: Turns
  at: number
}

/** `failedAt` holds the first 100 indexes. */
export type Turns = { total: number; done: number; failed: number; failedAt: number[] }

export type RunEnd = {
  state: 'succeeded' | 'failed' | 'cancelled'
  output?: JsonValue
  error?: StepError
}

/**
 * What follows from the events of one call, in order; a command whose result was among these events is
 * listed too. `end` stays once the run has ended.
 */
export type Advance = { commands: Command[]; steps: StepChange[]; end?: RunEnd }

import type { Budget } from './budget.ts'
import { randomOf } from './random.ts'

/** What an evaluation is bound to; the same values give the same result. */
export type EvaluationState = {
  budget: Budget
  /** `$now()` and `$millis()`, milliseconds since 1970. */
  now: number
  random: () => number
  /** Lists of the input that JSONata may mark by a push while it groups an empty list. */
  suspects: unknown[][]
  /** How often the key of each group was evaluated. */
  groups: Map<object, number>
  /** Set at the end: whatever still runs must stop. */
  over: boolean
  /** Nodes entered so far. */
  ticks: number
  breathe: (() => Promise<void>) | undefined
}

/** What JSONata gives a function as `this`. */
export type Focus = {
  environment: { base: { caseloom?: EvaluationState } }
  createSequence: (...items: unknown[]) => unknown[]
}
/** A function as JSONata calls it. */
export type Native = (this: Focus, ...args: never[]) => unknown
/** The state that the guard has put on the evaluation's root frame. */
export function stateOf(environment: Focus['environment']): EvaluationState {
  const state = environment.base.caseloom
  if (!state) throw new Error('An expression was evaluated without a guard')
  return state
}

type Given = { budget: Budget; now: number; seed: string; breathe?: (() => Promise<void>) | undefined }

/** The state of one evaluation. */
export function createState({ budget, now, seed, breathe }: Given, salt: string): EvaluationState {
  return {
    budget,
    now,
    random: randomOf(`${seed}${salt}`),
    suspects: [],
    groups: new Map(),
    over: false,
    ticks: 0,
    breathe,
  }
}

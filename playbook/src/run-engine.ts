import type { JsonValue } from '@caseloom/contract/kernel/json'
import { createBudget } from './budget.ts'
import type { Bindings } from './jsonata-guard.ts'
import type { PlannedList, PlannedStep } from './plan.ts'
import { Queue } from './queue.ts'
import { type Failure, Frame, type FramePlace, type StepNode } from './run-frame.ts'
import type { Scope } from './run-state.ts'
import type { Advance, Command, RunContext, RunEnd, StepChange, StepError } from './run-types.ts'

/** What an open command waits for. `answer`: a question that was put; `deadline`: how long it waits. */
export type OpenKind = 'effect' | 'retry' | 'wait' | 'opening' | 'answer' | 'deadline' | 'pause'

/** A step that succeeded and says how it is undone, with what its compensation may read. */
type Undo = { planned: PlannedStep; prefix: string; scope: Scope; output: JsonValue }

/** How a `flow.stop` wants the run to end. */
export type Stop = { path: string; state: RunEnd['state']; message?: string; output?: JsonValue }

const STARTS_PER_BREATH = 256

/** State that all parts of a run share: open commands, frames to advance, and news to report. */
export class RunEngine {
  readonly context: RunContext
  /** The time of the last event. */
  clock: number
  /** Commands that are out, by id. */
  readonly open = new Map<string, { node: StepNode; kind: OpenKind }>()
  /** Steps that have ended and whose edges are not resolved yet. */
  readonly settled = new Queue<StepNode>()
  /** Frames that may be over. */
  readonly noticed = new Queue<Frame>()
  /** Steps that may run, in the order in which they became so. */
  readonly ready = new Queue<StepNode>()
  /** Compensations in the order of the steps' ends. */
  readonly undo: Undo[] = []
  /** Branches that lost a race: no one waits for them but the end of the run. */
  readonly draining = new Set<Frame>()
  stop: Stop | undefined
  /** A `finally` runs though its block was stopped. */
  cleaning = false
  #starts = 0
  #commands: Command[] = []
  #changes: StepChange[] = []

  constructor(context: RunContext) {
    this.context = context
    this.clock = context.run.startedAt
  }

  // Workers' clocks differ a little; time in a run never goes back.
  tick(at: number): void {
    this.clock = Math.max(this.clock, at)
  }

  /** Begins a pass through a list of steps. */
  enter(list: PlannedList, place: FramePlace): Frame {
    const frame = new Frame(list, place)
    for (const node of frame.nodes) if (node.arrivals.total === 0) this.ready.push(node)
    this.notice(frame)
    return frame
  }

  notice(frame: Frame): void {
    if (frame.noticed || frame.over) return
    frame.noticed = true
    this.noticed.push(frame)
  }

  /** Sends a command out for a step. */
  send(command: Command & { kind: 'effect' | 'listen' | 'sleep' }, node: StepNode, kind: OpenKind): void {
    this.open.set(command.id, { node, kind })
    node.open.add(command.id)
    if (kind === 'effect') node.frame.busy += 1
    this.#commands.push(command)
  }

  /** A command is of no more interest; a question that was put is closed. */
  drop(id: string, reason: string): void {
    const open = this.open.get(id)
    if (!open) return
    const { node, kind } = open
    this.open.delete(id)
    node.open.delete(id)
    if (kind === 'effect') node.frame.busy -= 1
    if (kind === 'answer' || kind === 'opening')
      this.#commands.push({ kind: 'close', id, path: node.path, reason })
  }

  /** The outcome of a command has come. */
  received(id: string): void {
    const open = this.open.get(id)
    if (!open) return
    this.open.delete(id)
    open.node.open.delete(id)
    if (open.kind === 'effect') open.node.frame.busy -= 1
    this.notice(open.node.frame)
  }

  take(end: RunEnd | undefined): Advance {
    const advance = { commands: this.#commands, steps: this.#changes }
    this.#commands = []
    this.#changes = []
    return end ? { ...advance, end } : advance
  }

  succeed(node: StepNode, output: JsonValue, more: Partial<StepChange> = {}): void {
    const { frame, planned, input } = node
    node.output = output
    frame.scope.steps[planned.step.key] = { state: 'succeeded', output }
    if (planned.undo)
      this.undo.push({ planned: planned.undo, prefix: frame.prefix, scope: frame.scope, output })
    this.over(node, 'succeeded', input === undefined ? { output, ...more } : { input, output, ...more })
  }

  fail(node: StepNode, error: StepError, more: Partial<StepChange> = {}): void {
    const { frame, planned, input } = node
    node.error = error
    frame.scope.steps[planned.step.key] = {
      state: 'failed',
      error: { code: error.code, message: error.message, detail: error.detail ?? null },
    }
    this.over(node, 'failed', input === undefined ? { error, ...more } : { input, error, ...more })
  }

  over(
    node: StepNode,
    state: 'succeeded' | 'failed' | 'skipped' | 'cancelled',
    more: Partial<StepChange>,
  ): void {
    if (state === 'skipped') node.frame.scope.steps[node.planned.step.key] = { state }
    this.change(node, state, more)
    this.settled.push(node)
  }

  change(node: StepNode, state: StepChange['state'], more: Partial<StepChange>): void {
    node.state = state
    const { path, planned, attempt, frame } = node
    if (frame.quiet && (planned.pure || state === 'skipped') && !this.context.watch?.(path)) return
    const { step, action, spec } = planned
    const pure = spec.kind === 'pure'
    this.#changes.push({ path, key: step.key, action, pure, state, attempt, ...more, at: this.clock })
  }

  bindings(place: string): Bindings {
    const { run, limits, breathe } = this.context
    return { budget: createBudget(limits), now: this.clock, seed: `${run.id}/${place}`, breathe }
  }

  /** Lets the host serve others now and then. */
  breathe(): Promise<void> | undefined {
    this.#starts += 1
    return this.#starts % STARTS_PER_BREATH === 0 ? this.context.breathe?.() : undefined
  }
}

/** The failure that a failed step means for the list that it is in. */
export function failureOf(node: StepNode): Failure {
  const error = node.error ?? { code: 'step.failed', message: 'unknown reason' }
  return node.cause ?? { path: node.path, key: node.planned.step.key, error }
}

/** The error of a run, or of a block, that ends because of a failure inside. */
export function errorAround({ path, error }: Failure): StepError {
  const message = `Step ${path} failed: ${error.message}`
  return { code: error.code, message, retryable: false, detail: { step: path } }
}

/** The root `error` of `catch` and `onError`. */
export function errorRoot({ path, key, error }: Failure): JsonValue {
  const { code, message, detail = null } = error
  return { step: key, path, code, message, detail }
}

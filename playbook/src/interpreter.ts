import type { JsonValue } from '@caseloom/contract/json'
import { createBudget } from './budget.ts'
import type { Playbook } from './document.ts'
import { hashInput } from './hash.ts'
import type { Bindings } from './jsonata-guard.ts'
import { follows, judge } from './join.ts'
import { type Plan, type PlannedEdge, type PlannedStep, planOf } from './plan.ts'
import { runPure, waitUntil } from './pure-actions.ts'
import { pauseAfter } from './retry.ts'
import { RunBoard } from './run-board.ts'
import { errorOf, isOver } from './run-state.ts'
import type { Advance, EffectResult, RunContext, RunEnd, RunEvent, StepError } from './run-types.ts'
import type { Input } from './step-input.ts'
import { isTruthy } from './truth.ts'

/**
 * A run in progress: give it what happened, it says what follows. It reads no clock and does nothing by
 * itself; the same events give the same answers, however they are split over calls. Calls must not overlap.
 */
export type Run = { advance: (events: readonly RunEvent[]) => Promise<Advance> }

const CANCELLED: RunEnd = {
  state: 'cancelled',
  error: { code: 'run.cancelled', message: 'The run was cancelled' },
}

/** Starts the interpretation of a validated playbook; the first `advance([])` begins the run. */
export function createRun(playbook: Playbook, context: RunContext): Run {
  const interpreter = new Interpreter(planOf(playbook, context.catalogue), context)
  let busy = false
  return {
    async advance(events) {
      if (busy) throw new Error('advance() was called before the last call had answered')
      busy = true
      try {
        return await interpreter.advance(events)
      } finally {
        busy = false
      }
    },
  }
}

/** Runs recorded events again and gives every change of every step, pure results included. */
export async function replay(
  playbook: Playbook,
  context: RunContext,
  events: readonly RunEvent[],
): Promise<Advance> {
  return createRun(playbook, context).advance(events)
}

class Interpreter {
  readonly #plan: Plan
  readonly #context: RunContext
  readonly #board: RunBoard
  /** Commands that are out: id → step. */
  readonly #open = new Map<string, { step: PlannedStep; kind: 'effect' | 'retry' | 'wait' }>()
  /** Steps that may run, in the order in which they became so. */
  #ready: PlannedStep[] = []
  #begun = false
  /** Set by the first failure that nothing handles: no new work, effects in flight may still end. */
  #failure: StepError | undefined
  /** Somebody wishes the run to stop: no new work, effects in flight may still end. */
  #cancelled = false
  #end: RunEnd | undefined

  constructor(plan: Plan, context: RunContext) {
    this.#plan = plan
    this.#context = context
    this.#board = new RunBoard(plan, context)
  }

  async advance(events: readonly RunEvent[]): Promise<Advance> {
    if (!this.#begun) {
      this.#begun = true
      this.#ready = this.#plan.steps.filter((step) => step.incoming.length === 0)
      await this.#settle()
    }
    for (const event of events) {
      if (this.#end) break
      await this.#apply(event)
      await this.#settle()
    }
    return this.#board.take(this.#end)
  }

  async #apply(event: RunEvent): Promise<void> {
    if (event.kind === 'cancel') {
      this.#board.tick(event.at)
      this.#cancelled = true
      for (const [id, { kind }] of this.#open) if (kind !== 'effect') this.#open.delete(id)
      return
    }
    if (event.kind === 'opened' || event.kind === 'answer') return
    const open = this.#open.get(event.id)
    if (!open || (open.kind === 'effect') !== (event.kind === 'effect')) return
    this.#open.delete(event.id)
    if (event.kind === 'effect') {
      this.#board.tick(event.result.at)
      this.#effectEnded(open.step, event.result)
    } else {
      this.#board.tick(event.at)
      if (open.kind === 'wait')
        this.#board.succeed(open.step, { until: new Date(this.#board.clock).toISOString() })
      else this.#attempt(open.step)
    }
  }

  async #settle(): Promise<void> {
    while (!this.#end && !this.#cancelled) {
      const settled = this.#board.settled.shift()
      if (settled) await this.#resolveEdges(settled)
      else if (this.#failure) break
      else {
        const next = this.#ready.shift()
        if (!next) break
        await this.#start(next)
      }
    }
    if (!this.#end) await this.#endIfDone()
  }

  async #resolveEdges(source: PlannedStep): Promise<void> {
    const progress = this.#board.of(source)
    for (const edge of source.outgoing) {
      const target = this.#plan.steps[edge.to]
      if (target) await this.#resolveEdge(edge, source, target)
    }
    if (progress.state === 'failed' && !progress.handled) {
      const error = this.#board.scope.steps[source.path]?.error
      this.#failure ??= failureOf(source, error)
    }
  }

  async #resolveEdge(edge: PlannedEdge, source: PlannedStep, target: PlannedStep): Promise<void> {
    const from = this.#board.of(source)
    const to = this.#board.of(target)
    const { arrivals } = to
    arrivals.resolved += 1
    if (follows(edge, from.state, this.#board.scope.steps[source.path]?.output)) {
      // A step that has been decided asks no more conditions, but a failure must still find its handler.
      if (to.state === 'idle' || from.state === 'failed') {
        const answer = await this.#holds(edge, target)
        if (typeof answer === 'object') {
          arrivals.broken = true
          to.broken ??= answer
        } else if (answer) {
          arrivals.held += 1
          if (from.state === 'failed') from.handled = true
        }
      }
    }
    if (to.state === 'idle') this.#decide(target)
  }

  async #holds(edge: PlannedEdge, target: PlannedStep): Promise<boolean | StepError> {
    if (!edge.when) return true
    try {
      const from = this.#plan.steps[edge.from]?.path ?? ''
      return isTruthy(await edge.when.evaluate(this.#board.scope, this.#bindings(`${target.path}<${from}`)))
    } catch (thrown) {
      const error = errorOf(thrown)
      return { ...error, message: `The condition of the edge could not be evaluated: ${error.message}` }
    }
  }

  #decide(target: PlannedStep): void {
    const progress = this.#board.of(target)
    const verdict = judge(target.step.join, progress.arrivals)
    if (verdict === 'wait') return
    if (verdict === 'run') {
      progress.state = 'queued'
      this.#ready.push(target)
    } else if (verdict === 'skip') this.#board.over(target, 'skipped', {})
    else
      this.#board.fail(target, progress.broken ?? { code: 'expression.error', message: 'A condition failed' })
  }

  async #start(planned: PlannedStep): Promise<void> {
    const progress = this.#board.of(planned)
    progress.attempt = 1
    const { kind } = planned.spec
    const bindings = this.#bindings(`${planned.path}~1`)
    let failed: StepError | undefined
    try {
      const read = await planned.read.read(this.#board.scope, bindings)
      progress.input = read.input
      if (!read.ok) failed = read.error
      else if (kind === 'pure') return await this.#compute(planned, read.input, bindings)
      else if (kind === 'wait') return this.#wait(planned, read.input)
    } catch (thrown) {
      failed = errorOf(thrown)
    }
    if (failed) this.#board.fail(planned, failed)
    else {
      progress.inputHash = hashInput(progress.input ?? {})
      progress.attempt = 0
      this.#attempt(planned)
    }
  }

  async #compute(planned: PlannedStep, input: Input, bindings: Bindings): Promise<void> {
    const result = await runPure(planned.step.action, input, this.#board.scope, bindings)
    if (result.ok) this.#board.succeed(planned, result.output)
    else this.#board.fail(planned, result.error)
  }

  #wait(planned: PlannedStep, input: Input): void {
    const until = waitUntil(input, this.#board.clock)
    if (typeof until !== 'number') return this.#board.fail(planned, until)
    if (until <= this.#board.clock)
      return this.#board.succeed(planned, { until: new Date(until).toISOString() })
    this.#board.change(planned, 'waiting', { input })
    this.#sleep(planned, 'wait', `${planned.path}~1`, until)
  }

  #sleep(planned: PlannedStep, reason: 'retry' | 'wait', id: string, until: number): void {
    this.#open.set(id, { step: planned, kind: reason })
    this.#board.command({ kind: 'sleep', id, path: planned.path, reason, until })
  }

  #attempt(planned: PlannedStep): void {
    const progress = this.#board.of(planned)
    progress.attempt += 1
    const { path, timeoutMs } = planned
    const { attempt, input = {}, inputHash = '' } = progress
    const { id: runId, group = 1 } = this.#context.run
    const id = `${path}~${attempt}`
    this.#board.change(planned, 'running', { input })
    this.#open.set(id, { step: planned, kind: 'effect' })
    this.#board.command({
      kind: 'effect',
      id,
      path,
      attempt,
      action: planned.step.action,
      input,
      inputHash,
      timeoutMs,
      idempotencyKey: `${runId}/${path}~${group}`,
    })
  }

  #effectEnded(planned: PlannedStep, result: EffectResult): void {
    if (result.ok) return this.#board.succeed(planned, result.output)
    const progress = this.#board.of(planned)
    const over = this.#failure !== undefined || this.#cancelled
    const pause = over ? undefined : pauseAfter(planned.retry, progress.attempt, result.error)
    if (pause === undefined) return this.#board.fail(planned, result.error)
    progress.lastError = result.error
    this.#board.change(planned, 'retrying', { error: result.error })
    this.#sleep(planned, 'retry', `${planned.path}~${progress.attempt}.pause`, this.#board.clock + pause)
  }

  async #endIfDone(): Promise<void> {
    const failed: RunEnd | undefined = this.#failure && { state: 'failed', error: this.#failure }
    const stop = this.#cancelled ? CANCELLED : failed
    if (stop) {
      // Effects in flight may have happened: their results are still recorded before the run ends.
      for (const open of this.#open.values()) if (open.kind === 'effect') return
      this.#stop(stop)
    } else if (this.#open.size === 0) {
      const end = await this.#outcome()
      this.#stop(end)
    }
  }

  async #outcome(): Promise<RunEnd> {
    const { output } = this.#plan
    if (!output) return { state: 'succeeded' }
    try {
      const value = await output.evaluate(this.#board.scope, this.#bindings('output'))
      return { state: 'succeeded', output: value ?? null }
    } catch (thrown) {
      const error = errorOf(thrown)
      return {
        state: 'failed',
        error: { ...error, message: `The output could not be evaluated: ${error.message}` },
      }
    }
  }

  #stop(end: RunEnd): void {
    for (const planned of this.#plan.steps) {
      const progress = this.#board.of(planned)
      if (isOver(progress.state)) continue
      if (progress.state === 'retrying' && end.state === 'failed' && progress.lastError)
        this.#board.fail(planned, progress.lastError)
      else if (progress.state === 'idle' || progress.state === 'queued')
        this.#board.over(planned, 'skipped', {})
      else
        this.#board.over(planned, 'cancelled', {
          error: { code: `run.${end.state}`, message: stopped(progress.state) },
        })
    }
    this.#open.clear()
    this.#board.settled = []
    this.#ready = []
    this.#end = end
  }

  #bindings(place: string): Bindings {
    const { run, limits, breathe } = this.#context
    return { budget: createBudget(limits), now: this.#board.clock, seed: `${run.id}/${place}`, breathe }
  }
}

function stopped(state: string): string {
  return state === 'running'
    ? 'The run ended while this step was running; what it does outside may have happened'
    : 'The run ended while this step was waiting'
}

function failureOf(source: PlannedStep, error: JsonValue | undefined): StepError {
  const known = typeof error === 'object' && error !== null && !Array.isArray(error) ? error : {}
  return {
    code: String(known.code ?? 'step.failed'),
    message: `Step ${source.path} failed: ${String(known.message ?? 'unknown reason')}`,
    retryable: false,
    detail: { step: source.path },
  }
}

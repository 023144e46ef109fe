import type { JsonValue } from '@caseloom/contract/json'
import { createBudget } from './budget.ts'
import type { Playbook } from './document.ts'
import { hashInput } from './hash.ts'
import type { Bindings } from './jsonata-guard.ts'
import { follows, judge } from './join.ts'
import { type Plan, type PlannedEdge, type PlannedStep, planOf } from './plan.ts'
import { runPure, waitUntil } from './pure-actions.ts'
import { pauseAfter } from './retry.ts'
import {
  createScope,
  errorOf,
  isOver,
  Outbox,
  type Progress,
  type Scope,
  startProgress,
} from './run-state.ts'
import type {
  Advance,
  EffectResult,
  RunContext,
  RunEnd,
  RunEvent,
  StepChange,
  StepError,
} from './run-types.ts'
import type { Input } from './step-input.ts'
import { isTruthy } from './truth.ts'

/**
 * A run in progress: give it what happened, it says what follows. It reads no clock and does nothing by
 * itself; the same events give the same answers, however they are split over calls. Calls must not overlap.
 */
export type Run = { advance: (events: readonly RunEvent[]) => Promise<Advance> }

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
  readonly #progress: Progress[]
  readonly #scope: Scope
  readonly #out = new Outbox()
  /** Commands that are out: id → step. */
  readonly #open = new Map<string, { step: PlannedStep; kind: 'effect' | 'retry' | 'wait' }>()
  /** Steps that may run, in the order in which they became so. */
  #ready: PlannedStep[] = []
  /** Steps that are over and whose edges are not resolved yet. */
  #settled: PlannedStep[] = []
  #clock: number
  #begun = false
  /** Set by the first failure that nothing handles: no new work, effects in flight may still end. */
  #failure: StepError | undefined
  #end: RunEnd | undefined

  constructor(plan: Plan, context: RunContext) {
    this.#plan = plan
    this.#context = context
    this.#progress = plan.steps.map(startProgress)
    this.#scope = createScope(context)
    this.#clock = context.run.startedAt
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
    return this.#out.take(this.#end)
  }

  async #apply(event: RunEvent): Promise<void> {
    if (event.kind === 'cancel') {
      this.#tick(event.at)
      this.#stop({ state: 'cancelled', error: { code: 'run.cancelled', message: 'The run was cancelled' } })
      return
    }
    const open = this.#open.get(event.id)
    if (!open || (open.kind === 'effect') !== (event.kind === 'effect')) return
    this.#open.delete(event.id)
    if (event.kind === 'effect') {
      this.#tick(event.result.at)
      this.#effectEnded(open.step, event.result)
    } else {
      this.#tick(event.at)
      if (open.kind === 'wait') this.#succeed(open.step, { until: new Date(this.#clock).toISOString() })
      else this.#attempt(open.step)
    }
  }

  // Workers' clocks differ a little; time in a run never goes back.
  #tick(at: number): void {
    this.#clock = Math.max(this.#clock, at)
  }

  async #settle(): Promise<void> {
    while (!this.#end) {
      const settled = this.#settled.shift()
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
    const progress = this.#of(source)
    for (const edge of source.outgoing) {
      const target = this.#plan.steps[edge.to]
      if (target) await this.#resolveEdge(edge, source, target)
    }
    if (progress.state === 'failed' && !progress.handled) {
      const error = this.#scope.steps[source.path]?.error
      this.#failure ??= failureOf(source, error)
    }
  }

  async #resolveEdge(edge: PlannedEdge, source: PlannedStep, target: PlannedStep): Promise<void> {
    const from = this.#of(source)
    const to = this.#of(target)
    const { arrivals } = to
    arrivals.resolved += 1
    if (follows(edge, from.state, this.#scope.steps[source.path]?.output)) {
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
      return isTruthy(await edge.when.evaluate(this.#scope, this.#bindings(`${target.path}<${from}`)))
    } catch (thrown) {
      const error = errorOf(thrown)
      return { ...error, message: `The condition of the edge could not be evaluated: ${error.message}` }
    }
  }

  #decide(target: PlannedStep): void {
    const progress = this.#of(target)
    const verdict = judge(target.step.join, progress.arrivals)
    if (verdict === 'wait') return
    if (verdict === 'run') {
      progress.state = 'queued'
      this.#ready.push(target)
    } else if (verdict === 'skip') this.#over(target, 'skipped', {})
    else this.#fail(target, progress.broken ?? { code: 'expression.error', message: 'A condition failed' })
  }

  async #start(planned: PlannedStep): Promise<void> {
    const progress = this.#of(planned)
    progress.attempt = 1
    const { kind } = planned.spec
    const bindings = this.#bindings(`${planned.path}~1`)
    let failed: StepError | undefined
    try {
      const read = await planned.read.read(this.#scope, bindings)
      progress.input = read.input
      if (!read.ok) failed = read.error
      else if (kind === 'pure') return await this.#compute(planned, read.input, bindings)
      else if (kind === 'wait') return this.#wait(planned, read.input)
    } catch (thrown) {
      failed = errorOf(thrown)
    }
    if (failed) this.#fail(planned, failed)
    else {
      progress.inputHash = hashInput(progress.input ?? {})
      progress.attempt = 0
      this.#attempt(planned)
    }
  }

  async #compute(planned: PlannedStep, input: Input, bindings: Bindings): Promise<void> {
    const result = await runPure(planned.step.action, input, this.#scope, bindings)
    if (result.ok) this.#succeed(planned, result.output)
    else this.#fail(planned, result.error)
  }

  #wait(planned: PlannedStep, input: Input): void {
    const until = waitUntil(input, this.#clock)
    if (typeof until !== 'number') return this.#fail(planned, until)
    if (until <= this.#clock) return this.#succeed(planned, { until: new Date(until).toISOString() })
    this.#change(planned, 'waiting', { input })
    this.#sleep(planned, 'wait', `${planned.path}~1`, until)
  }

  #sleep(planned: PlannedStep, reason: 'retry' | 'wait', id: string, until: number): void {
    this.#open.set(id, { step: planned, kind: reason })
    this.#out.commands.push({ kind: 'sleep', id, path: planned.path, reason, until })
  }

  #attempt(planned: PlannedStep): void {
    const progress = this.#of(planned)
    progress.attempt += 1
    const { path, timeoutMs } = planned
    const { attempt, input = {}, inputHash = '' } = progress
    const { id: runId, group = 1 } = this.#context.run
    const id = `${path}~${attempt}`
    this.#change(planned, 'running', { input })
    this.#open.set(id, { step: planned, kind: 'effect' })
    this.#out.commands.push({
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
    if (result.ok) return this.#succeed(planned, result.output)
    const progress = this.#of(planned)
    const pause = this.#failure ? undefined : pauseAfter(planned.retry, progress.attempt, result.error)
    if (pause === undefined) return this.#fail(planned, result.error)
    progress.lastError = result.error
    this.#change(planned, 'retrying', { error: result.error })
    this.#sleep(planned, 'retry', `${planned.path}~${progress.attempt}.pause`, this.#clock + pause)
  }

  #succeed(planned: PlannedStep, output: JsonValue): void {
    const { input } = this.#of(planned)
    this.#scope.steps[planned.path] = { state: 'succeeded', output }
    this.#over(planned, 'succeeded', input === undefined ? { output } : { input, output })
  }

  #fail(planned: PlannedStep, error: StepError): void {
    const { input } = this.#of(planned)
    this.#scope.steps[planned.path] = {
      state: 'failed',
      error: { code: error.code, message: error.message, detail: error.detail ?? null },
    }
    this.#over(planned, 'failed', input === undefined ? { error } : { input, error })
  }

  #over(
    planned: PlannedStep,
    state: 'succeeded' | 'failed' | 'skipped' | 'cancelled',
    more: Partial<StepChange>,
  ): void {
    if (state === 'skipped') this.#scope.steps[planned.path] = { state }
    this.#change(planned, state, more)
    this.#settled.push(planned)
  }

  #change(planned: PlannedStep, state: StepChange['state'], more: Partial<StepChange>): void {
    const progress = this.#of(planned)
    progress.state = state
    const { path, step, spec } = planned
    const { attempt } = progress
    this.#out.steps.push({
      path,
      key: step.key,
      action: step.action,
      pure: spec.kind === 'pure',
      state,
      attempt,
      ...more,
      at: this.#clock,
    })
  }

  async #endIfDone(): Promise<void> {
    if (this.#failure) {
      // Effects in flight may have happened: their results are still recorded before the run ends.
      for (const open of this.#open.values()) if (open.kind === 'effect') return
      this.#stop({ state: 'failed', error: this.#failure })
    } else if (this.#open.size === 0) {
      const end = await this.#outcome()
      this.#stop(end)
    }
  }

  async #outcome(): Promise<RunEnd> {
    const { output } = this.#plan
    if (!output) return { state: 'succeeded' }
    try {
      const value = await output.evaluate(this.#scope, this.#bindings('output'))
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
      const progress = this.#of(planned)
      if (isOver(progress.state)) continue
      if (progress.state === 'retrying' && end.state === 'failed' && progress.lastError)
        this.#fail(planned, progress.lastError)
      else if (progress.state === 'idle' || progress.state === 'queued') this.#over(planned, 'skipped', {})
      else
        this.#over(planned, 'cancelled', {
          error: { code: `run.${end.state}`, message: stopped(progress.state) },
        })
    }
    this.#open.clear()
    this.#settled = []
    this.#ready = []
    this.#end = end
  }

  #bindings(place: string): Bindings {
    const { run, limits, breathe } = this.#context
    return { budget: createBudget(limits), now: this.#clock, seed: `${run.id}/${place}`, breathe }
  }

  #of(planned: PlannedStep): Progress {
    const progress = this.#progress[planned.index]
    if (!progress) throw new Error(`No progress for ${planned.path}`)
    return progress
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

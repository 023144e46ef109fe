import type { JsonValue } from '@caseloom/contract/json'
import type { Plan, PlannedStep } from './plan.ts'
import { createScope, type Progress, type Scope, startProgress } from './run-state.ts'
import type { Advance, Command, RunContext, RunEnd, StepChange, StepError } from './run-types.ts'

/** Where the steps of a run stand, what expressions see of it, and what is to be told of it. */
export class RunBoard {
  readonly scope: Scope
  /** Steps that are over and whose edges are not resolved yet. */
  settled: PlannedStep[] = []
  /** The time of the last event. */
  clock: number
  readonly #progress: Progress[]
  #commands: Command[] = []
  #changes: StepChange[] = []

  constructor(plan: Plan, context: RunContext) {
    this.scope = createScope(context)
    this.clock = context.run.startedAt
    this.#progress = plan.steps.map(startProgress)
  }

  // Workers' clocks differ a little; time in a run never goes back.
  tick(at: number): void {
    this.clock = Math.max(this.clock, at)
  }

  command(command: Command): void {
    this.#commands.push(command)
  }

  take(end: RunEnd | undefined): Advance {
    const advance = { commands: this.#commands, steps: this.#changes }
    this.#commands = []
    this.#changes = []
    return end ? { ...advance, end } : advance
  }

  succeed(planned: PlannedStep, output: JsonValue): void {
    const { input } = this.of(planned)
    this.scope.steps[planned.path] = { state: 'succeeded', output }
    this.over(planned, 'succeeded', input === undefined ? { output } : { input, output })
  }

  fail(planned: PlannedStep, error: StepError): void {
    const { input } = this.of(planned)
    this.scope.steps[planned.path] = {
      state: 'failed',
      error: { code: error.code, message: error.message, detail: error.detail ?? null },
    }
    this.over(planned, 'failed', input === undefined ? { error } : { input, error })
  }

  over(
    planned: PlannedStep,
    state: 'succeeded' | 'failed' | 'skipped' | 'cancelled',
    more: Partial<StepChange>,
  ): void {
    if (state === 'skipped') this.scope.steps[planned.path] = { state }
    this.change(planned, state, more)
    this.settled.push(planned)
  }

  change(planned: PlannedStep, state: StepChange['state'], more: Partial<StepChange>): void {
    const progress = this.of(planned)
    progress.state = state
    const { path, step, spec } = planned
    const { attempt } = progress
    this.#changes.push({
      path,
      key: step.key,
      action: step.action,
      pure: spec.kind === 'pure',
      state,
      attempt,
      ...more,
      at: this.clock,
    })
  }

  of(planned: PlannedStep): Progress {
    const progress = this.#progress[planned.index]
    if (!progress) throw new Error(`No progress for ${planned.path}`)
    return progress
  }
}

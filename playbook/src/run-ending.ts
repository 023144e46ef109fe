import type { Plan } from './plan.ts'
import { errorAround, errorRoot, type RunEngine } from './run-engine.ts'
import type { Failure, Frame, FrameOwner, Halt } from './run-frame.ts'
import { createScope, errorOf, innerScope, type Scope } from './run-state.ts'
import { finalise, haltFrame, RUN_CANCELLED } from './run-stop.ts'
import type { RunEnd } from './run-types.ts'

const CANCELLED: RunEnd = {
  state: 'cancelled',
  error: { code: 'run.cancelled', message: 'The run was canceled' },
}

/**
 * The life of a run as a whole: its steps, then (when it failed or was cancelled) what undoes them one after the other
 * in reverse order, then `onError` (when it failed), then the end. Every part waits for what is still in flight.
 */
export class RunEnding implements FrameOwner {
  readonly #engine: RunEngine
  readonly #plan: Plan
  readonly #scope: Scope
  #top: Frame | undefined
  /** A compensation or `onError` at work. */
  #current: Frame | undefined
  #part: 'steps' | 'undo' | 'onError' = 'steps'
  #cancelled = false
  #failure: Failure | undefined
  /** How the run will end; set when its steps have ended. */
  #outcome: RunEnd | undefined
  end: RunEnd | undefined

  constructor(engine: RunEngine, plan: Plan) {
    this.#engine = engine
    this.#plan = plan
    this.#scope = createScope(engine.context)
  }

  begin(): void {
    const place = { prefix: '', scope: this.#scope, owner: this, quiet: false }
    this.#top = this.#engine.enter(this.#plan.main, place)
  }

  isTop(frame: Frame): boolean {
    return frame === this.#top
  }

  /** The first wish stops the steps and lets cleaning up continue; another one while that continues ends the run immediately. */
  cancel(): void {
    const cleaning = this.#part !== 'steps' || this.#engine.cleaning
    if (this.#cancelled && cleaning) return this.#endNow()
    this.#cancelled = true
    if (this.#part === 'steps' && this.#top) haltFrame(this.#engine, this.#top, RUN_CANCELLED)
    else if (this.#part === 'onError' && this.#current) haltFrame(this.#engine, this.#current, RUN_CANCELLED)
  }

  /** A step asked for the end of the whole run. */
  stop(halt: Halt): void {
    // A run that fails already keeps its failure.
    if (this.#top?.going) haltFrame(this.#engine, this.#top, halt)
    else this.#engine.stop = undefined
  }

  async ended(frame: Frame): Promise<void> {
    if (frame === this.#top) this.#outcome = await this.#outcomeOf(frame)
    else this.#current = undefined
  }

  /** The next part, once nothing is under way any more. */
  async advance(): Promise<void> {
    const outcome = this.#outcome
    if (this.end || !outcome || this.#current || this.#engine.draining.size > 0) return
    if (outcome.state !== 'succeeded') {
      const undo = this.#part === 'onError' ? undefined : this.#engine.undo.pop()
      if (undo) {
        this.#part = 'undo'
        const { planned, prefix, scope, output } = undo
        const list = { steps: [planned], last: [planned], output: undefined }
        const place = { prefix, scope: innerScope(scope, { output }), owner: this, quiet: false }
        this.#current = this.#engine.enter(list, place)
        return
      }
      if (this.#handle(outcome)) return
    }
    this.end = outcome
  }

  #handle(outcome: RunEnd): boolean {
    const { onError } = this.#plan
    if (this.#part === 'onError' || !onError || outcome.state !== 'failed' || this.#cancelled) return false
    this.#part = 'onError'
    const { code = 'run.failed', message = '' } = outcome.error ?? {}
    const error = this.#failure
      ? errorRoot(this.#failure)
      : { step: null, path: null, code, message, detail: null }
    const scope = innerScope(this.#scope, { error })
    this.#current = this.#engine.enter(onError, { prefix: 'onError/', scope, owner: this, quiet: false })
    return true
  }

  async #outcomeOf(top: Frame): Promise<RunEnd> {
    if (this.#cancelled) return CANCELLED
    const { stop } = this.#engine
    if (stop) return this.#stopped(stop)
    if (top.failure) {
      this.#failure = top.failure
      return { state: 'failed', error: errorAround(top.failure) }
    }
    const { output } = this.#plan.main
    if (!output) return { state: 'succeeded' }
    try {
      const value = await output.evaluate(this.#scope, this.#engine.bindings('output'))
      return { state: 'succeeded', output: value ?? null }
    } catch (thrown) {
      const error = errorOf(thrown)
      const message = `Couldn’t evaluate the output: ${error.message}`
      return { state: 'failed', error: { ...error, message } }
    }
  }

  #stopped({
    path,
    state,
    message = `The step ${path} stopped the run`,
    output,
  }: NonNullable<RunEngine['stop']>): RunEnd {
    const given = output === undefined ? {} : { output }
    if (state === 'succeeded') return { state, ...given }
    const code = state === 'failed' ? 'run.stopped' : 'run.cancelled'
    return { state, ...given, error: { code, message, retryable: false, detail: { step: path } } }
  }

  #endNow(): void {
    const frames = [this.#top, this.#current, ...this.#engine.draining]
    for (const frame of frames) {
      if (!frame || frame.over) continue
      frame.over = true
      finalise(this.#engine, frame, RUN_CANCELLED)
    }
    this.end = this.#outcome ?? CANCELLED
  }
}

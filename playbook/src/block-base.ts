import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { PlannedList } from './plan.ts'
import { errorAround, type RunEngine } from './run-engine.ts'
import type { BlockRun, Failure, Frame, Halt, StepNode } from './run-frame.ts'
import { errorOf, innerScope, type Scope } from './run-state.ts'
import type { StepChange } from './run-types.ts'

export type TurnResult = { ok: true; output: JsonValue } | { ok: false; failure: Failure }

/** What all blocks have in common: lists of steps that are under way, an end of their own, and being stopped. */
export abstract class Block implements BlockRun {
  protected readonly engine: RunEngine
  protected readonly node: StepNode
  readonly live = new Set<Frame>()
  protected halt: Halt | undefined
  /** The block has given its result; whatever still ends inside is of no more interest. */
  #done = false

  constructor(engine: RunEngine, node: StepNode) {
    this.engine = engine
    this.node = node
  }

  abstract begin(): void
  /** A list has ended and the block continues. */
  protected abstract turnEnded(frame: Frame): Promise<void>

  stop(halt: Halt): void {
    if (this.halt || this.#done) return
    this.halt = halt
    this.stopLive(halt)
    if (this.live.size === 0) this.drained()
  }

  protected abstract stopLive(halt: Halt): void

  async ended(frame: Frame): Promise<void> {
    this.live.delete(frame)
    if (this.#done) return
    if (!this.halt) return this.turnEnded(frame)
    if (this.live.size === 0) this.drained()
  }

  awake(): void {
    throw new Error(`${this.node.path} can’t pause`)
  }

  /** A block that was stopped has nothing under way any more: the list around it may end. */
  protected drained(): void {
    this.#leave()
    this.engine.notice(this.node.frame)
  }

  protected enter(
    list: PlannedList,
    name: string,
    roots: Pick<Scope, 'item' | 'index' | 'error'> = {},
  ): Frame {
    const { frame, path, planned } = this.node
    const loop = planned.action === 'flow.forEach' || planned.action === 'flow.repeat'
    const inner = this.engine.enter(list, {
      prefix: `${path}${name}/`,
      scope: innerScope(frame.scope, roots),
      owner: this,
      quiet: frame.quiet || loop,
    })
    this.live.add(inner)
    return inner
  }

  /** The result of a finished list. */
  protected async resultOf(frame: Frame): Promise<TurnResult> {
    if (frame.failure) return { ok: false, failure: frame.failure }
    const { output, last } = frame.list
    if (!output) return { ok: true, output: lastOutput(frame, last.length) }
    const place = frame.prefix.slice(0, -1)
    try {
      const value = await output.evaluate(frame.scope, this.engine.bindings(`${place}.output`))
      return { ok: true, output: value ?? null }
    } catch (thrown) {
      const error = errorOf(thrown)
      const message = `Couldn’t evaluate the output: ${error.message}`
      const { key } = this.node.planned.step
      return { ok: false, failure: { path: place, key, error: { ...error, message } } }
    }
  }

  protected succeed(output: JsonValue, more: Partial<StepChange> = {}): void {
    this.#leave()
    this.engine.succeed(this.node, output, more)
  }

  protected fail(failure: Failure, more: Partial<StepChange> = {}): void {
    this.#leave()
    this.node.cause = failure
    this.engine.fail(this.node, errorAround(failure), more)
  }

  #leave(): void {
    this.#done = true
    this.node.frame.busy -= 1
    // Branches that lost a race have ended when they are: the block no longer answers for them.
    this.node.block = undefined
  }

  /** A failure of the block itself. */
  protected ownFailure(code: string, message: string): Failure {
    const { path, planned } = this.node
    return { path, key: planned.step.key, error: { code, message, retryable: false } }
  }
}

function lastOutput(frame: Frame, count: number): JsonValue {
  const outputs: [string, JsonValue][] = []
  for (const { index, step } of frame.list.last) {
    const output = frame.nodes[index]?.output
    if (output !== undefined) outputs.push([step.key, output])
  }
  if (count !== 1) return Object.fromEntries(outputs)
  return outputs[0]?.[1] ?? null
}

/** The failure of a turn as `collect` gives it. */
export function collected({ path, key, error }: Failure): JsonValue {
  const { code, message, detail } = error
  return { step: key, path, code, message, ...(detail === undefined ? {} : { detail }) }
}

import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { ForEachInput, RepeatInput } from './actions-flow.ts'
import { Block, collected, type TurnResult } from './block-base.ts'
import { durationMs } from './duration.ts'
import { compileTemplate, type Template } from './expression.ts'
import type { PlannedList, PlannedStep } from './plan.ts'
import type { RunEngine } from './run-engine.ts'
import type { Failure, Frame, Halt, StepNode } from './run-frame.ts'
import { haltFrame, NEIGHBOR_FAILED } from './run-stop.ts'
import { errorOf } from './run-state.ts'
import type { Turns } from './run-types.ts'
import { isTruthy } from './to-boolean.ts'

const EMPTY: PlannedList = { steps: [], last: [], output: undefined }
const MAX_FAILED_AT = 100

/** One pass through the body per item, up to `concurrency` at a time; results in the order of the items. */
export class ForEachBlock extends Block {
  readonly #input: ForEachInput
  readonly #turns: readonly JsonValue[]
  readonly #indexes = new Map<Frame, number>()
  readonly #results: JsonValue[]
  readonly #counts: Turns
  #next = 0
  #failure: Failure | undefined

  constructor(engine: RunEngine, node: StepNode, input: ForEachInput) {
    super(engine, node)
    this.#input = input
    this.#turns = input.batch === undefined ? input.items : batches(input.items, input.batch)
    this.#results = new Array<JsonValue>(this.#turns.length).fill(null)
    this.#counts = { total: this.#turns.length, done: 0, failed: 0, failedAt: [] }
  }

  begin(): void {
    const turns = { ...this.#counts, failedAt: [] }
    this.engine.change(this.node, 'running', { input: this.node.input ?? {}, turns })
    if (this.#turns.length === 0) this.succeed([], { turns })
    else this.#fill()
  }

  #fill(): void {
    const body = this.node.planned.lists.steps ?? EMPTY
    while (this.live.size < this.#input.concurrency && this.#next < this.#turns.length) {
      const index = this.#next++
      const frame = this.enter(body, `#${index}`, { item: this.#turns[index] ?? null, index })
      this.#indexes.set(frame, index)
    }
  }

  protected async turnEnded(frame: Frame): Promise<void> {
    const index = this.#indexes.get(frame) ?? 0
    this.#indexes.delete(frame)
    if (!frame.halt) this.#take(index, await this.resultOf(frame))
    if (this.#failure) {
      if (this.live.size === 0) this.fail(this.#failure, { turns: this.#counts })
    } else if (this.#next < this.#turns.length) this.#fill()
    else if (this.live.size === 0) this.succeed(this.#results, { turns: this.#counts })
  }

  #take(index: number, result: TurnResult): void {
    const collects = this.#input.errors === 'collect'
    this.#counts.done += 1
    if (result.ok) {
      this.#results[index] = collects ? { ok: true, output: result.output } : result.output
      return
    }
    this.#counts.failed += 1
    if (this.#counts.failedAt.length < MAX_FAILED_AT) this.#counts.failedAt.push(index)
    if (collects) this.#results[index] = { ok: false, error: collected(result.failure) }
    else if (!this.#failure) {
      this.#failure = result.failure
      this.stopLive(NEIGHBOR_FAILED)
    }
  }

  protected stopLive(halt: Halt): void {
    for (const frame of this.live) haltFrame(this.engine, frame, halt)
  }
}

function batches(items: readonly JsonValue[], size: number): JsonValue[][] {
  const groups: JsonValue[][] = []
  for (let from = 0; from < items.length; from += size) groups.push(items.slice(from, from + size))
  return groups
}

const conditions = new WeakMap<PlannedStep, Template>()

function conditionOf(planned: PlannedStep): Template | undefined {
  const { until } = planned.read.lazy
  if (until === undefined) return undefined
  const known = conditions.get(planned) ?? compileTemplate(until)
  conditions.set(planned, known)
  return known
}

/** The body again and again until its condition holds, at most so many times. */
export class RepeatBlock extends Block {
  readonly #input: RepeatInput
  #turn = 0
  #output: JsonValue = null

  constructor(engine: RunEngine, node: StepNode, input: RepeatInput) {
    super(engine, node)
    this.#input = input
  }

  begin(): void {
    this.engine.change(this.node, 'running', { input: this.node.input ?? {}, turns: this.#turns(0) })
    this.#begin()
  }

  #begin(): void {
    this.enter(this.node.planned.lists.steps ?? EMPTY, `#${this.#turn}`, { index: this.#turn })
  }

  protected async turnEnded(frame: Frame): Promise<void> {
    const index = this.#turn
    this.#turn += 1
    const result = await this.resultOf(frame)
    if (!result.ok) return this.fail(result.failure, { turns: this.#turns(1, index) })
    this.#output = result.output
    const until = conditionOf(this.node.planned)
    try {
      const bindings = this.engine.bindings(`${this.node.path}#${index}.until`)
      if (until && isTruthy(await until.evaluate(frame.scope, bindings))) return this.#end(true)
    } catch (thrown) {
      const error = errorOf(thrown)
      const message = `Couldn’t evaluate "until": ${error.message}`
      return this.fail(this.ownFailure(error.code, message), { turns: this.#turns(0) })
    }
    if (this.#turn < this.#input.atMost) return this.#again(index)
    if (until === undefined || this.#input.otherwise === 'continue') return this.#end(until === undefined)
    const message = `"until" was still false after ${this.#turn} iterations`
    this.fail(this.ownFailure('repeat.exhausted', message), { turns: this.#turns(0) })
  }

  #again(index: number): void {
    const pause = this.#input.pause === undefined ? 0 : durationMs(this.#input.pause)
    if (pause === 0) return this.#begin()
    const { path } = this.node
    const id = `${path}#${index}.pause`
    const until = this.engine.clock + pause
    this.engine.send({ kind: 'sleep', id, path, reason: 'wait', until }, this.node, 'pause')
  }

  override awake(): void {
    if (!this.halt) this.#begin()
  }

  #end(done: boolean): void {
    this.succeed({ turns: this.#turn, done, output: this.#output }, { turns: this.#turns(0) })
  }

  #turns(failed: number, ...failedAt: number[]): Turns {
    return { total: this.#input.atMost, done: this.#turn, failed, failedAt }
  }

  protected stopLive(halt: Halt): void {
    for (const frame of this.live) haltFrame(this.engine, frame, halt)
  }
}

import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { ForEachInput, ParallelInput, RepeatInput } from './actions-flow.ts'
import { Block, type TurnResult } from './block-base.ts'
import { ForEachBlock, RepeatBlock } from './block-loops.ts'
import { errorRoot, type RunEngine } from './run-engine.ts'
import type { Failure, Frame, Halt, StepNode } from './run-frame.ts'
import { haltFrame, NEIGHBOR_FAILED, RACE_LOST } from './run-stop.ts'
import type { Input } from './step-input.ts'

/** Begins the block that a step is. */
export function beginBlock(engine: RunEngine, node: StepNode, input: Input): void {
  const block = blockOf(engine, node, input)
  node.block = block
  node.frame.busy += 1
  block.begin()
}

// The input fits the action's schema.
function blockOf(engine: RunEngine, node: StepNode, input: Input): Block {
  const { action } = node.planned
  switch (action) {
    case 'flow.forEach':
      return new ForEachBlock(engine, node, input as ForEachInput)
    case 'flow.repeat':
      return new RepeatBlock(engine, node, input as RepeatInput)
    case 'flow.try':
      return new TryBlock(engine, node)
    case 'flow.parallel':
      return new ParallelBlock(engine, node, input as ParallelInput)
    default:
      throw new Error(`There is no block ${action}`)
  }
}

/** A body, what handles its failure, and what runs in any case, even when the run is cancelled. */
class TryBlock extends Block {
  #part: 'steps' | 'catch' | 'finally' = 'steps'
  #result: TurnResult = { ok: true, output: null }

  begin(): void {
    this.engine.change(this.node, 'running', { input: {} })
    this.enter(this.node.planned.lists.steps ?? { steps: [], last: [], output: undefined }, '')
  }

  protected async turnEnded(frame: Frame): Promise<void> {
    const result = await this.resultOf(frame)
    if (this.#part === 'finally') return this.#finish(result.ok ? this.#result : result)
    const handler = this.#part === 'steps' ? this.node.planned.lists.catch : undefined
    this.#result = result
    if (result.ok || !handler) return this.#finally()
    this.#part = 'catch'
    this.enter(handler, '', { error: errorRoot(result.failure) })
  }

  #finally(): void {
    const { lists } = this.node.planned
    if (!lists.finally) return this.#finish(this.#result)
    this.#part = 'finally'
    this.enter(lists.finally, '')
  }

  #finish(result: TurnResult): void {
    if (result.ok) this.succeed(result.output)
    else this.fail(result.failure)
  }

  protected stopLive(halt: Halt): void {
    if (this.#part !== 'finally') for (const frame of this.live) haltFrame(this.engine, frame, halt)
  }

  protected override drained(): void {
    const { lists } = this.node.planned
    if (this.#part === 'finally' || !lists.finally) return super.drained()
    this.#part = 'finally'
    this.engine.cleaning = true
    this.enter(lists.finally, '')
  }
}

/** Branches at the same time; when enough of them succeeded the others are given up. */
class ParallelBlock extends Block {
  readonly #need: number
  readonly #branches: { key: string; frame?: Frame; output?: JsonValue }[]
  #succeeded = 0
  #failed = 0
  #failure: Failure | undefined

  constructor(engine: RunEngine, node: StepNode, { need }: ParallelInput) {
    super(engine, node)
    const branches = node.planned.lists.branches ?? []
    this.#branches = branches.map(({ key }) => ({ key }))
    this.#need = need === 'all' ? branches.length : need === 'any' ? 1 : need
  }

  begin(): void {
    this.engine.change(this.node, 'running', { input: this.node.input ?? {} })
    const branches = this.node.planned.lists.branches ?? []
    if (this.#need > branches.length) {
      const message = `${this.#need} branches must succeed, but there are only ${branches.length}`
      return this.fail(this.ownFailure('step.bad_input', message))
    }
    for (const [index, { key, list }] of branches.entries()) {
      const branch = this.#branches[index]
      if (branch) branch.frame = this.enter(list, `/${key}`)
    }
  }

  protected async turnEnded(frame: Frame): Promise<void> {
    if (!frame.halt) this.#take(frame, await this.resultOf(frame))
    if (this.#failure && this.#branches.length - this.#failed < this.#need) {
      if (this.live.size === 0) return this.fail(this.#failure)
      return this.stopLive(NEIGHBOR_FAILED)
    }
    if (this.#succeeded < this.#need) return
    for (const lost of this.live) {
      this.engine.draining.add(lost)
      haltFrame(this.engine, lost, RACE_LOST)
    }
    const given = this.#branches.flatMap(({ key, output }) => (output === undefined ? [] : [[key, output]]))
    this.succeed(Object.fromEntries(given))
  }

  #take(frame: Frame, result: TurnResult): void {
    if (!result.ok) {
      this.#failed += 1
      this.#failure ??= result.failure
      return
    }
    this.#succeeded += 1
    const branch = this.#branches.find((one) => one.frame === frame)
    if (branch) branch.output = result.output
  }

  protected stopLive(halt: Halt): void {
    for (const frame of this.live) haltFrame(this.engine, frame, halt)
  }
}

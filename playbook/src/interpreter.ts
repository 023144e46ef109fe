import type { Playbook } from './document.ts'
import { type Plan, planOf } from './plan.ts'
import { resolveEdges } from './run-edges.ts'
import { RunEnding } from './run-ending.ts'
import { failureOf, RunEngine } from './run-engine.ts'
import type { Frame, StepNode } from './run-frame.ts'
import { attempt, attemptEnded, deadlinePassed, opened, startStep } from './run-step.ts'
import { failFrame, finalise, NEIGHBOR_FAILED, RUN_FAILED, RUN_STOPPED } from './run-stop.ts'
import type { Advance, RunContext, RunEvent } from './run-types.ts'

/**
 * A run in progress: give it what happened, it returns what follows. It reads no clock and has no side
 * effects; the same events give the same answers, however they are split over calls. Calls must not overlap.
 */
export type Run = { advance: (events: readonly RunEvent[]) => Promise<Advance> }

/** Starts the interpretation of a validated playbook; the first `advance([])` begins the run. */
export function createRun(playbook: Playbook, context: RunContext): Run {
  const interpreter = new Interpreter(planOf(playbook, context.catalog), context)
  let busy = false
  return {
    async advance(events) {
      if (busy) throw new Error('advance() was called before the previous call returned')
      busy = true
      try {
        return await interpreter.advance(events)
      } finally {
        busy = false
      }
    },
  }
}

/** Runs recorded events again and gives every change of every step; of pure steps in loops when `watch` asks for them. */
export async function replay(
  playbook: Playbook,
  context: RunContext,
  events: readonly RunEvent[],
): Promise<Advance> {
  return createRun(playbook, context).advance(events)
}

class Interpreter {
  readonly #engine: RunEngine
  readonly #ending: RunEnding
  #begun = false

  constructor(plan: Plan, context: RunContext) {
    this.#engine = new RunEngine(context)
    this.#ending = new RunEnding(this.#engine, plan)
  }

  async advance(events: readonly RunEvent[]): Promise<Advance> {
    if (!this.#begun) {
      this.#begun = true
      this.#ending.begin()
      await this.#settle()
    }
    for (const event of events) {
      if (this.#ending.end) break
      this.#apply(event)
      await this.#settle()
    }
    return this.#engine.take(this.#ending.end)
  }

  #apply(event: RunEvent): void {
    const engine = this.#engine
    if (event.kind === 'cancel') {
      engine.tick(event.at)
      return this.#ending.cancel()
    }
    const open = engine.open.get(event.id)
    if (!open) return
    const { node, kind } = open
    switch (event.kind) {
      case 'effect':
        if (kind !== 'effect') return
        break
      case 'opened':
        if (kind !== 'opening') return
        if (event.result.ok) {
          engine.tick(event.result.at)
          return opened(engine, node, event.id, event.result)
        }
        break
      case 'answer':
        if (kind !== 'opening' && kind !== 'answer') return
        break
      case 'timer':
        if (kind === 'effect' || kind === 'opening' || kind === 'answer') return
        engine.received(event.id)
        engine.tick(event.at)
        return this.#awake(node, kind)
      default:
        return event satisfies never
    }
    engine.received(event.id)
    engine.tick(event.result.at)
    attemptEnded(engine, node, event.result)
  }

  #awake(node: StepNode, kind: 'retry' | 'wait' | 'deadline' | 'pause'): void {
    switch (kind) {
      case 'wait':
        return this.#engine.succeed(node, { until: new Date(this.#engine.clock).toISOString() })
      case 'retry':
        return attempt(this.#engine, node)
      case 'deadline':
        return deadlinePassed(this.#engine, node)
      case 'pause':
        return node.block?.awake()
      default:
        return kind satisfies never
    }
  }

  /** Does everything that follows: edges first, then lists that have ended, then the next step that may run. */
  async #settle(): Promise<void> {
    const engine = this.#engine
    while (!this.#ending.end) {
      const settled = engine.settled.shift()
      if (settled) await this.#settled(settled)
      else {
        const frame = engine.noticed.shift()
        if (frame) await this.#look(frame)
        else if (!(await this.#startNext())) break
      }
    }
  }

  async #settled(node: StepNode): Promise<void> {
    const engine = this.#engine
    const { frame } = node
    if (frame.over) return
    frame.unsettled -= 1
    if (!frame.halt) {
      await resolveEdges(engine, node)
      if (node.state === 'failed' && !node.handled && !frame.failure) {
        frame.failure = failureOf(node)
        failFrame(engine, frame, this.#haltAfterFailure(frame))
      }
    }
    engine.notice(frame)
    if (engine.stop?.path === node.path) this.#ending.stop(RUN_STOPPED)
  }

  #haltAfterFailure(frame: Frame) {
    return this.#ending.isTop(frame) ? RUN_FAILED : NEIGHBOR_FAILED
  }

  async #look(frame: Frame): Promise<void> {
    const engine = this.#engine
    frame.noticed = false
    if (frame.over) return
    const halt = frame.halt ?? (frame.failure && this.#haltAfterFailure(frame))
    if (halt ? frame.busy > 0 : frame.unsettled > 0) return
    frame.over = true
    if (halt) finalise(engine, frame, halt)
    engine.draining.delete(frame)
    await frame.owner.ended(frame)
    await this.#ending.advance()
  }

  async #startNext(): Promise<boolean> {
    const next = this.#engine.ready.shift()
    if (!next) return false
    if (!next.frame.going) return true
    await this.#engine.breathe()
    await startStep(this.#engine, next)
    return true
  }
}

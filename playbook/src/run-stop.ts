import type { RunEngine } from './run-engine.ts'
import { type Frame, type Halt, hasEnded, type StepNode } from './run-frame.ts'

export const RUN_FAILED: Halt = { code: 'run.failed', because: 'The run ended', failed: true }
export const RUN_CANCELLED: Halt = { code: 'run.cancelled', because: 'The run ended', failed: false }
export const RUN_STOPPED: Halt = { code: 'run.stopped', because: 'The run was stopped', failed: false }
export const NEIGHBOR_FAILED: Halt = {
  code: 'block.failed',
  because: 'Another step of the block failed',
  failed: true,
}
export const RACE_LOST: Halt = {
  code: 'block.decided',
  because: 'Enough other branches succeeded',
  failed: false,
}

/** Lets a list of steps begin nothing more: questions are closed, sleeps dropped, effects in flight still end. */
export function haltFrame(engine: RunEngine, frame: Frame, halt: Halt): void {
  if (frame.over || frame.halt) return
  frame.halt = halt
  for (const node of frame.nodes) {
    node.block?.stop(halt)
    for (const id of node.open) if (engine.open.get(id)?.kind !== 'effect') engine.drop(id, halt.code)
  }
  engine.notice(frame)
}

/** A failure in a list that nothing handles: its blocks end and its questions are closed; sleeps just run out. */
export function failFrame(engine: RunEngine, frame: Frame, halt: Halt): void {
  for (const node of frame.nodes) {
    node.block?.stop(halt)
    for (const id of node.open) {
      const kind = engine.open.get(id)?.kind
      if (kind === 'opening' || kind === 'answer' || kind === 'deadline') engine.drop(id, halt.code)
    }
  }
  engine.notice(frame)
}

/** Gives every step of a list that has ended its last state. */
export function finalise(engine: RunEngine, frame: Frame, halt: Halt): void {
  for (const node of frame.nodes) {
    if (hasEnded(node.state)) continue
    for (const inner of node.block?.live ?? []) {
      inner.over = true
      finalise(engine, inner, halt)
    }
    for (const id of node.open) engine.drop(id, halt.code)
    if (node.state === 'retrying' && halt.failed && node.lastError) engine.fail(node, node.lastError)
    else if (node.state === 'idle' || node.state === 'queued') engine.over(node, 'skipped', {})
    else engine.over(node, 'cancelled', { error: { code: halt.code, message: messageOf(node, halt) } })
  }
}

function messageOf(node: StepNode, { because }: Halt): string {
  if (node.state !== 'running') return `${because} while this step was waiting`
  if (node.planned.spec.kind === 'block') return `${because} while the steps of this block were running`
  return `${because} while this step was running. Its side effects may have occurred.`
}

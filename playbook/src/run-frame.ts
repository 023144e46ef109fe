import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { Arrivals } from './join.ts'
import type { PlannedList, PlannedStep } from './plan.ts'
import type { Scope } from './run-state.ts'
import type { StepError, StepState } from './run-types.ts'
import type { Input } from './step-input.ts'

/** A failure that nothing handled: of which step, and its error as the step gave it. */
export type Failure = { path: string; key: string; error: StepError }

/**
 * Why a list of steps goes no further: the run ended, a neighbor failed, or enough other branches succeeded.
 * `failed`: what was about to be tried again counts as failed, not as cancelled.
 */
export type Halt = { code: string; because: string; failed: boolean }

/** Anyone who began a list of steps learns that all of it has ended. */
export interface FrameOwner {
  ended(frame: Frame): Promise<void>
}

/** A block at work. */
export interface BlockRun extends FrameOwner {
  /** Begins nothing more; what must still run (`finally`, effects in flight) does. */
  stop(halt: Halt): void
  /** The lists that are not over. */
  readonly live: ReadonlySet<Frame>
  /** A pause between two turns has ended. */
  awake(): void
}

/** One step in one frame: where it is. */
export class StepNode {
  readonly frame: Frame
  readonly planned: PlannedStep
  readonly path: string
  state: 'idle' | StepState = 'idle'
  attempt = 0
  readonly arrivals: Arrivals
  input: Input | undefined
  inputHash: string | undefined
  output: JsonValue | undefined
  /** Why it failed. */
  error: StepError | undefined
  /** The failure inside a block that became its own. */
  cause: Failure | undefined
  /** The error of the last attempt while a retry is pending. */
  lastError: StepError | undefined
  /** The condition of an incoming edge that could not be evaluated. */
  broken: StepError | undefined
  /** Whether an edge for failure continues from this failed step. */
  handled = false
  block: BlockRun | undefined
  /** The commands of it that are out. */
  readonly open = new Set<string>()

  constructor(frame: Frame, planned: PlannedStep) {
    this.frame = frame
    this.planned = planned
    this.path = frame.prefix + planned.name
    this.arrivals = { total: planned.incoming.length, resolved: 0, held: 0, broken: false }
  }
}

export type FramePlace = {
  /** Is before the names of its steps: '' or `each#3/`. */
  prefix: string
  scope: Scope
  owner: FrameOwner
  /** Inside a loop: pure steps are not reported, since a replay recomputes them. */
  quiet: boolean
}

/** One pass through a list of steps. */
export class Frame {
  readonly list: PlannedList
  readonly prefix: string
  readonly scope: Scope
  readonly owner: FrameOwner
  readonly quiet: boolean
  readonly nodes: readonly StepNode[]
  /** Steps that are not over, or whose edges are not resolved. */
  unsettled: number
  /** Effects in flight and blocks at work. */
  busy = 0
  /** The first failure that nothing handles: no new work, effects in flight may still end. */
  failure: Failure | undefined
  /** Set from outside: no new work, edges are of no more interest. */
  halt: Halt | undefined
  over = false
  /** Waiting to be advanced. */
  noticed = false

  constructor(list: PlannedList, { prefix, scope, owner, quiet }: FramePlace) {
    this.list = list
    this.prefix = prefix
    this.scope = scope
    this.owner = owner
    this.quiet = quiet
    this.nodes = list.steps.map((planned) => new StepNode(this, planned))
    this.unsettled = this.nodes.length
  }

  /** Whether its steps may still begin. */
  get going(): boolean {
    return !this.over && this.halt === undefined && this.failure === undefined
  }
}

const OVER: ReadonlySet<string> = new Set(['succeeded', 'failed', 'skipped', 'cancelled'])

/** Whether nothing more can happen to a step. */
export function hasEnded(state: StepNode['state']): boolean {
  return OVER.has(state)
}

/** What led to a run. */
export interface Cause {
  /** The run that a person or something outside began. */
  root: string
  /** What is counted together: the root, or the first of the runs that one event started side by side. */
  group: string
  /** The run whose write, call, or failure starts the new one. */
  parent: string
  /** Playbooks of all runs above the new one, the outermost first. */
  path: readonly string[]
}

export interface LoopLimits {
  /** Runs above a run. */
  depth: number
  /** How often a playbook may come again below itself in one chain. */
  repeats: number
  /** Runs on loops per root cause and hour. */
  runs: number
}

/** What is known of the loops of one root cause. */
export interface LoopState {
  /** Playbooks that came again below themselves, and those between. */
  members: ReadonlySet<string>
  /** Runs on loops in the current hour. */
  runs: number
}

/** A start to evaluate. */
export interface WantedStart extends Pick<Cause, 'path'> {
  playbookId: string
  /** A step of the parent run calls a component: what it calls is its own work. */
  isCall: boolean
}

export type LoopRule = 'depth' | 'repeats' | 'runs'

export type StartVerdict =
  | { kind: 'start'; isOnLoop: boolean; loop: LoopState }
  | { kind: 'stop'; rule: LoopRule; members: readonly string[] }

export const NO_LOOP: LoopState = { members: new Set(), runs: 0 }

/** Longer lists help no one; the last names stay. */
const MAX_NAMED = 12

/**
 * Whether a run may start, by what repeats above it. Breadth is never a reason: a chain in which no playbook comes twice
 * is bounded by its depth alone. `loop` is the state of its root cause; the answer carries the state after the start.
 */
export function evaluateStart(
  { path, playbookId, isCall }: WantedStart,
  { limits, loop }: { limits: LoopLimits; loop: LoopState },
): StartVerdict {
  const stop = (rule: LoopRule): StartVerdict => ({
    kind: 'stop',
    rule,
    members: namedMembers(path, playbookId, loop.members),
  })
  const repeats = path.filter((one) => one === playbookId).length
  const parent = path.at(-1)
  // Counts what repeats, what a chain that came around before leads to, and edges of a loop that was seen elsewhere.
  const isOnLoop =
    repeats > 0 ||
    (!isCall && new Set(path).size < path.length) ||
    (parent !== undefined && loop.members.has(parent) && loop.members.has(playbookId))
  if (repeats > limits.repeats) return stop('repeats')
  if (isOnLoop && loop.runs >= limits.runs) return stop('runs')
  if (path.length > limits.depth) return stop('depth')
  if (!isOnLoop) return { kind: 'start', isOnLoop, loop }
  const iteration = repeats > 0 ? lastIteration(path, playbookId) : []
  const members = new Set([...loop.members, ...iteration])
  return { kind: 'start', isOnLoop, loop: { members, runs: loop.runs + 1 } }
}

/** The chain from the last time that the playbook ran, without its next run. */
const lastIteration = (path: readonly string[], playbookId: string) =>
  path.slice(path.lastIndexOf(playbookId))

/** The loop in order; it ends with the playbook that may not start where that is part of it. */
function namedMembers(
  path: readonly string[],
  playbookId: string,
  seen: ReadonlySet<string>,
): readonly string[] {
  if (path.includes(playbookId)) return [...lastIteration(path, playbookId).slice(1 - MAX_NAMED), playbookId]
  const again = path.findLastIndex((one, at) => path.indexOf(one) < at)
  if (again > 0) {
    const before = path.slice(0, again)
    return path.slice(before.lastIndexOf(path[again] ?? ''), again + 1).slice(-MAX_NAMED)
  }
  const from = path.findIndex((one) => seen.has(one))
  return [...path.slice(Math.max(0, from)).slice(1 - MAX_NAMED), playbookId]
}

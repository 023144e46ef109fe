/** Iterations in a path, outermost loop first: `each#3/deep#0/look` yields 3 and 0. */
export function iterationsOf(path: string): number[] {
  return [...path.matchAll(/#(\d+)/g)].map(([, turn]) => Number(turn))
}

/** The path of one instance: replaces each `#*` with an iteration. */
export function pathOf(pattern: string, turns: readonly number[]): string {
  let at = 0
  return pattern.replace(/#\*/g, () => `#${turns[at++] ?? 0}`)
}

/** Initial selection: a failed iteration, otherwise the first of each loop. */
export function firstIterations(step: {
  path: string
  instances: { failedPaths: readonly string[] } | null
}): number[] {
  const [failed] = step.instances?.failedPaths ?? []
  if (failed !== undefined) return iterationsOf(failed)
  return [...step.path.matchAll(/#\*/g)].map(() => 0)
}

/**
 * Iterations around a step as far as the selection (`each#3`, `each#3/deep#0`) names them, outermost first; empty if
 * it belongs to other loops.
 */
export function iterationsUnder(pattern: string, turn: string): number[] {
  const chosen = turn.replace(/#\d+/g, '#*')
  const loops = [...pattern.matchAll(/#\*/g)].map(({ index }) => pattern.slice(0, index + 2))
  const shared = loops.filter((loop) => chosen === loop || chosen.startsWith(`${loop}/`))
  return iterationsOf(turn).slice(0, shared.length)
}

export function depthOf(pattern: string): number {
  return pattern.split('#*').length - 1
}

/** The iteration of an instance: `each#3/deep#0/look` is in `each#3/deep#0`; null outside loops. */
export function enclosingIteration(path: string): string | null {
  return /^.*#\d+/.exec(path)?.[0] ?? null
}

/** The turns that a path names, outermost loop first: `each#3/deep#0/look` gives 3 and 0. */
export function iterationsOf(path: string): number[] {
  return [...path.matchAll(/#(\d+)/g)].map(([, turn]) => Number(turn))
}

/** The path of one instance: each `#*` of the pattern with the turn of that loop. */
export function pathOf(pattern: string, turns: readonly number[]): string {
  let at = 0
  return pattern.replace(/#\*/g, () => `#${turns[at++] ?? 0}`)
}

/** What is looked at first: a turn that failed, else the first one of each loop. */
export function firstIterations(step: {
  path: string
  instances: { failedPaths: readonly string[] } | null
}): number[] {
  const [failed] = step.instances?.failedPaths ?? []
  if (failed !== undefined) return iterationsOf(failed)
  return [...step.path.matchAll(/#\*/g)].map(() => 0)
}

/**
 * The turns of the loops around a step as far as the chosen turn (`each#3`, `each#3/deep#0`) names them, outermost
 * first; empty when it is a turn of other loops.
 */
export function iterationsUnder(pattern: string, turn: string): number[] {
  const chosen = turn.replace(/#\d+/g, '#*')
  const loops = [...pattern.matchAll(/#\*/g)].map(({ index }) => pattern.slice(0, index + 2))
  const shared = loops.filter((loop) => chosen === loop || chosen.startsWith(`${loop}/`))
  return iterationsOf(turn).slice(0, shared.length)
}

/** How many loops stand around a step. */
export function depthOf(pattern: string): number {
  return pattern.split('#*').length - 1
}

/** The turn that holds an instance: `each#3/deep#0/look` lies in `each#3/deep#0`; null outside of loops. */
export function enclosingIteration(path: string): string | null {
  return /^.*#\d+/.exec(path)?.[0] ?? null
}

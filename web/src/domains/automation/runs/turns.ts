/** The turns that a path names, outermost loop first: `each#3/deep#0/look` gives 3 and 0. */
export function turnsOf(path: string): number[] {
  return [...path.matchAll(/#(\d+)/g)].map(([, turn]) => Number(turn))
}

/** The path of one instance: each `#*` of the pattern with the turn of that loop. */
export function pathOf(pattern: string, turns: readonly number[]): string {
  let at = 0
  return pattern.replace(/#\*/g, () => `#${turns[at++] ?? 0}`)
}

/** What is looked at first: a turn that failed, else the first one of each loop. */
export function firstTurns(step: {
  path: string
  instances: { failedPaths: readonly string[] } | null
}): number[] {
  const [failed] = step.instances?.failedPaths ?? []
  if (failed !== undefined) return turnsOf(failed)
  return [...step.path.matchAll(/#\*/g)].map(() => 0)
}

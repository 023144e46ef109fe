import { casesOf, type Edge, edgesInto, type StepShell } from './document.ts'

/** What the graph of one list of steps is made of. */
type Step = Pick<StepShell, 'key' | 'after' | 'join'>

/** The cycles of a graph of steps, each as the keys in their order, beginning with the first step written. */
export function findCycles(steps: readonly Step[]): string[][] {
  const byKey = new Map(steps.map((step) => [step.key, step]))
  const state = new Map<string, 'open' | 'done'>()
  const cycles: string[][] = []
  for (const start of steps) {
    if (state.has(start.key)) continue
    const trail: { key: string; rest: string[] }[] = []
    const enter = (key: string) => {
      state.set(key, 'open')
      const step = byKey.get(key)
      trail.push({ key, rest: step ? edgesInto(step).map((edge) => edge.step) : [] })
    }
    enter(start.key)
    for (let top = trail.at(-1); top; top = trail.at(-1)) {
      const next = top.rest.shift()
      if (next === undefined) {
        state.set(top.key, 'done')
        trail.pop()
      } else if (state.get(next) === 'open') {
        const keys = trail.map(({ key }) => key)
        // The trail follows edges backwards; a cycle reads in the direction of the run.
        cycles.push(fromFirst(keys.slice(keys.indexOf(next)).reverse(), steps))
      } else if (!state.has(next) && byKey.has(next)) enter(next)
    }
  }
  return cycles
}

function fromFirst(cycle: string[], steps: readonly Step[]): string[] {
  const first = steps.find((step) => cycle.includes(step.key))
  const at = first ? cycle.indexOf(first.key) : 0
  return [...cycle.slice(at), ...cycle.slice(0, at)]
}

/** For each step of an acyclic graph, the keys of all steps before it. */
export function upstreamOf(steps: readonly Step[]): Map<string, Set<string>> {
  const byKey = new Map(steps.map((step) => [step.key, step]))
  const known = new Map<string, Set<string>>()
  const visit = (root: string) => {
    const stack = [root]
    for (let key = stack.at(-1); key !== undefined; key = stack.at(-1)) {
      const step = byKey.get(key)
      const sources = step ? edgesInto(step).map((edge) => edge.step) : []
      const open = sources.filter(
        (source) => byKey.has(source) && !known.has(source) && !stack.includes(source),
      )
      if (open.length > 0) stack.push(...open.slice(0, 1))
      else {
        const all = new Set<string>()
        for (const source of sources) {
          all.add(source)
          for (const before of known.get(source) ?? []) all.add(before)
        }
        known.set(key, all)
        stack.pop()
      }
    }
  }
  for (const step of steps) if (!known.has(step.key)) visit(step.key)
  return known
}

/** Why a step can never run, as far as its edges alone show. */
export function unreachable(steps: readonly Step[]): Map<string, string> {
  const found = new Map<string, string>()
  for (const step of steps) {
    const reason = contradiction(step)
    if (reason) found.set(step.key, reason)
  }
  for (let grew = found.size > 0; grew; ) {
    grew = false
    for (const step of steps) {
      const edges = edgesInto(step)
      if (found.has(step.key) || edges.length === 0) continue
      const dead = edges.filter((edge) => found.has(edge.step))
      if (step.join === 'every' ? dead.length > 0 : dead.length === edges.length) {
        found.set(step.key, `it follows "${dead[0]?.step}", which can never run`)
        grew = true
      }
    }
  }
  return found
}

function contradiction(step: Step): string | undefined {
  if (step.join !== 'every') return undefined
  const bySource = new Map<string, Edge[]>()
  for (const edge of edgesInto(step)) bySource.set(edge.step, [...(bySource.get(edge.step) ?? []), edge])
  for (const [source, edges] of bySource) {
    const asked = new Set(edges.map((edge) => edge.on))
    if (asked.has('success') && asked.has('failure')) {
      return `join "every" requires "${source}" to both succeed and fail`
    }
    const cases = edges.map(casesOf).filter((names) => names !== undefined)
    const [first] = cases
    if (first && !first.some((name) => cases.every((names) => names.includes(name)))) {
      return `join "every" requires different cases of "${source}" at the same time`
    }
  }
  return undefined
}

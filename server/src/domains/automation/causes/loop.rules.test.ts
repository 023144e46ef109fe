import { describe, expect, it } from 'vitest'
import { evaluateStart, type LoopLimits, type LoopRule, type LoopState, NO_LOOP } from './loop.rules.ts'
import { STANDARD_QUOTAS } from '@caseloom/contract/tenancy/quotas'

const LIMITS: LoopLimits = {
  depth: STANDARD_QUOTAS.chain_depth,
  repeats: STANDARD_QUOTAS.chain_repeats,
  runs: STANDARD_QUOTAS.loop_runs,
}
/** Only what runs before a chain comes around. */
const ONCE = { ...LIMITS, repeats: 0 }
const MAX_SIMULATED = 200_000

/** Playbook → the playbooks that each of its runs starts; one that is listed twice is started twice. */
type Graph = Record<string, readonly string[]>

interface Simulated {
  runs: number
  onLoops: number
  stops: { rule: LoopRule; members: readonly string[] }[]
}

/** Starts everything that a run of `first` leads to, breadth first or depth first, until nothing is left. */
function simulate(graph: Graph, first: string, { order = 'breadth', limits = LIMITS } = {}): Simulated {
  const open: { path: readonly string[]; playbook: string }[] = [{ path: [], playbook: first }]
  const seen: Simulated = { runs: 0, onLoops: 0, stops: [] }
  let loop: LoopState = NO_LOOP
  for (let at = 0; order === 'breadth' ? at < open.length : open.length > 0; at += 1) {
    const next = order === 'breadth' ? open[at] : open.pop()
    if (next === undefined) break
    const verdict = evaluateStart(
      { path: next.path, playbookId: next.playbook, isCall: false },
      { limits, loop },
    )
    if (verdict.kind === 'stop') {
      seen.stops.push(verdict)
      continue
    }
    loop = verdict.loop
    seen.runs += 1
    if (verdict.isOnLoop) seen.onLoops += 1
    if (seen.runs > MAX_SIMULATED) throw new Error('It does not stop')
    const path = [...next.path, next.playbook]
    for (const playbook of graph[next.playbook] ?? []) open.push({ path, playbook })
  }
  return seen
}

function seeded(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) & 0x7f_ff_ff_ff
    return Math.floor((state / 0x80_00_00_00) * below)
  }
}
const SEED = Number(process.env['CASELOOM_SEED'] ?? 20261123)
const letters = (count: number) => Array.from({ length: count }, (_one, at) => String.fromCharCode(65 + at))
const ORDERS = ['breadth', 'depth'] as const

describe('a loop stops within 100 runs', () => {
  const complete = (count: number): Graph =>
    Object.fromEntries(letters(count).map((one) => [one, letters(count)]))
  const ring = (count: number, times: number): Graph =>
    Object.fromEntries(
      letters(count).map((one, at) => [
        one,
        Array.from({ length: times }, () => letters(count)[(at + 1) % count] ?? ''),
      ]),
    )
  it.each([
    ['over one playbook', ring(1, 1)],
    ['over two', ring(2, 1)],
    ['over twenty', ring(20, 1)],
    ['of runs that start two each', ring(1, 2)],
    ['over two playbooks whose runs start two each', ring(2, 2)],
    ['over three playbooks whose runs start two each', ring(3, 2)],
    ['of three playbooks that all start one another', complete(3)],
    ['of six playbooks that all start one another', complete(6)],
  ])('%s', (_name, graph) => {
    for (const order of ORDERS) {
      const { runs, stops } = simulate(graph, 'A', { order })
      expect(runs).toBeLessThanOrEqual(100)
      expect(stops.length).toBeGreaterThan(0)
    }
  })

  it('in every generated graph that leads back to each of its playbooks, once around in 40 runs or fewer', () => {
    const random = seeded(SEED)
    let met = 0
    for (let round = 0; round < 500; round += 1) {
      const names = letters(1 + random(8))
      const pick = () => names[random(names.length)] ?? 'A'
      const graph: Record<string, string[]> = Object.fromEntries(
        names.map((one, at) => [one, [names[(at + 1) % names.length] ?? 'A']]),
      )
      for (let more = random(4); more > 0; more -= 1) graph[pick()]?.push(pick())
      const { runs, stops } = simulate(graph, 'A', { order: ORDERS[round % 2] ?? 'breadth' })
      const at = `seed ${SEED}, round ${round}`
      if (simulate(graph, 'A', { limits: ONCE }).runs <= 40) {
        met += 1
        expect(runs, at).toBeLessThanOrEqual(100)
      }
      expect(stops.length, at).toBeGreaterThan(0)
      for (const { members } of stops) expect(members.length, at).toBeGreaterThan(1)
    }
    expect(met).toBeGreaterThan(300)
  })

  it('in every generated graph, beside what ran before a chain came around', () => {
    const random = seeded(SEED)
    for (let round = 0; round < 300; round += 1) {
      const names = letters(2 + random(6))
      const pick = () => names[random(names.length)] ?? 'A'
      const graph: Graph = Object.fromEntries(
        names.map((one) => [one, Array.from({ length: random(5) }, pick)]),
      )
      const { onLoops, runs } = simulate(graph, 'A', { order: ORDERS[round % 2] ?? 'breadth' })
      const at = `seed ${SEED}, round ${round}`
      expect(onLoops, at).toBeLessThanOrEqual(LIMITS.runs)
      expect(runs - onLoops, at).toBeLessThanOrEqual(simulate(graph, 'A', { limits: ONCE }).runs)
    }
  })
})

describe('what is no loop', () => {
  it('is never stopped, however broad: generated graphs without a way back', () => {
    const random = seeded(SEED + 1)
    for (let round = 0; round < 60; round += 1) {
      const names = letters(2 + random(20))
      const graph: Record<string, string[]> = {}
      let width = 1
      for (const [at, name] of names.entries()) {
        const later = names.slice(at + 1)
        const most = Math.max(1, Math.min(500, Math.floor(20_000 / width)))
        const times = later.length === 0 ? 0 : 1 + random(most)
        graph[name] = Array.from({ length: times }, () => later[random(later.length)] ?? '')
        width *= Math.max(1, times)
      }
      const { stops, onLoops } = simulate(graph, 'A', { order: ORDERS[round % 2] ?? 'breadth' })
      expect({ stops, onLoops }, `seed ${SEED + 1}, round ${round}`).toEqual({ stops: [], onLoops: 0 })
    }
  })

  it('continues beside a loop of the same cause', () => {
    const graph = { A: ['L', ...Array.from({ length: 300 }, () => 'B')], B: ['C'], L: ['L', 'L'] }
    const { runs, onLoops, stops } = simulate(graph, 'A')
    expect(stops.every(({ members }) => members.every((one) => one === 'L'))).toBe(true)
    expect(runs - onLoops).toBe(1 + 1 + 300 + 300)
  })
})

describe('a stop', () => {
  it('names the loop in order, without what led into it', () => {
    const { stops } = simulate({ I: ['A'], A: ['B'], B: ['A'] }, 'I')
    expect(stops).toEqual([{ kind: 'stop', rule: 'repeats', members: ['A', 'B', 'A'] }])
  })
  it('names a branch of a loop that has not come around', () => {
    const loop = { members: new Set(['A', 'B']), runs: LIMITS.runs }
    expect(
      evaluateStart({ path: ['I', 'A'], playbookId: 'B', isCall: false }, { limits: LIMITS, loop }),
    ).toEqual({
      kind: 'stop',
      rule: 'runs',
      members: ['A', 'B'],
    })
  })
  it('names the loop that came before, where it leads out of it', () => {
    const loop = { members: new Set(['A', 'B']), runs: LIMITS.runs }
    const out = { path: ['I', 'A', 'B', 'A'], playbookId: 'C', isCall: false }
    expect(evaluateStart(out, { limits: LIMITS, loop })).toEqual({
      kind: 'stop',
      rule: 'runs',
      members: ['A', 'B', 'A'],
    })
    expect(evaluateStart({ ...out, isCall: true }, { limits: LIMITS, loop }).kind).toBe('start')
  })
  it('comes at the depth, for chains in which nothing repeats, with the last names', () => {
    const path = letters(26)
    const verdict = evaluateStart(
      { path, playbookId: 'a', isCall: false },
      { limits: { ...LIMITS, depth: 25 }, loop: NO_LOOP },
    )
    expect(verdict).toMatchObject({ kind: 'stop', rule: 'depth' })
    expect(verdict.kind === 'stop' && verdict.members.slice(-3)).toEqual(['Y', 'Z', 'a'])
  })
})

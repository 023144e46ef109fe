import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'

export const KINDS = [
  'plain',
  'fan',
  'ask',
  'call',
  'both',
  'pause',
  'safe',
  'bad',
  'undo',
  'stop',
  'seen',
] as const
export type Kind = (typeof KINDS)[number]

/** One delivery: all that the run of it will do follows from these values. */
export interface Case {
  id: string
  n: number
  kind: Kind
  /** How often the first call is answered with 500 before it succeeds. */
  flaky: number
  items: string[]
  verdict: 'approved' | 'refused'
  wait: string
}

/** How the run of a case must end, and what must have been called. */
export interface Expected {
  state: 'succeeded' | 'failed' | 'cancelled'
  output: JsonValue
  /** `<step> <subject>` of every call that is to be made. */
  calls: string[]
  /** Runs of components that it begins, directly or through them. */
  children: number
  record: boolean
}

/** Numbers from 0 to 1 that follow from the seed alone (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** The cases of a trial: each kind about as often as any other. */
export function casesOf(name: string, count: number, seed: number): Case[] {
  const random = randomOf(seed)
  const below = (most: number) => Math.floor(random() * most)
  return Array.from({ length: count }, (_, n) => {
    const id = `${name}-${n}`
    return {
      id,
      n,
      kind: KINDS[below(KINDS.length)] ?? 'plain',
      flaky: random() < 0.3 ? 1 + below(2) : 0,
      items: Array.from({ length: 2 + below(5) }, (_, item) => `${id}/${item}`),
      verdict: random() < 0.7 ? 'approved' : 'refused',
      wait: `${1 + below(3)}s`,
    }
  })
}

export function expectedOf(one: Case): Expected {
  const { kind, id, items } = one
  const call = (step: string, subject = id) => `${step} ${subject}`
  const calls = ['first', ...between(one)].map((step) => call(step))
  if (kind === 'fan' || kind === 'undo') calls.push(...items.map((item) => call('item', item)))
  const failed = (state: 'failed' | 'cancelled', more: string[]): Expected => ({
    state,
    output: null,
    calls: [...calls, ...more],
    children: 0,
    record: false,
  })
  if (kind === 'bad') return failed('failed', [call('bad'), call('undo'), call('sorry')])
  if (kind === 'undo') {
    const undone = items.map((item) => call('undo', item))
    return failed('failed', [call('bad'), call('undo'), ...undone, call('sorry')])
  }
  if (kind === 'stop') return failed('cancelled', [call('undo')])
  if (kind === 'ask' && one.verdict === 'refused') return failed('failed', [call('undo'), call('sorry')])
  return {
    state: 'succeeded',
    output: { id, first: 'first', ...resultOf(one), report: 'report' },
    calls: [...calls, call('report')],
    children: kind === 'call' ? (hasLeaf(one) ? 2 : 1) : 0,
    record: true,
  }
}

const hasLeaf = ({ n }: Case) => n % 2 === 0

function between(one: Case): string[] {
  if (one.kind === 'call') return hasLeaf(one) ? ['part', 'leaf'] : ['part']
  if (one.kind === 'both') return ['left', 'right']
  if (one.kind === 'safe') return ['lost', 'caught', 'tidy']
  return []
}

function resultOf(one: Case): JsonObject {
  const { kind, n, items } = one
  if (kind === 'fan') return { fan: items.map((item) => `done ${item}`) }
  if (kind === 'ask') return { verdict: 'approved' }
  if (kind === 'call') return { part: { n: n * 2, ...(hasLeaf(one) ? { leaf: n * 3 } : {}) } }
  if (kind === 'both') return { left: 'left', right: 'right' }
  if (kind === 'safe') return { caught: 'caught' }
  return {}
}

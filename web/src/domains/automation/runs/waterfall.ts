import type { StepView } from '@caseloom/contract/automation/automation'
import type { z } from 'zod'

type Step = z.infer<typeof StepView>

export type BarKind = 'done' | 'failed' | 'running' | 'waiting' | 'cancelled'

/** Part of a row; times in milliseconds since 1970. */
export interface Bar {
  from: number
  to: number
  kind: BarKind
  /** Waiting: long gaps are shortened. */
  idle: boolean
}

/** Bars of a step: one per attempt, and the current backoff delay. */
export function barsOf(step: Step, end: number): Bar[] {
  const waits = isWait(step.action)
  const bars = step.attempts.map((attempt): Bar => {
    const from = Date.parse(attempt.startedAt)
    const to = attempt.endedAt === null ? end : Date.parse(attempt.endedAt)
    const kind = attempt.endedAt === null ? openKind(step.state) : endKind(step.state, attempt.error)
    return { from, to: Math.max(from, to), kind, idle: waits || kind === 'waiting' }
  })
  const last = bars.at(-1)
  if (last !== undefined && step.state === 'retrying' && last.to < end)
    bars.push({ from: last.to, to: end, kind: 'waiting', idle: true })
  // A pure step has no attempts, but it has times.
  if (bars.length === 0 && step.startedAt !== null) {
    const from = Date.parse(step.startedAt)
    const to = step.endedAt === null ? end : Date.parse(step.endedAt)
    const kind = step.endedAt === null ? openKind(step.state) : endKind(step.state, step.error)
    bars.push({ from, to: Math.max(from, to), kind, idle: waits || kind === 'waiting' })
  }
  return bars
}

function isWait(action: string): boolean {
  return action === 'flow.wait' || action.startsWith('human.')
}

function openKind(state: Step['state']): BarKind {
  if (state === 'waiting' || state === 'retrying') return 'waiting'
  return state === 'running' ? 'running' : 'cancelled'
}

/** Steps stopped by the end of their run did not fail themselves. */
const STOPPED: readonly string[] = ['run.cancelled', 'run.failed']

function endKind(state: Step['state'], error: { code: string } | null): BarKind {
  if (error !== null && !STOPPED.includes(error.code)) return 'failed'
  return state === 'cancelled' ? 'cancelled' : 'done'
}

export interface Tick {
  /** From 0 to 1. */
  at: number
  /** Since the start of the run. */
  ms: number
  last: boolean
}

/** Maps times to positions from 0 (start) to 1 (end). */
export interface Scale {
  at: (time: number) => number
  ticks: Tick[]
  compressible: boolean
}

/** Shorter waits keep their length. */
const LONG_WAIT_MS = 2000

interface Piece {
  from: number
  to: number
  weight: number
  squeezed: boolean
}

/** A scale over the entire run; with `compress`, long waits grow logarithmically. */
export function scaleOf(
  bars: readonly Bar[],
  span: { start: number; end: number; compress: boolean },
): Scale {
  const start = span.start
  const end = Math.max(span.end, start + 1)
  const pieces = piecesOf(bars, start, end)
  const compressible = pieces.some((piece) => piece.squeezed)
  const used = span.compress && compressible ? pieces : [{ from: start, to: end, weight: 1, squeezed: false }]
  const total = used.reduce((sum, piece) => sum + piece.weight, 0)
  const begins: number[] = []
  used.reduce((sum, piece) => {
    begins.push(sum)
    return sum + piece.weight
  }, 0)
  const at = (time: number): number => {
    if (time <= start) return 0
    if (time >= end) return 1
    const index = used.findLastIndex((piece) => piece.from <= time)
    const piece = used[index]
    if (piece === undefined) return 0
    const share = (time - piece.from) / Math.max(1e-9, piece.to - piece.from)
    return ((begins[index] ?? 0) + piece.weight * share) / total
  }
  const candidates =
    span.compress && compressible
      ? used.flatMap((piece) => (piece.squeezed ? [piece.from, piece.to] : []))
      : evenTimes(start, end)
  return { at, ticks: ticksOf(candidates, { start, end, at }), compressible }
}

/** Splits the run where activity starts and stops. */
function piecesOf(bars: readonly Bar[], start: number, end: number): Piece[] {
  const work = bars
    .filter((bar) => !bar.idle && bar.to > bar.from)
    .map((bar) => ({ from: Math.max(start, bar.from), to: Math.min(end, bar.to) }))
    .filter((bar) => bar.to > bar.from)
    .sort((a, b) => a.from - b.from)
  const merged: { from: number; to: number }[] = []
  for (const bar of work) {
    const last = merged.at(-1)
    if (last !== undefined && bar.from <= last.to) last.to = Math.max(last.to, bar.to)
    else merged.push({ ...bar })
  }
  const busy = merged.reduce((sum, bar) => sum + bar.to - bar.from, 0)
  const room = Math.max(1, busy / 2)
  const pieces: Piece[] = []
  const rest = (from: number, to: number) => {
    const length = to - from
    if (length <= 0) return
    const squeezed = length > LONG_WAIT_MS && length > room
    pieces.push({ from, to, weight: squeezed ? room * (1 + Math.log(length / room)) : length, squeezed })
  }
  let before = start
  for (const bar of merged) {
    rest(before, bar.from)
    pieces.push({ ...bar, weight: bar.to - bar.from, squeezed: false })
    before = bar.to
  }
  rest(before, end)
  return pieces
}

const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500]
const LONGER = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 21_600, 43_200, 86_400]

function evenTimes(start: number, end: number): number[] {
  const length = end - start
  const steps = [...STEPS, ...LONGER.map((seconds) => seconds * 1000)]
  const step = steps.find((one) => length / one <= 5) ?? Math.ceil(length / 5 / 86_400_000) * 86_400_000
  const times: number[] = []
  for (let time = start + step; time < end; time += step) times.push(time)
  return times
}

function ticksOf(
  times: readonly number[],
  { start, end, at }: { start: number; end: number; at: (time: number) => number },
): Tick[] {
  return [
    { at: 0, ms: 0, last: false },
    ...times
      .filter((time) => time > start && time < end)
      .map((time) => ({ at: at(time), ms: time - start, last: false })),
    { at: 1, ms: end - start, last: true },
  ]
}

/** Ticks at least `gap` apart from each other and from the end; both ends are always included. */
export function spacedTicks(ticks: readonly Tick[], gap: number): Tick[] {
  const spaced: Tick[] = []
  for (const tick of ticks) {
    const before = spaced.at(-1)
    const isFree = before === undefined || (tick.at - before.at >= gap && tick.at <= 1 - gap)
    if (isFree || tick.last) spaced.push(tick)
  }
  return spaced
}

/** Width of the column of times that holds the longest of them: rows are grids of their own and share it. */
export function timeColumn(times: readonly string[]): string {
  return `${Math.max(0, ...times.map((time) => time.length))}ch`
}

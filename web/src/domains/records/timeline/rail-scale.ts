import type { TimelineCounts, TimelineKind } from '@caseloom/contract/records/timeline'
import { type Counted, inSteps } from '@caseloom/contract/values/timeline-steps'
import { type Lane, laneOf, LANES } from './lanes.ts'

/** A step of time with entries. Places are shares of the rail's length, the newest at 0. */
export interface RailStep {
  /** Start and end in milliseconds; the end is outside. */
  from: number
  until: number
  place: number
  count: number
  lanes: { lane: Lane; count: number }[]
}

/** The whole period of a record, newest first. Stretches without entries are shortened. */
export interface Rail {
  steps: RailStep[]
  /** Entries of each kind. */
  counts: Record<TimelineKind, number>
}

const MAX_STEPS = 120
/** The most that a stretch without entries takes, in steps. */
const MAX_GAP = 5

export type CountedItem = TimelineCounts['items'][number]

/** The rail of these kinds; of all without any. */
export function railOf(items: readonly CountedItem[], kinds: readonly TimelineKind[]): Rail {
  const counts = { attack: 0, people: 0, runs: 0, sla: 0, tasks: 0, files: 0, links: 0, record: 0 }
  for (const { kind, count } of items) counts[kind] += count
  const shown = items.filter(({ kind }) => kinds.length === 0 || kinds.includes(kind))
  const { step, items: stepped } = inSteps(
    shown.map((item): Counted<TimelineKind> => ({ ...item, at: Date.parse(item.at) / 1000 })),
    MAX_STEPS,
  )
  const steps: RailStep[] = []
  let place = 0
  for (const [at, own] of Map.groupBy(stepped, (item) => item.at)) {
    const newer = steps.at(-1)
    const from = at * 1000
    if (newer !== undefined) place += 1 + gapOf((newer.from - from) / (step * 1000))
    steps.push({ from, until: from + step * 1000, place: place + 0.5, count: sumOf(own), lanes: byLane(own) })
  }
  const length = place + 1
  return { steps: steps.map((one) => ({ ...one, place: one.place / length })), counts }
}

const gapOf = (steps: number) => Math.min(MAX_GAP, Math.log2(Math.max(1, steps)))

const sumOf = (items: readonly { count: number }[]) => items.reduce((sum, { count }) => sum + count, 0)

function byLane(items: readonly Counted<TimelineKind>[]): RailStep['lanes'] {
  return LANES.flatMap((lane) => {
    const count = sumOf(items.filter(({ kind }) => laneOf(kind) === lane))
    return count === 0 ? [] : [{ lane, count }]
  })
}

/** Where an instant is on the rail; between steps in proportion. */
export function placeOf({ steps }: Rail, at: number): number {
  const after = steps.findIndex(({ from }) => from <= at)
  const [older, newer] = [steps[after], after < 0 ? steps.at(-1) : steps[after - 1]]
  if (older === undefined) return newer?.place ?? 0
  if (newer === undefined || at < older.until) return older.place
  return older.place - ((older.place - newer.place) * (at - older.until)) / (newer.from - older.until || 1)
}

/** The step that an instant belongs to, or the next newer one; the last for what is older than all. */
export function stepAt({ steps }: Rail, at: number): number {
  const older = steps.findIndex(({ until }) => until <= at)
  return Math.max(0, (older < 0 ? steps.length : older) - 1)
}

/** The step nearest to a place. */
export function stepNear({ steps }: Rail, place: number): number {
  let nearest = 0
  for (const [at, step] of steps.entries())
    if (Math.abs(step.place - place) < Math.abs((steps[nearest]?.place ?? 0) - place)) nearest = at
  return nearest
}

/** The steps to write times beside, at least `apart` from each other. */
export function labeledSteps({ steps }: Rail, apart: number): RailStep[] {
  const labeled: RailStep[] = []
  for (const step of steps) {
    const last = labeled.at(-1)
    if (last === undefined || step.place - last.place >= apart) labeled.push(step)
  }
  return labeled
}

/**
 * The end of a part of the history with the steps that are newer than `at`, one after the other, as long as they have at
 * most `max` entries together; with `atLeast` steps in any case. Null when the part reaches the newest.
 */
export function newerEnd({ steps }: Rail, at: number, max: number, atLeast: 0 | 1): number | null {
  const newer = steps.filter(({ until }) => until > at).toReversed()
  let [sum, taken] = [0, 0]
  for (const { count } of newer) {
    sum += count
    if (taken >= atLeast && sum > max) break
    taken += 1
  }
  if (taken === newer.length) return null
  return newer[taken - 1]?.until ?? at
}

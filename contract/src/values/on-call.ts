import { instantOfWall, offsetAt, openStretches } from './business-hours.ts'

const DAY = 86_400_000
const MINUTE = 60_000

/** When a layer is on call within a week: from one time of day to another, past midnight when `to` isn't later. */
export interface OnCallHours {
  /** Monday is 1. */
  days: readonly number[]
  from: string
  to: string
}

/** People who take turns. Times of day are those of the schedule's zone. */
export interface OnCallLayer {
  people: readonly string[]
  /** The day on which the first person's turn begins, at the handoff. */
  startsOn: string
  handoff: string
  turn: { count: number; unit: 'day' | 'week' }
  /** None means around the clock. */
  hours: readonly OnCallHours[]
}

/** Someone who is on call instead, in milliseconds since 1970. */
export interface OnCallOverride {
  id: string
  userId: string
  from: number
  to: number
}

export interface OnCallPlan {
  zone: string
  /** The first layer that has someone decides. */
  layers: readonly OnCallLayer[]
  /** Later ones win. */
  overrides: readonly OnCallOverride[]
}

/** A stretch of time of one person, in milliseconds since 1970; `to` is not part of it. */
export interface Turn {
  from: number
  to: number
  userId: string
}

export interface OnCallSpan {
  from: number
  to: number
  /** Null is a gap. */
  userId: string | null
  /** What put the person there: an override, or a layer by its place. */
  by: { override: string } | { layer: number } | null
  /** People who would be on call, but can't be reached any more. */
  away: readonly string[]
}

interface Window {
  from: number
  to: number
}

/** Whether a person can be on call at all: an active user of the tenant. */
export type IsActive = (userId: string) => boolean

const everyone: IsActive = () => true

/** Who is on call at an instant; null when no one is. */
export function onCallAt(plan: OnCallPlan, at: number, isActive: IsActive = everyone): string | null {
  return onCallSpans(plan, { from: at, to: at + 1 }, isActive)[0]?.userId ?? null
}

/** Who is on call during a period, without holes: gaps are spans without a person. */
export function onCallSpans(plan: OnCallPlan, window: Window, isActive: IsActive = everyone): OnCallSpan[] {
  const sources = sourcesOf(plan, window)
  const edges = sources.flatMap(({ turns }) => turns.flatMap(({ from, to }) => [from, to]))
  const inside = edges.filter((edge) => edge > window.from && edge < window.to)
  const cuts = [...new Set([window.from, ...inside, window.to])].sort((a, b) => a - b)
  const cursors = sources.map(() => 0)
  const spans: OnCallSpan[] = []
  for (const [at, from] of cuts.entries()) {
    const to = cuts[at + 1]
    if (to === undefined) break
    const present = sources.flatMap(({ turns, by }, index) => {
      while ((turns[cursors[index] ?? 0]?.to ?? Number.POSITIVE_INFINITY) <= from)
        cursors[index] = (cursors[index] ?? 0) + 1
      const turn = turns[cursors[index] ?? 0]
      return turn !== undefined && turn.from <= from ? [{ userId: turn.userId, by }] : []
    })
    append(spans, { from, to, ...decided(present, isActive) })
  }
  return spans
}

type Present = { userId: string; by: NonNullable<OnCallSpan['by']> }

function decided(
  present: readonly Present[],
  isActive: IsActive,
): Pick<OnCallSpan, 'userId' | 'by' | 'away'> {
  const found = present.findIndex(({ userId }) => isActive(userId))
  const passed = found < 0 ? present : present.slice(0, found)
  const away = [...new Set(passed.map(({ userId }) => userId))]
  const one = present[found]
  return one === undefined ? { userId: null, by: null, away } : { ...one, away }
}

function append(spans: OnCallSpan[], next: OnCallSpan): void {
  const last = spans.at(-1)
  const same =
    last !== undefined &&
    last.userId === next.userId &&
    JSON.stringify([last.by, last.away]) === JSON.stringify([next.by, next.away])
  if (same) last.to = next.to
  else spans.push(next)
}

interface Source {
  by: NonNullable<OnCallSpan['by']>
  /** In their order, none overlapping. */
  turns: readonly Turn[]
}

/** The first one that has someone counts. */
function sourcesOf({ zone, layers, overrides }: OnCallPlan, window: Window): Source[] {
  const own = overrides
    .filter(({ from, to }) => from < window.to && to > window.from)
    .map(({ id, userId, from, to }) => ({ by: { override: id }, turns: [{ from, to, userId }] }))
  return [
    ...own.reverse(),
    ...layers.map((layer, at) => ({ by: { layer: at }, turns: turnsOf(zone, layer, window) })),
  ]
}

/** The turns of one layer during a period, cut to its hours. */
export function turnsOf(zone: string, layer: OnCallLayer, window: Window): Turn[] {
  const open = openOf(zone, layer, window)
  const turns: Turn[] = []
  for (const turn of wholeTurns(zone, layer, window))
    for (const stretch of open) {
      const from = Math.max(turn.from, stretch.from)
      const to = Math.min(turn.to, stretch.to)
      if (from < to) turns.push({ from, to, userId: turn.userId })
    }
  return joined(turns)
}

function wholeTurns(zone: string, { people, startsOn, handoff, turn }: OnCallLayer, window: Window): Turn[] {
  if (people.length === 0) return []
  const days = turn.count * (turn.unit === 'week' ? 7 : 1)
  const first = Date.parse(`${startsOn}T00:00:00Z`)
  const begin = (index: number) => instantOfWall(zone, first + index * days * DAY + clockMillis(handoff))
  const turns: Turn[] = []
  // One turn earlier than the calendar says: the clock on the wall may be ahead of the handoff or behind it.
  const wall = window.from + offsetAt(zone, window.from)
  let index = Math.max(0, Math.floor((wall - first) / (days * DAY)) - 1)
  for (; begin(index) < window.to; index += 1) {
    const userId = people[index % people.length]
    const to = begin(index + 1)
    if (userId === undefined) break
    if (to > window.from) turns.push({ from: begin(index), to, userId })
  }
  return turns
}

/** When the layer is on call during a period, in order and without overlaps. */
function openOf(zone: string, { hours }: OnCallLayer, window: Window): Window[] {
  if (hours.length === 0) return [window]
  const found: Window[] = []
  const dayOf = (at: number) => Math.floor((at + offsetAt(zone, at)) / DAY)
  for (let day = dayOf(window.from) - 1; day <= dayOf(window.to); day += 1)
    for (const { days, from, to } of hours)
      found.push(...openStretches({ zone, days: [...days], from, to, holidays: [] }, day))
  const sorted = found.sort((a, b) => a.from - b.from)
  const merged: Window[] = []
  for (const stretch of sorted) {
    const last = merged.at(-1)
    if (last !== undefined && stretch.from <= last.to) last.to = Math.max(last.to, stretch.to)
    else merged.push({ ...stretch })
  }
  return merged.flatMap((stretch) => {
    const from = Math.max(stretch.from, window.from)
    const to = Math.min(stretch.to, window.to)
    return from < to ? [{ from, to }] : []
  })
}

function joined(turns: readonly Turn[]): Turn[] {
  const whole: Turn[] = []
  for (const turn of turns) {
    const last = whole.at(-1)
    if (last !== undefined && last.userId === turn.userId && last.to === turn.from) last.to = turn.to
    else whole.push({ ...turn })
  }
  return whole
}

function clockMillis(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return (hour * 60 + minute) * MINUTE
}

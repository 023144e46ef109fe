import { TIMELINE_KINDS, type TimelineKind } from '@caseloom/contract/records/timeline'

/** What the attacker, people, and automation did, and what happened to the record. */
export const LANES = ['attack', 'people', 'runs', 'record'] as const
export type Lane = (typeof LANES)[number]

export function laneOf(kind: TimelineKind): Lane {
  return LANES.find((lane) => lane === kind) ?? 'record'
}

/** The lanes that these kinds need, in their order: a lane that is left out leaves no gap. */
export function lanesOf(kinds: readonly TimelineKind[]): Lane[] {
  const needed = (kinds.length === 0 ? TIMELINE_KINDS : kinds).map(laneOf)
  return LANES.filter((lane) => needed.includes(lane))
}

const FIRST_PX = 10
const APART_PX = 18
/** Half of the room around the mark of an entry, and around a thread that passes over another. */
const MARK_PX = 13
const GAP_PX = 4.5

/** Where a lane runs, from the start of the lanes. */
export const laneX = (at: number) => FIRST_PX + APART_PX * at

export const lanesWidth = (lanes: readonly Lane[]) => laneX(lanes.length - 1) + MARK_PX + 1

/** A piece of a thread; a vertical one without an end runs to the end of its row. */
export interface Piece {
  lane: Lane
  x1: number
  y1: number
  x2: number
  y2: number | null
}

/** The threads of a row without a mark. */
export function passingThreads(lanes: readonly Lane[]): Piece[] {
  return lanes.map((lane, at) => ({ lane, x1: laneX(at), y1: 0, x2: laneX(at), y2: null }))
}

/**
 * The threads of a row, woven: the weft leads from the mark in its lane to the text, over one thread and under the next,
 * alternating by row. What passes below is interrupted.
 */
export function wovenThreads(lanes: readonly Lane[], own: Lane, row: number, markY: number): Piece[] {
  const from = lanes.indexOf(own)
  const end = lanesWidth(lanes)
  const passesOver = (at: number) => (row + at) % 2 === 0
  const warp = lanes.flatMap((lane, at): Piece[] => {
    const x = laneX(at)
    const gap = at === from ? MARK_PX : at > from && passesOver(at) ? GAP_PX : 0
    if (gap === 0) return [{ lane, x1: x, y1: 0, x2: x, y2: null }]
    return [
      { lane, x1: x, y1: 0, x2: x, y2: markY - gap },
      { lane, x1: x, y1: markY + gap, x2: x, y2: null },
    ]
  })
  const stops = lanes.flatMap((_, at) => (at > from && !passesOver(at) ? [laneX(at)] : []))
  const starts = [laneX(from) + MARK_PX, ...stops.map((x) => x + GAP_PX)]
  const ends = [...stops.map((x) => x - GAP_PX), end]
  const weft = starts.map((x1, at) => ({ lane: own, x1, y1: markY, x2: ends[at] ?? end, y2: markY }))
  return [...warp, ...weft.filter(({ x1, x2 }) => x2 > x1)]
}

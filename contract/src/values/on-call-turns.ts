import { changeBetween, clockMillis, offsetAt, weekday } from './business-hours.ts'

const DAY = 86_400_000

/** A time of the day, on some weekdays, for which one person at a time is on call. */
export interface OnCallShift {
  key: string
  name: string
  /** Monday is 1. */
  days: readonly number[]
  from: string
  /** Not after `from`: on the next day. */
  to: string
}

/** When the next person takes over, by the clock of the schedule's zone. */
export interface OnCallRotation {
  every: 'day' | 'week'
  /** Days or weeks of one turn. */
  length: number
  /** The weekday of the handoff in weekly rotations; Monday is 1. */
  day: number
  time: string
  /** The first day of the first person; no one is on call before. */
  start: string
}

/** People who take turns. Without shifts, one of them is on call around the clock. */
export interface OnCallLayer {
  key: string
  name: string
  people: readonly string[]
  /** Null: each shift always has the same person. */
  rotation: OnCallRotation | null
  shifts: readonly OnCallShift[]
}

/** The part of a schedule that decides who is on call. */
export interface OnCallPlan {
  zone: string
  layers: readonly OnCallLayer[]
}

/** One row of a schedule: at every instant it has at most one person. */
export interface OnCallLane {
  layer: OnCallLayer
  shift: OnCallShift | null
}

/** A stretch of time in milliseconds since 1970, its end excluded. */
export interface OnCallSpan {
  from: number
  to: number
}

/** Someone's turn in a lane. */
export interface OnCallTurn extends OnCallSpan {
  userId: string
}

/** The lanes of a plan, those that count first before others. */
export function lanesOf({ layers }: Pick<OnCallPlan, 'layers'>): OnCallLane[] {
  return layers.flatMap((layer): OnCallLane[] =>
    layer.shifts.length === 0
      ? [{ layer, shift: null }]
      : layer.shifts.map((shift): OnCallLane => ({ layer, shift })),
  )
}

/**
 * The instant at which the clocks of a zone show a time, given as if the zone were UTC. A time that is skipped is the
 * instant of the change, one that comes twice is the first: so the order of times never turns around.
 */
export function instantAt(zone: string, wall: number): number {
  const before = offsetAt(zone, wall - DAY)
  const after = offsetAt(zone, wall + DAY)
  if (before === after) return wall - before
  if (offsetAt(zone, wall - before) === before) return wall - before
  if (offsetAt(zone, wall - after) === after) return wall - after
  return changeBetween(zone, wall - DAY, wall + DAY)
}

/** The midnight of a day, as the zone's clock shows it, at or before an instant; as if the zone were UTC. */
export function midnightBefore(zone: string, instant: number): number {
  return Math.floor((instant + offsetAt(zone, instant)) / DAY) * DAY
}

/** The turns of a lane that touch the span: whole, except where a turn never ends. */
export function turnsOf(zone: string, { layer, shift }: OnCallLane, span: OnCallSpan): OnCallTurn[] {
  if (layer.people.length === 0 || span.to <= span.from) return []
  if (shift !== null) return shiftTurns(zone, layer, shift, span)
  if (layer.rotation !== null) return rotationTurns(zone, layer, layer.rotation, span)
  return [{ userId: layer.people[0] ?? '', ...span }]
}

function shiftTurns(
  zone: string,
  layer: OnCallLayer,
  shift: OnCallShift,
  { from, to }: OnCallSpan,
): OnCallTurn[] {
  const at = layer.shifts.indexOf(shift)
  const begin = clockMillis(shift.from)
  const end = clockMillis(shift.to) + (clockMillis(shift.to) <= begin ? DAY : 0)
  const starts = layer.rotation === null ? null : firstHandoff(layer.rotation)
  const turns: OnCallTurn[] = []
  for (let day = midnightBefore(zone, from) - DAY; day <= to + DAY; day += DAY) {
    if (!shift.days.includes(weekday(day / DAY)) || (starts !== null && day + begin < starts)) continue
    const turn = { from: instantAt(zone, day + begin), to: instantAt(zone, day + end) }
    if (turn.to <= turn.from || turn.to <= from || turn.from >= to) continue
    const number = layer.rotation === null ? 0 : turnNumber(layer.rotation, day + begin)
    turns.push({ userId: personAt(layer, number + at), ...turn })
  }
  return turns
}

function rotationTurns(
  zone: string,
  layer: OnCallLayer,
  rotation: OnCallRotation,
  { from, to }: OnCallSpan,
): OnCallTurn[] {
  const starts = firstHandoff(rotation)
  const anchor = anchorOf(rotation)
  const turns: OnCallTurn[] = []
  const first = Math.max(0, turnNumber(rotation, midnightBefore(zone, from) - DAY))
  for (let number = first; ; number += 1) {
    const wall = anchor + number * periodOf(rotation)
    const turn = {
      from: instantAt(zone, Math.max(wall, starts)),
      to: instantAt(zone, wall + periodOf(rotation)),
    }
    if (turn.from >= to) return turns
    if (turn.to > from && turn.to > turn.from) turns.push({ userId: personAt(layer, number), ...turn })
  }
}

function personAt({ people }: OnCallLayer, number: number): string {
  return people[((number % people.length) + people.length) % people.length] ?? ''
}

function periodOf({ every, length }: OnCallRotation): number {
  return length * (every === 'week' ? 7 : 1) * DAY
}

function firstHandoff({ start, time }: OnCallRotation): number {
  return Date.parse(`${start}T00:00:00Z`) + clockMillis(time)
}

/** The handoff from which turns are counted: in weekly rotations, the one at or before the first day. */
function anchorOf(rotation: OnCallRotation): number {
  const first = firstHandoff(rotation)
  if (rotation.every === 'day') return first
  const behind = (weekday(Math.floor(first / DAY)) - rotation.day + 7) % 7
  return first - behind * DAY
}

function turnNumber(rotation: OnCallRotation, wall: number): number {
  return Math.floor((wall - anchorOf(rotation)) / periodOf(rotation))
}

import type { CSSProperties } from 'react'
import { type Lane, lanesWidth, laneX } from './lanes.ts'

/** React's own type has no custom properties. */
type Style = CSSProperties & Record<`--${string}`, string>

const MARK_PX = 20
/** The time before the lanes, and the room on both sides of them. */
const BEFORE_PX = 70
const AFTER_PX = 10

/** Makes room for the lanes between the times and the texts of a thread. */
export function lanesStyle(lanes: readonly Lane[] | null): Style {
  if (lanes === null) return {}
  const width = lanesWidth(lanes)
  return {
    '--cl-lanes-width': `${width}px`,
    '--cl-thread-display': 'none',
    '--cl-text-start': `${BEFORE_PX + width + AFTER_PX}px`,
    '--cl-comment-start': '3',
  }
}

/** Puts the mark of an entry on its lane. */
export function markStyle(lanes: readonly Lane[] | null, lane: Lane | null): Style {
  if (lanes === null || lane === null) return {}
  const start = laneX(Math.max(0, lanes.indexOf(lane))) - MARK_PX / 2
  return { '--cl-mark-width': `${MARK_PX}px`, '--cl-mark-start': `${start}px` }
}

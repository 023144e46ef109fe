import { memo } from 'react'
import classes from './LaneThreads.module.css'
import { type Lane, lanesWidth, laneX, passingThreads, wovenThreads } from './lanes.ts'

/** The middle of an entry’s first line. */
const MARK_Y = 16
const DOT_PX = 4

interface LaneThreadsProps {
  lanes: readonly Lane[]
  /** The one of the entry; null in rows without one. */
  lane: Lane | null
  row: number
}

/** The lanes of one row. The kind of an entry is said in its words. */
export const LaneThreads = memo(function LaneThreads({ lanes, lane, row }: LaneThreadsProps) {
  const hasMark = lane !== null && lanes.includes(lane)
  const pieces = hasMark ? wovenThreads(lanes, lane, row, MARK_Y) : passingThreads(lanes)
  return (
    <svg className={classes.threads} width={lanesWidth(lanes)} aria-hidden data-lane={lane ?? undefined}>
      {pieces.map(({ lane: own, x1, y1, x2, y2 }) => (
        <line key={`${x1} ${y1} ${x2}`} data-lane={own} x1={x1} y1={y1} x2={x2} y2={y2 ?? '100%'} />
      ))}
      {hasMark && <circle data-lane={lane} cx={laneX(lanes.indexOf(lane))} cy={MARK_Y} r={DOT_PX} />}
    </svg>
  )
})

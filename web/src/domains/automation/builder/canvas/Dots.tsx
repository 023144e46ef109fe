import { type ReactFlowState, useStore } from '@xyflow/react'
import classes from './Backdrop.module.css'

const GAP = 16
const LEAST_GAP = 12

/** Moved as one picture while panning; redrawn only on zoom. */
export function Dots() {
  const place = useStore(placeOf)
  const [x = 0, y = 0, gap = GAP] = place.split(' ').map(Number)
  return (
    <div className={classes.dots} aria-hidden>
      <div
        className={classes.dotsPaper}
        style={{ inset: -gap, backgroundSize: `${gap}px ${gap}px`, transform: `translate(${x}px, ${y}px)` }}
      />
    </div>
  )
}

/** A string, so that it compares equal while nothing moves. */
function placeOf({ transform: [x, y, zoom] }: ReactFlowState): string {
  let gap = GAP * zoom
  // Zoomed out, every second dot is dropped, so that they never blur into gray.
  while (gap < LEAST_GAP) gap *= 2
  return `${x % gap} ${y % gap} ${gap}`
}

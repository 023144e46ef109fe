import { type ReactFlowState, useStore } from '@xyflow/react'
import classes from './Backdrop.module.css'

const GAP = 16
const LEAST_GAP = 12

/** The dots below everything: moved as one picture while the canvas is moved, drawn again only when it is zoomed. */
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

/** As a text, which is the same as long as nothing moved. */
function placeOf({ transform: [x, y, zoom] }: ReactFlowState): string {
  let gap = GAP * zoom
  // Far away every second one is left out, and so on: they never become a grey sheet.
  while (gap < LEAST_GAP) gap *= 2
  return `${x % gap} ${y % gap} ${gap}`
}

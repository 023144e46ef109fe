/** Both ends of a thread, in pixels of the area in which it is drawn. */
export interface ThreadEnds {
  from: { x: number; y: number }
  to: { x: number; y: number }
}

const RADIUS = 6
const LANE = 6
const LANES = 11
const INSET = 16

/** An orthogonal line with rounded corners; each thread turns in a lane of its own, so that none hides another. */
export function threadPath({ from, to }: ThreadEnds, at: number, left: number): string {
  const lane = left + INSET + (at % LANES) * LANE
  const rise = to.y - from.y
  if (Math.abs(rise) < 2) return `M${from.x} ${from.y}H${to.x}`
  const r = Math.min(RADIUS, Math.abs(rise) / 2)
  const down = rise > 0 ? 1 : -1
  const [first, second] = down > 0 ? [1, 0] : [0, 1]
  return [
    `M${from.x} ${from.y}H${lane - r}`,
    `a${r} ${r} 0 0 ${first} ${r} ${down * r}`,
    `V${to.y - down * r}`,
    `a${r} ${r} 0 0 ${second} ${r} ${down * r}`,
    `H${to.x}`,
  ].join('')
}

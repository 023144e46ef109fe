/** Points of the lines through the steps, for SVG; a step without a value interrupts the line. */
export function sparkPoints(
  steps: readonly (number | null)[],
  { width, height }: { width: number; height: number },
): string[] {
  const values = steps.filter((value) => value !== null)
  if (steps.length < 2 || values.length < 2) return []
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const across = width / (steps.length - 1)
  const up = (value: number) =>
    most === least ? height / 2 : height - 1 - ((value - least) / (most - least)) * (height - 2)
  const lines: string[][] = [[]]
  for (const [at, value] of steps.entries()) {
    if (value === null) lines.push([])
    else lines.at(-1)?.push(`${round(at * across)},${round(up(value))}`)
  }
  return lines.filter((line) => line.length > 1).map((line) => line.join(' '))
}

/** Whether a figure reaches its target; null while there is none. */
export function isOnTarget(
  value: number | null,
  target: { value: number; good: 'below' | 'above' },
): boolean | null {
  if (value === null) return null
  return target.good === 'below' ? value <= target.value : value >= target.value
}

/** How much of a gauge is filled, from 0 to 1: all of it from its target on. */
export function gaugeShare(value: number, target: number): number {
  if (target <= 0) return value >= target ? 1 : 0
  return Math.min(1, Math.max(0, value / target))
}

/** The path of a half circle (0 to 1) from the left, in a view of 120 × 66. */
export function gaugeArc(share: number): string {
  const angle = Math.PI * (1 - share)
  return `M 8 60 A 52 52 0 0 1 ${round(60 + 52 * Math.cos(angle))} ${round(60 - 52 * Math.sin(angle))}`
}

/** Slices of a ring as dashes of a circle of length 100: how long each is, and where it begins. */
export function ringSlices(values: readonly number[]): { length: number; start: number }[] {
  const sum = values.reduce((total, value) => total + Math.max(0, value), 0)
  let start = 0
  return values.map((value) => {
    const length = sum > 0 ? (Math.max(0, value) / sum) * 100 : 0
    const slice = { length: round(length), start: round(start) }
    start += length
    return slice
  })
}

/** Distinguishes an empty text from no value, and both from what has no value of its own. */
export function axisKey(key: string | null): string {
  return JSON.stringify(key)
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}

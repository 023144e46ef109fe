/** How many of a kind are in a step of time, by its start in seconds since 1970. */
export interface Counted<Kind extends string> {
  at: number
  kind: Kind
  count: number
}

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Lengths of steps in seconds; each is a multiple of the one before. */
const LENGTHS = [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 4 * HOUR, DAY, 7 * DAY, 28 * DAY]

/** The shortest steps of which at most so many have entries, newest first. A single step can be of any length. */
export function inSteps<Kind extends string>(
  counted: readonly Counted<Kind>[],
  max: number,
): { step: number; items: Counted<Kind>[] } {
  let step = MINUTE
  for (let at = 0; stepsOf(counted, step).size > max; at += 1) step = LENGTHS[at + 1] ?? step * 2
  const items = new Map<string, Counted<Kind>>()
  for (const { at, kind, count } of counted) {
    const start = startOf(at, step)
    const key = `${start} ${kind}`
    const known = items.get(key)
    if (known === undefined) items.set(key, { at: start, kind, count })
    else known.count += count
  }
  return { step, items: [...items.values()].toSorted((a, b) => b.at - a.at || (a.kind < b.kind ? -1 : 1)) }
}

const startOf = (at: number, step: number) => Math.floor(at / step) * step

function stepsOf(counted: readonly Pick<Counted<string>, 'at'>[], step: number): Set<number> {
  return new Set(counted.map(({ at }) => startOf(at, step)))
}

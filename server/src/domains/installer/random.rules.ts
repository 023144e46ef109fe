/** Numbers that look random and are the same for the same seed (mulberry32). */
export interface Random {
  /** A whole number from 0 up to, not including, `limit`. */
  below(limit: number): number
  /** One of the items. */
  pick<T>(items: readonly [T, ...T[]]): T
}

export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  const below = (limit: number) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * limit)
  }
  return { below, pick: (items) => items[below(items.length)] ?? items[0] }
}

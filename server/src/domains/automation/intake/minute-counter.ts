/** What happens to new keys when as many are counted as memory allows. */
type Overflow =
  /** New keys share one count: the total stays bounded, however many keys a flood invents. */
  | 'share'
  /** The oldest key loses its count: no key is ever limited because of others. */
  | 'forget'

export interface MinuteCounter {
  count(key: string): number
  /** Returns the count with this one. */
  add(key: string): number
}

const WINDOW_MS = 60_000
const MAX_KEYS = 10_000
/** No id and no address. */
const SHARED_KEY = 'all others'

/** Counts by key for a minute from the key's first count, in bounded memory. */
export function createMinuteCounter(
  overflow: Overflow,
  { now = Date.now, maxKeys = MAX_KEYS }: { now?: () => number; maxKeys?: number } = {},
): MinuteCounter {
  // In the order of their windows: the first ends first.
  const windows = new Map<string, { until: number; count: number }>()

  function dropEnded(): void {
    for (const [key, { until }] of windows) {
      if (until > now()) return
      windows.delete(key)
    }
  }
  const isFull = () => windows.size >= maxKeys
  const keyOf = (key: string) => (overflow === 'share' && isFull() && !windows.has(key) ? SHARED_KEY : key)

  return {
    count(key) {
      dropEnded()
      return windows.get(keyOf(key))?.count ?? 0
    },
    add(key) {
      dropEnded()
      const counted = keyOf(key)
      const current = windows.get(counted)
      if (current !== undefined) return (current.count += 1)
      const [oldest] = windows.keys()
      if (overflow === 'forget' && isFull() && oldest !== undefined) windows.delete(oldest)
      windows.set(counted, { until: now() + WINDOW_MS, count: 1 })
      return 1
    },
  }
}

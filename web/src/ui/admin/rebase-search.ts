/**
 * Rebases a URL change made while seeing `seen` onto the current `now`: their change and no other. Text reported
 * after a typing pause and a filter chosen meanwhile would otherwise revert each other.
 */
export function rebaseSearch<S extends object>(seen: S, next: S, now: S): S {
  const before = new Map(Object.entries(seen))
  const wanted = new Map(Object.entries(next))
  const result = new Map(Object.entries(now))
  for (const key of new Set([...before.keys(), ...wanted.keys()])) {
    const value: unknown = wanted.get(key)
    if (before.get(key) === value) continue
    if (value === undefined) result.delete(key)
    else result.set(key, value)
  }
  // Keys and values are those of the three, each under its own key.
  return Object.fromEntries(result) as S
}

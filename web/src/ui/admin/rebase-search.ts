/**
 * What an address becomes when somebody who saw `seen` wants `next`, while it says `now`: their change and no other. A
 * text that is told when typing pauses and a filter chosen meanwhile would else take each other back.
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
  // The keys and values are those of the three, each under its own key.
  return Object.fromEntries(result) as S
}

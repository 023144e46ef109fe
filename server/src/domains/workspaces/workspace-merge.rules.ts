/**
 * The wanted order with what the editor could not see left in its place: each hidden entry stays behind the entry
 * that it was behind.
 */
export function keepHidden(
  wanted: readonly string[],
  stored: readonly string[],
  isVisible: (id: string) => boolean,
): string[] {
  const merged = [...new Set(wanted)]
  for (const [at, id] of stored.entries()) {
    if (isVisible(id) || merged.includes(id)) continue
    const before = stored.slice(0, at).findLast((one) => merged.includes(one))
    merged.splice(before === undefined ? 0 : merged.indexOf(before) + 1, 0, id)
  }
  return merged
}

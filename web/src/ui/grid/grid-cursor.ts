/** Null when the key doesn't move the cursor. -1 means no cursor yet. */
export function movedCursor(key: string, at: number, count: number, page: number): number | null {
  if (count === 0) return null
  const within = (to: number) => Math.min(count - 1, Math.max(0, to))
  switch (key) {
    case 'j':
    case 'ArrowDown':
      return within(at + 1)
    case 'k':
    case 'ArrowUp':
      return at === -1 ? 0 : within(at - 1)
    case 'PageDown':
      return within(at + page)
    case 'PageUp':
      return within(at - page)
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}

/** With `from`, toggles the range between the two rows. */
export function toggled(
  selected: ReadonlySet<string>,
  keys: readonly string[],
  key: string,
  from?: string,
): Set<string> {
  const next = new Set(selected)
  const add = !next.has(key)
  const start = from === undefined ? -1 : keys.indexOf(from)
  const end = keys.indexOf(key)
  const range =
    start === -1 || end === -1 ? [key] : keys.slice(Math.min(start, end), Math.max(start, end) + 1)
  for (const each of range) {
    if (add) next.add(each)
    else next.delete(each)
  }
  return next
}

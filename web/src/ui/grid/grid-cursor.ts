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

const OWN_KEYS =
  'input, textarea, select, [contenteditable="true"], [role="menu"], [role="listbox"], [role="dialog"], [role="tablist"]'

/** True when a key belongs to something else on the page: a field, a menu, a dialog, or a button under Enter. */
export function belongsElsewhere(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing)
    return true
  const target = event.target
  if (!(target instanceof Element)) return false
  if (isElsewhere(target)) return true
  const isControl = target.closest('button, a[href], summary') !== null
  return isControl && (event.key === 'Enter' || event.key === ' ')
}

/** True in inputs and other parts of the page that handle keys. */
export function isElsewhere(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false
  if (target.closest(OWN_KEYS) !== null && !isTick(target)) return true
  return document.querySelector('[role="dialog"][aria-modal="true"], [role="menu"]') !== null
}

function isTick(target: Element): boolean {
  return target instanceof HTMLInputElement && target.type === 'checkbox'
}

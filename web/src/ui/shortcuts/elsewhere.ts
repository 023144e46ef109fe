import { usesSingleKeys } from './single-keys.ts'

const OWN_KEYS =
  'input, textarea, select, [contenteditable="true"], [role="menu"], [role="listbox"], [role="dialog"]'

/** Their own key, Escape, may have closed them already. */
const DIALOGS = '[role="dialog"], [role="alertdialog"], [role="menu"]'

/**
 * True when a key belongs to something else on the page: a field, a menu, a dialog, or a button under Enter. Characters
 * belong to nothing while the user has turned off such shortcuts.
 */
export function belongsElsewhere(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing)
    return true
  if (event.key.length === 1 && event.key !== ' ' && !usesSingleKeys()) return true
  const target = event.target
  if (!(target instanceof Element)) return false
  if (isElsewhere(target)) return true
  const isControl = target.closest('button, a[href], summary') !== null
  return isControl && (event.key === 'Enter' || event.key === ' ')
}

/** True in inputs and other parts of the page that handle keys. */
export function isElsewhere(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false
  if (target.closest(DIALOGS) !== null) return true
  if (target.closest(OWN_KEYS) !== null && !isTick(target)) return true
  return document.querySelector('[role="dialog"][aria-modal="true"], [role="menu"]') !== null
}

function isTick(target: Element): boolean {
  return target instanceof HTMLInputElement && target.type === 'checkbox'
}

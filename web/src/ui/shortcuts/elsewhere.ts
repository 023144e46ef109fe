import { usesSingleKeys } from './single-keys.ts'

const OWN_KEYS =
  'input, textarea, select, [contenteditable="true"], [role="menu"], [role="listbox"], [role="dialog"]'

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
  if (isRemoved(target) || target.closest(DIALOGS) !== null) return true
  if (target.closest(OWN_KEYS) !== null && !isTick(target)) return true
  return document.querySelector('[role="dialog"][aria-modal="true"], [role="menu"]') !== null
}

/** True unless a dialog, menu, or list lies above the page, or did until this key closed it. */
export function isUncovered({ target }: Event): boolean {
  const covers = document.querySelector('[role="dialog"], [role="menu"], [role="listbox"]')
  return covers === null && !isRemoved(target)
}

/** Escape has removed what had the focus, together with the dialog around it, before the page gets the key. */
function isRemoved(target: EventTarget | null): boolean {
  return target instanceof Node && !target.isConnected
}

function isTick(target: Element): boolean {
  return target instanceof HTMLInputElement && target.type === 'checkbox'
}

const CLOSABLE = '[role="dialog"][id], [role="menu"][id]'

/**
 * Passes Escape to the popover or menu that is open while the focus is still elsewhere, as right after it opens: the
 * key closes what the user sees on top, never the page below.
 */
export function passEscapeToOpen(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return
  if (event.target instanceof Element && event.target.closest('[role="dialog"], [role="menu"]') !== null)
    return
  const open = [...document.querySelectorAll(CLOSABLE)].findLast(isOpen)
  if (open === undefined) return
  event.preventDefault()
  event.stopPropagation()
  open.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
}

/** One that is fading out isn't: its button is no longer expanded. */
function isOpen({ id }: Element): boolean {
  return document.querySelector(`[aria-expanded="true"][aria-controls="${CSS.escape(id)}"]`) !== null
}

const DIALOG = '[role="dialog"], [role="alertdialog"]'
const PORTAL = '[data-portal]'

/**
 * After the last dialog closes, the focus returns to where it was, instead of to the top of the page. The library
 * does so only for dialogs that stay mounted; ours don't. Returns how to stop.
 */
export function returnFocus(page: Document): () => void {
  let last: HTMLElement | null = null
  const remember = ({ target }: FocusEvent) => {
    if (target instanceof HTMLElement && target.closest(`${PORTAL}, ${DIALOG}`) === null) last = target
  }
  const restore = () => {
    // Whatever took the focus meanwhile keeps it.
    const isLost = page.activeElement === null || page.activeElement === page.body
    if (isLost && page.querySelector(DIALOG) === null && last?.isConnected === true)
      last.focus({ preventScroll: true })
  }
  const watch = new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) watchPortal(node)
    if (changes.some(({ removedNodes }) => [...removedNodes].some(holdsDialog)))
      requestAnimationFrame(restore)
  })
  const watchPortal = (node: Node) => {
    if (node instanceof Element && node.matches(PORTAL)) watch.observe(node, { childList: true })
  }
  watch.observe(page.body, { childList: true })
  for (const portal of page.querySelectorAll(PORTAL)) watchPortal(portal)
  page.addEventListener('focusin', remember)
  return () => {
    page.removeEventListener('focusin', remember)
    watch.disconnect()
  }
}

function holdsDialog(node: Node): boolean {
  return node instanceof Element && (node.matches(DIALOG) || node.querySelector(DIALOG) !== null)
}

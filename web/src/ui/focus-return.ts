const DIALOG = '[role="dialog"], [role="alertdialog"]'
const PORTAL = '[data-portal]'

/**
 * After the last dialog is gone the focus goes back to where one was before, instead of to the top of the page. The
 * library does so only for dialogs that stay mounted; ours come and go. Answers what ends it.
 */
export function returnFocus(page: Document): () => void {
  let last: HTMLElement | null = null
  const remember = ({ target }: FocusEvent) => {
    if (target instanceof HTMLElement && target.closest(`${PORTAL}, ${DIALOG}`) === null) last = target
  }
  const restore = () => {
    // Whoever took the focus meanwhile knows better.
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

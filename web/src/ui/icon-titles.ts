const given = new WeakSet<Element>()

/**
 * Icon-only buttons show their name as the browser's own tooltip: one handler for all, so that none is forgotten.
 * Returns how to stop.
 */
export function showIconTitles(page: Document): () => void {
  page.addEventListener('pointerover', showName)
  return () => page.removeEventListener('pointerover', showName)
}

function showName({ target }: PointerEvent): void {
  const button = target instanceof Element ? target.closest('button[aria-label], a[aria-label]') : null
  // Visible text needs no tooltip, and an own title says more.
  if (button === null || button.textContent.trim() !== '') return
  if (button.hasAttribute('title') && !given.has(button)) return
  button.setAttribute('title', button.getAttribute('aria-label') ?? '')
  given.add(button)
}

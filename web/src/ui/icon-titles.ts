/** What was given a title here, which follows its name. */
const given = new WeakSet<Element>()

/**
 * Buttons that show a picture alone tell their name when the pointer rests on them, as the browser's own tooltip: once
 * for all of them, so that none is forgotten. Answers what ends it.
 */
export function showIconTitles(page: Document): () => void {
  page.addEventListener('pointerover', tellName)
  return () => page.removeEventListener('pointerover', tellName)
}

function tellName({ target }: PointerEvent): void {
  const button = target instanceof Element ? target.closest('button[aria-label], a[aria-label]') : null
  // Words that are shown need no repetition, and a title of its own says more.
  if (button === null || button.textContent.trim() !== '') return
  if (button.hasAttribute('title') && !given.has(button)) return
  button.setAttribute('title', button.getAttribute('aria-label') ?? '')
  given.add(button)
}

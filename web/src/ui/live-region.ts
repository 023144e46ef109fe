const REGION_ID = 'live-region'

/** Tells readers of the screen what changed without moving the focus; the same text twice is said twice. */
export function announce(text: string): void {
  const region = liveRegion()
  region.textContent = ''
  // Readers notice a change only when it comes after the emptying was drawn.
  requestAnimationFrame(() => {
    region.textContent = text
  })
}

function liveRegion(): HTMLElement {
  const known = document.getElementById(REGION_ID)
  if (known !== null) return known
  const region = document.createElement('div')
  region.id = REGION_ID
  region.setAttribute('role', 'status')
  region.setAttribute('aria-live', 'polite')
  region.className = 'cl-clipped'
  document.body.append(region)
  return region
}

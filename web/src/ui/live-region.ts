const REGION_ID = 'live-region'

/** Announces a change to screen readers without moving the focus; repeated text is announced again. */
export function announce(text: string): void {
  const region = liveRegion()
  region.textContent = ''
  // Screen readers notice a change only when it follows the rendered clearing.
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

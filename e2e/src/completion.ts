import type { Locator, Page } from 'playwright-core'

/** A name that the expression editor offers for what was typed. While it still searches, a click on one does nothing. */
export function completion(page: Page, name: string): Locator {
  const list = page.locator('.cm-tooltip-autocomplete:not(.cm-tooltip-autocomplete-disabled)')
  return list.locator('li', { hasText: name })
}

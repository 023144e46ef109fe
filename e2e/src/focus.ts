import type { Locator } from 'playwright-core'
import { expect } from 'vitest'

/** Waits until a place, or something in it, has the focus: keys that are pressed before would go elsewhere. */
export async function focusIn(place: Locator): Promise<void> {
  await expect.poll(() => place.evaluate((node) => node.contains(document.activeElement))).toBe(true)
}

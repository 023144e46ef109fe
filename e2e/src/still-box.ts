import type { Locator } from 'playwright-core'
import { expect } from 'vitest'

/** Where an element is once it has come to rest: what loads beside it may still move it for a moment. */
export async function stillBox(
  place: Locator,
): Promise<{ x: number; y: number; width: number; height: number }> {
  let box = await place.boundingBox()
  await expect
    .poll(async () => {
      const before = box
      box = await place.boundingBox()
      return box !== null && JSON.stringify(before) === JSON.stringify(box)
    })
    .toBe(true)
  if (box === null) throw new Error('It is not drawn')
  return box
}

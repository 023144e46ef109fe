import type { Page } from 'playwright-core'
import { z } from 'zod'

/**
 * Texts of the page that people can't read whole: cut off by their box or by one around it. A box with an ellipsis is fine
 * where the whole text is its title, and in cells of a grid, whose columns people widen. A map is moved like a box that scrolls.
 */
export async function cutTexts(page: Page): Promise<string[]> {
  return z.array(z.string()).parse(await page.evaluate(FIND))
}

/** Texts that stay cut: for a moment after its size changes, a page still has the former layout. */
export async function textsLeftCut(page: Page): Promise<string[]> {
  const settled = page.waitForFunction(`${FIND}.length === 0`, undefined, { timeout: LAID_OUT_WITHIN_MS })
  await settled.catch(() => undefined)
  return cutTexts(page)
}

const LAID_OUT_WITHIN_MS = 3_000

// Evaluated through the debugger, so that the page's own script policy stays as strict as it is.
const FIND = `(() => {
  const CLIPS = new Set(['hidden', 'clip'])
  const found = new Set()
  const boxOf = (text) => {
    const range = document.createRange()
    range.selectNodeContents(text)
    return range.getBoundingClientRect()
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const own = text.parentElement
    if (!own || !text.data.trim() || own.closest('script, style, [role="row"], [aria-hidden="true"], svg')) continue
    if (!own.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })) continue
    const box = boxOf(text)
    // Texts for screen readers alone are a pixel wide.
    if (box.width < 2 || box.height < 2) continue
    for (let around = own; around && around !== document.body; around = around.parentElement) {
      const style = getComputedStyle(around)
      if (style.position === 'fixed' && around !== own) break
      if (style.overflowX === 'auto' || style.overflowX === 'scroll') break
      if (around.classList.contains('react-flow')) break
      if (!CLIPS.has(style.overflowX)) continue
      const edge = around.getBoundingClientRect()
      // Narrow by intent, or moved out of the box: the text is for screen readers alone.
      if (edge.width < 2 || box.right < edge.left) break
      if (box.right <= edge.right + 1 && box.left >= edge.left - 1) continue
      if (style.textOverflow === 'ellipsis' && around.closest('[title]')) break
      found.add((around.tagName + ' ' + text.data.trim()).slice(0, 120))
      break
    }
  }
  return [...found]
})()`

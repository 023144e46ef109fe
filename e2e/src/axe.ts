import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { z } from 'zod'
import { picture, TAKES_PICTURES } from './browser.ts'

const Violations = z.array(
  z.looseObject({ id: z.string(), nodes: z.array(z.looseObject({ html: z.string() })) }),
)

/** What holds is neither gathered nor given names: that took axe as long as looking. */
const ONLY_FAULTS = { resultTypes: ['violations'] }

/** Every page that was loaded afresh reads it: the small file is half as long. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const LEVELS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Names of the rules of WCAG 2.0 to 2.2, A and AA, that the page breaks, with the first place of each. */
export function faultsOf(page: Page): Promise<string[]> {
  return broken(page, { runOnly: LEVELS })
}

async function broken(page: Page, options: object): Promise<string[]> {
  const faults = await lookOnce(page, options)
  if (faults.length === 0) return faults
  // A notice that began to fade meanwhile is pale for a moment; what is really wrong is so the second time as well.
  await page.evaluate(ALL_SHOWN)
  return lookOnce(page, options)
}

async function lookOnce(page: Page, options: object): Promise<string[]> {
  // Evaluated through the debugger, so that the page's own script policy stays as strict as it is.
  if (!(await page.evaluate('typeof axe === "object"'))) await page.evaluate(AXE)
  const found: unknown = await page.evaluate(
    `axe.run(document, ${JSON.stringify({ ...ONLY_FAULTS, ...options })}).then((result) => result.violations)`,
  )
  return Violations.parse(found).map((one) => `${one.id}: ${one.nodes[0]?.html.slice(0, 200)}`)
}

/**
 * Checks a page in both color schemes, takes a picture of each, and expects no violations; then takes one at the small
 * size. Rules that don't depend on colors are checked only once.
 */
export async function lookAt(page: Page, name: string): Promise<void> {
  // A request that stays open, such as a stream, never lets it be idle: the page is checked as it is then.
  await page.waitForLoadState('networkidle', { timeout: 10_000 }).catch(() => undefined)
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    await page.locator(`html[data-mantine-color-scheme="${scheme}"]`).waitFor()
    await page.evaluate(ALL_SHOWN)
    await picture(page, `${name}-in-${scheme}`)
    const rules =
      scheme === 'light' ? { runOnly: LEVELS } : { runOnly: { type: 'rule', values: ['color-contrast'] } }
    expect(await broken(page, rules), `${name}, ${scheme}`).toEqual([])
  }
  await page.emulateMedia({ colorScheme: 'light' })
  if (!TAKES_PICTURES) return
  const before = page.viewportSize() ?? { width: 1440, height: 900 }
  await page.setViewportSize({ width: 960, height: 650 })
  await picture(page, `${name}-960`)
  await page.setViewportSize(before)
}

/** Settles when the next frame is drawn and colors have stopped changing, ignoring endless animations. */
const ALL_SHOWN = `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))).then(() =>
  Promise.all(
    document
      .getAnimations()
      .filter((one) => one.effect?.getComputedTiming().iterations !== Infinity)
      .map((one) => one.finished.catch(() => undefined)),
  ).then(() => undefined),
)`

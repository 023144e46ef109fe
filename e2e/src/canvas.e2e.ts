import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { lookAt } from './axe.ts'
import { callApi } from './call-api.ts'
import { type Demo, startDemo } from './demo.ts'
import { callTenant } from './demo-apps.ts'

const Made = z.looseObject({ id: z.string(), revision: z.number() })
const PLAYBOOK = {
  format: 'caseloom.playbook/1',
  playbook: 'contain',
  title: 'Contain hosts',
  triggers: [
    { key: 'opened', kind: 'record', title: 'Alert created', with: { app: 'alert', on: ['created'] } },
  ],
  steps: [{ key: 'lost', action: 'flow.call', with: { component: 'forgotten' } }],
}

/** The canvas of the demo tenant: the map and its lists, a trace, an impact, missing pieces, and what begins there. */
describe('the canvas', () => {
  let demo: Demo
  let page: Page

  beforeAll(async () => {
    demo = await startDemo()
    page = demo.browser.page
    const made = await callTenant(demo, 'post', '/orchestration/api/playbooks', { document: PLAYBOOK })
    Made.parse(made)
  })
  afterAll(() => demo?.close())

  const map = () => page.getByRole('region', { name: 'Map of the tenant' })
  // The parts of the name are apart on screen.
  const piece = (name: string) => map().getByRole('button', { name: new RegExp(`^${name} ?, `) })
  const panel = (name: string) => page.getByRole('complementary', { name })

  it('shows the tenant as a map, with breadcrumbs and title [S2.27]', async () => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Canvas' }).click()
    await piece('Alert').waitFor()
    await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByText('Canvas').waitFor()
    expect(await page.title()).toMatch(/^Canvas · /)
    await page.getByText('Runs of the last 24 hours').waitFor()
    await lookAt(page, 'canvas')
  })

  it('finds pieces, traces what they lead to, and says what depends on them', async () => {
    await page.getByRole('searchbox', { name: 'Find in the canvas' }).fill('contain hosts')
    await page.getByText('1 match', { exact: true }).waitFor()
    await page.getByRole('searchbox', { name: 'Find in the canvas' }).fill('')
    await page.getByRole('button', { name: 'Show everything' }).click()
    await piece('Alert').click()
    await panel('Alert')
      .getByRole('button', { name: /^Contain hosts/ })
      .waitFor()
    await page.getByRole('button', { name: 'Trace from here' }).click()
    await panel('Alert').getByRole('heading', { name: 'What happens next' }).waitFor()
    await panel('Alert').getByRole('listitem').filter({ hasText: 'Contain hosts' }).waitFor()
    await lookAt(page, 'canvas-trace')
    await page.getByRole('button', { name: 'Impact of a change' }).click()
    await panel('Alert').getByRole('heading', { name: 'Would notice a change first' }).waitFor()
    // The address holds all of it.
    await page.reload()
    await panel('Alert').getByRole('heading', { name: 'Would notice a change first' }).waitFor()
    await panel('Alert').getByRole('button', { name: 'Close' }).click()
    await panel('Alert').waitFor({ state: 'detached' })
  })

  it('is used by keys alone, and read as a list', async () => {
    await piece('Alert').focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => page.evaluate(() => document.activeElement?.id ?? '')).toMatch(/^piece-(?!$)/)
    await page.getByRole('tab', { name: 'List' }).click()
    await page.getByRole('row', { name: /^Contain hosts/ }).waitFor()
    await lookAt(page, 'canvas-list')
  })

  it('names what is missing and what doesn’t start', async () => {
    await page.getByRole('tab', { name: 'Missing pieces' }).click()
    const row = (name: RegExp) => page.getByRole('row', { name })
    await row(/forgotten/)
      .getByText('Doesn’t exist or isn’t shared with you, and is named by Contain hosts')
      .waitFor()
    await row(/Contain hosts/)
      .getByText('Isn’t published, so nothing starts it')
      .waitFor()
    await lookAt(page, 'canvas-missing')
    await page.getByRole('tab', { name: 'Map' }).click()
  })

  it('is exported as a picture', async () => {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export SVG' }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe('canvas.svg')
    const text = await readFile(await file.path(), 'utf8')
    expect(text).toContain('Contain hosts')
    expect(text).not.toMatch(/fill=""|stroke=""/)
  })

  it('leads to new apps, dashboards, and playbooks, with the trigger of an app', async () => {
    await page.getByRole('button', { name: 'New', exact: true }).click()
    await page.getByRole('menuitem', { name: 'New app' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Canvas' }).click()
    await page.getByRole('button', { name: 'Show everything' }).click()
    await piece('Case').click()
    await page.getByRole('link', { name: 'New playbook for created records' }).click()
    const dialog = page.getByRole('dialog', { name: 'New playbook' })
    await dialog.getByText('Starts when a record of Case is created.').waitFor()
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Greet cases')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await page
      .getByRole('region', { name: 'Canvas' })
      .getByRole('button', { name: /^Case created/ })
      .waitFor()
  })

  it('disappears with its flag, for people and programs [S6.05]', async () => {
    const flag = (enabled: boolean) =>
      callApi(page, 'put', `${demo.product.address}/tenant/installation/feature-flags/SolutionBuilder`, {
        accountId: null,
        enabled,
      })
    const canvas = `${demo.product.address}${demo.place}/canvas`
    await flag(false)
    await page.goto(canvas)
    await page.waitForURL(/\/error$/)
    await page.goto(`${demo.product.address}${demo.place}/apps`)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Apps' }).waitFor()
    expect(await page.getByRole('link', { name: 'Canvas' }).count()).toBe(0)
    await flag(true)
    await page.goto(canvas)
    await piece('Alert').waitFor()
  })
})

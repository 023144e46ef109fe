import type { Product } from '@caseloom/testkit/product'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { lookAt } from './axe.ts'
import { type Browser, picture } from './browser.ts'
import { callApi } from './call-api.ts'
import { type Demo, startDemo } from './demo.ts'
import { stillBox } from './still-box.ts'

const Items = z.object({ items: z.array(z.looseObject({ id: z.string(), name: z.string() })) })
const Stored = z.looseObject({
  widgets: z.array(z.looseObject({ title: z.string(), x: z.number(), w: z.number() })),
})

/** Workspaces and dashboards in a browser: what comes with the product, building one, living figures, the redirects. */
describe('dashboards', () => {
  let demo: Demo
  let product: Product
  let browser: Browser
  let page: Page
  let place = ''

  beforeAll(async () => {
    demo = await startDemo()
    ;({ product, browser, place } = demo)
    page = browser.page
  })
  afterAll(() => demo?.close())

  const main = () => page.getByRole('navigation', { name: 'Main' })
  const workspaceLink = () =>
    page.getByRole('list', { name: 'Workspaces' }).getByRole('link', { name: 'Security operations' })
  const crumbs = () => page.getByRole('navigation', { name: 'Breadcrumbs' })
  const widget = (name: string) => page.getByRole('region', { name })
  const api = (method: 'get' | 'post', path: string, data?: unknown) =>
    callApi(page, method, `${product.address}/api/tenant/${place.split('/').at(-1)}${path}`, data)
  const showAs = async (panel: Locator, look: string) => {
    await panel.getByRole('combobox', { name: 'Show as' }).click()
    await page.getByRole('option', { name: look, exact: true }).click()
  }
  const adding = () => page.getByRole('complementary', { name: 'Add widget' })
  const add = async (look: string, title: string, fill = async () => {}) => {
    await page.getByRole('button', { name: 'Add widget' }).click()
    await showAs(adding(), look)
    await adding().getByRole('textbox', { name: 'Title' }).fill(title)
    await fill()
    await adding().getByRole('button', { name: 'Add', exact: true }).click()
    await adding().waitFor({ state: 'hidden' })
  }
  const choose = async (field: string, option: string) => {
    await adding().getByRole('combobox', { name: field }).click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }
  const pathIs = (path: string) => page.waitForURL((url) => url.pathname === `${place}${path}`)

  it('lists the workspaces that the person may read [S2.29] [S2.35]', async () => {
    await main().getByRole('link', { name: 'Workspaces' }).click()
    await page.getByRole('heading', { name: 'Workspaces', level: 1 }).waitFor()
    await workspaceLink().waitFor()
    await crumbs().getByText('Workspaces').waitFor()
    await lookAt(page, 'workspaces')
  })

  it('shows the first dashboard of a workspace [S2.31] [S2.30]', async () => {
    const [workspace] = Items.parse(await api('get', '/workspaces')).items
    const [dashboard] = Items.parse(await api('get', '/dashboards')).items
    await workspaceLink().click()
    await pathIs(`/workspace/${workspace?.id}/${dashboard?.id}`)
    await page.getByRole('heading', { name: 'Alert overview', level: 1 }).waitFor()
    await crumbs().getByRole('link', { name: 'Security operations' }).nth(1).waitFor()
    await widget('Open alerts').getByRole('link').waitFor()
    await widget('Alerts by severity').getByRole('img').locator('svg').waitFor()
    await widget('Latest critical and fatal alerts').getByRole('table').waitFor()
    await lookAt(page, 'dashboard')
    await page.setViewportSize({ width: 960, height: 650 })
    await vi.waitFor(
      async () => {
        const box = await widget('Detected in this period').boundingBox()
        expect((box?.x ?? 960) + (box?.width ?? 0)).toBeLessThanOrEqual(960)
      },
      { timeout: 15_000 },
    )
    await picture(page, 'dashboard-small')
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  it('leads from a dashboard to the first workspace that holds it [S2.32]', async () => {
    const [workspace] = Items.parse(await api('get', '/workspaces')).items
    const [dashboard] = Items.parse(await api('get', '/dashboards')).items
    await page.goto(`${product.address}${place}/dashboard/${dashboard?.id}`)
    await pathIs(`/workspace/${workspace?.id}/${dashboard?.id}`)
    await page.goto(`${product.address}${place}/dashboard/0196c3a0-0000-7000-8000-00000000dead`)
    await page.waitForURL('**/tenant-error')
  })

  it('opens the records behind a bar, with its filter', async () => {
    await page.goto(`${product.address}${place}/workspaces`)
    await workspaceLink().click()
    await widget('Alerts by status')
      .getByRole('link', { name: /^Closed/ })
      .click()
    await page.getByRole('grid', { name: 'Alert' }).waitFor()
    await page.getByRole('group', { name: /^Status is any of Closed/ }).waitFor()
    await picture(page, 'dashboard-records')
  })

  it('builds a dashboard with the mouse, and places a widget by keyboard [S2.33]', async () => {
    await main().getByRole('link', { name: 'Dashboards' }).click()
    await page.getByRole('main').getByRole('link', { name: 'Alert overview' }).waitFor()
    await lookAt(page, 'dashboards')
    await page.getByRole('button', { name: 'New dashboard' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Night shift')
    await page.getByRole('button', { name: 'Add dashboard' }).click()
    await page.getByRole('heading', { name: 'No widgets yet' }).waitFor()
    await page.getByRole('button', { name: 'Add widget' }).click()
    await page.getByRole('textbox', { name: 'Title' }).fill('All alerts')
    const panel = page.getByRole('complementary', { name: 'Add widget' })
    await panel.getByRole('link', { name: /All alerts/ }).waitFor()
    await lookAt(page, 'dashboard-widget')
    await panel.getByRole('button', { name: 'Add', exact: true }).click()
    await panel.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Add widget' }).click()
    await showAs(panel, 'Bar chart')
    await panel.getByRole('textbox', { name: 'Title' }).fill('By severity')
    await panel.getByRole('combobox', { name: 'Group by' }).click()
    await page.getByRole('option', { name: 'Severity' }).click()
    await panel.getByRole('button', { name: 'Add', exact: true }).click()
    await panel.waitFor({ state: 'hidden' })
    const handle = page.getByRole('button', { name: 'Move or resize All alerts' })
    await handle.focus()
    for (const key of ['ArrowRight', 'ArrowRight', 'Shift+ArrowRight']) await page.keyboard.press(key)
    await lookAt(page, 'dashboard-editing')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Edit', exact: true }).waitFor()
    const id = page.url().split('/').at(-1)?.split('?')[0] ?? ''
    const stored = Stored.parse(await api('get', `/dashboards/${id}`))
    expect(stored.widgets).toMatchObject([{ title: 'All alerts', x: 2, w: 4 }, { title: 'By severity' }])
  })

  it('drags a widget by its handle', async () => {
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    const handle = page.getByRole('button', { name: 'Move or resize By severity' })
    const from = await stillBox(handle)
    await page.mouse.move(from.x + 8, from.y + 8)
    await page.mouse.down()
    await page.mouse.move(from.x + 300, from.y + 20, { steps: 10 })
    await page.mouse.up()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Edit', exact: true }).waitFor()
    const id = page.url().split('/').at(-1)?.split('?')[0] ?? ''
    const stored = Stored.parse(await api('get', `/dashboards/${id}`))
    expect(stored.widgets.find(({ title }) => title === 'By severity')?.x).toBeGreaterThan(0)
  })

  it('shows a gauge, a donut, and a heat map, whose parts open their records', async () => {
    await add('Gauge', 'Time to acknowledge', async () => {
      expect(await adding().getByRole('button', { name: 'Add', exact: true }).isDisabled()).toBe(true)
      await choose('Measure', 'Median')
      await choose('Field to measure', 'Time to acknowledge')
      await adding().getByRole('textbox', { name: 'Target' }).fill('soon')
      await adding().getByText('Enter a duration such as 4h or 30m').waitFor()
      await adding().getByRole('textbox', { name: 'Target' }).fill('4h')
    })
    await add('Number', 'Created alerts', async () => {
      await choose('Date field', 'Created')
      await adding().getByRole('checkbox', { name: 'Compare with previous period' }).check()
      await adding().getByRole('checkbox', { name: 'Show a sparkline' }).check()
    })
    await add('Trend, areas', 'Areas', () => choose('Split by', 'Severity'))
    await add('Donut chart', 'Shares', () => choose('Group by', 'Status'))
    await add('Heat map', 'Load', async () => {
      await choose('Rows', 'Severity')
      await choose('Columns', 'Status')
    })
    await widget('Time to acknowledge')
      .getByText(/^Target 4h, (met|missed)$/)
      .waitFor()
    await widget('Shares')
      .getByRole('link', { name: /^Closed/ })
      .waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Edit', exact: true }).waitFor()
    await lookAt(page, 'dashboard-looks')
    const cell = widget('Load').getByRole('link').first()
    const [, severity = '', status = '', count = ''] =
      /^(.+), (.+): (\S+)\. Open records$/.exec((await cell.getAttribute('aria-label')) ?? '') ?? []
    const address = page.url()
    await cell.click()
    await page.getByRole('group', { name: `Severity is any of ${severity}` }).waitFor()
    await page.getByRole('group', { name: `Status is any of ${status}` }).waitFor()
    await page.getByRole('grid', { name: 'Alert' }).getByRole('row').nth(Number(count)).waitFor()
    await page.goto(address)
    await widget('All alerts').getByRole('link').waitFor()
  })

  it('shows an SLA board, an ATT&CK matrix, and a funnel, whose counts open their records', async () => {
    const cases = Items.parse(await api('get', '/apps')).items.find(({ name }) => name === 'Case')
    const fields = { title: 'Night visitor', techniques: ['T1059.001', 'T1566'] }
    await api('post', `/apps/${cases?.id}/records`, { fields })
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    // The first app has no clock with a target: the panel changes to the first that has one.
    await add('SLA board', 'Clocks', () =>
      adding()
        .getByRole('link', { name: /^Acknowledge, On track: / })
        .waitFor(),
    )
    await add('ATT&CK matrix', 'Techniques', () => choose('App', 'Case'))
    await add('Funnel', 'Progress', () => choose('App', 'Case'))
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Edit', exact: true }).waitFor()
    const technique = widget('Techniques').getByRole('link', { name: /^Command and Scripting Interpreter/ })
    await technique.scrollIntoViewIfNeeded()
    await widget('Techniques').getByRole('heading', { name: 'Initial Access' }).waitFor()
    await widget('Progress')
      .getByText(/^\d+%$/)
      .first()
      .waitFor()
    await lookAt(page, 'dashboard-security')
    const address = page.url()
    await technique.click()
    await page.getByRole('grid', { name: 'Case' }).getByText('Night visitor').waitFor()
    await page.goto(address)
    await widget('Clocks')
      .getByRole('link', { name: /^Acknowledge, On track: / })
      .click()
    await page.getByRole('group', { name: 'Acknowledge is any of Running' }).waitFor()
    await page.getByRole('grid', { name: 'Case' }).getByText('Night visitor').waitFor()
    await page.goto(address)
    await widget('Progress').getByRole('link', { name: /^New/ }).click()
    await page.getByRole('group', { name: /^Status is any of New, In progress/ }).waitFor()
    await page.goto(address)
    await widget('All alerts').getByRole('link').waitFor()
  })

  it('narrows all widgets by a filter that the address carries, and the lists behind them', async () => {
    const figure = widget('All alerts').getByRole('link')
    const all = await figure.textContent()
    await page.getByRole('main').getByRole('button', { name: 'Filter', exact: true }).click()
    const form = page.getByRole('dialog')
    const field = form.getByRole('combobox', { name: 'Field', exact: true })
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
    await field.fill('Title')
    await page.getByRole('option', { name: 'Title', exact: true }).click()
    await form.getByLabel('Value').fill('Night visitor')
    await form.getByRole('button', { name: 'Apply' }).press('Enter')
    await page.waitForURL((url) => url.searchParams.get('filter')?.includes('Night visitor') === true)
    await expect.poll(() => widget('All alerts').getByText('0', { exact: true }).count()).toBe(1)
    await page.reload()
    await page
      .getByRole('main')
      .getByRole('group', { name: /^Title/ })
      .waitFor()
    await lookAt(page, 'dashboard-filter')
    await widget('Progress').getByRole('link', { name: /^New/ }).click()
    await page.getByRole('group', { name: /^Title/ }).waitFor()
    await page.getByRole('grid', { name: 'Case' }).getByText('Night visitor').waitFor()
    await page.goBack()
    await page.getByRole('main').getByRole('button', { name: 'Remove filter Title' }).click()
    await page.waitForURL((url) => !url.searchParams.has('filter'))
    await expect.poll(() => figure.textContent()).toBe(all)
  })

  it('fills the screen, and is duplicated with all of its widgets', async () => {
    const more = (item: string) =>
      page
        .getByRole('button', { name: 'More actions' })
        .click()
        .then(() => page.getByRole('menuitem', { name: item }).click())
    await more('Full screen')
    await page.getByRole('heading', { name: 'Night shift', level: 2 }).waitFor()
    await picture(page, 'dashboard-full-screen')
    await page.waitForFunction(() => document.fullscreenElement !== null)
    await page.evaluate(() => document.exitFullscreen())
    await page.getByRole('heading', { name: 'Night shift', level: 2 }).waitFor({ state: 'hidden' })
    const address = page.url()
    await more('Duplicate')
    await page.getByRole('heading', { name: 'Night shift (copy)', level: 1 }).waitFor()
    for (const name of ['All alerts', 'Time to acknowledge', 'Shares', 'Load']) await widget(name).waitFor()
    await page.goto(address)
    await widget('All alerts').getByRole('link').waitFor()
  })

  it('counts a new alert while one looks', async () => {
    const figure = widget('All alerts').getByRole('link')
    const before = Number((await figure.textContent())?.replaceAll(/\D/g, ''))
    expect(before).toBeGreaterThan(0)
    const [alert] = Items.parse(await api('get', '/apps')).items
    await api('post', `/apps/${alert?.id}/records`, { fields: { title: 'One more' } })
    await widget('All alerts')
      .getByRole('link', { name: new RegExp(`: ${before + 1}\\. `) })
      .waitFor()
    expect(browser.errors.filter((error) => !/40[14]/.test(error))).toEqual([])
  })

  it('shares by name, and asks before unsaved changes are left', async () => {
    await page.getByRole('button', { name: 'Share' }).click()
    await page.getByRole('radio', { name: 'Only selected people' }).check()
    await page.getByRole('combobox', { name: 'Add a role, group, or person' }).click()
    await page.getByRole('option', { name: 'Analyst' }).click()
    await lookAt(page, 'dashboard-sharing')
    // The words of an earlier saving may still stand there.
    const saved = page.waitForResponse(
      (reply) => reply.request().method() !== 'GET' && reply.url().includes('/dashboards/'),
    )
    await page.getByRole('button', { name: 'Apply' }).click()
    expect((await saved).ok()).toBe(true)
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByRole('button', { name: 'Actions for All alerts' }).click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await main().getByRole('link', { name: 'Workspaces' }).click()
    await page.getByRole('dialog').getByRole('button').filter({ hasText: /leave/i }).click()
    await page.getByRole('heading', { name: 'Workspaces', level: 1 }).waitFor()
  })
})

import { HomePageView } from '@caseloom/contract/workspaces/home-pages'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { lookAt } from './axe.ts'
import type { Browser } from './browser.ts'
import { callTenant } from './demo-apps.ts'
import { type Demo, openAs, startDemo } from './demo.ts'

const Dashboards = z.object({ items: z.array(z.object({ id: z.string() })) })

/** Home pages of one's own and of a role, from the first widget to the page that others see. */
describe('home pages', () => {
  let demo: Demo
  let alice: Page
  let bob: Browser
  let pageId = ''

  beforeAll(async () => {
    demo = await startDemo()
    alice = demo.browser.page
    bob = await openAs(demo, 'bob')
    for (const page of [alice, bob.page]) page.setDefaultTimeout(45_000)
  }, 240_000)
  afterAll(async () => {
    await bob?.close()
    await demo?.close()
  })

  const at = (path: string) => `${demo.product.address}${demo.place}${path}`
  const menuOf = (page: Page, name: string) => page.getByRole('button', { name: `Home page: ${name}` })
  const item = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true })
  const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
  const stored = async () => HomePageView.parse(await callTenant(demo, 'get', `/homepages/${pageId}`))
  /** Opens the widget's dialog and waits until it has the focus. */
  const addWidget = async (kind: string) => {
    await alice.getByRole('button', { name: 'Add widget' }).click()
    const dialog = alice.getByRole('dialog', { name: 'Add widget' })
    await dialog.getByRole('combobox', { name: 'Kind' }).and(alice.locator(':focus')).waitFor()
    await dialog.getByRole('combobox', { name: 'Kind' }).click()
    await alice.getByRole('option', { name: kind, exact: true }).click()
    return dialog
  }

  it('begin with a copy of the page that is shown [S2.15]', async () => {
    await alice.goto(at('/home'))
    await menuOf(alice, 'Built-in page').click()
    await item(alice, 'New home page').click()
    const dialog = alice.getByRole('dialog', { name: 'New home page' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Analyst shift')
    await dialog.getByRole('button', { name: 'Add home page' }).click()
    await alice.getByRole('heading', { level: 1, name: 'Analyst shift' }).waitFor()
    await region(alice, 'My queue').waitFor()
    pageId = new URL(alice.url()).pathname.split('/').at(-1) ?? ''
    expect((await stored()).widgets.map(({ kind }) => kind).slice(0, 2)).toEqual(['queue', 'clocks'])
  })

  it('take text, links, and a dashboard, and are arranged by keyboard', async () => {
    await alice.getByRole('button', { name: 'Edit', exact: true }).click()
    const text = await addWidget('Text')
    await text.getByRole('textbox', { name: 'Title' }).fill('Welcome to the shift')
    await text.getByRole('textbox', { name: 'Text (Markdown)' }).fill('Handoff is at **14:00**.')
    await text.getByRole('button', { name: 'Add widget' }).click()
    await text.waitFor({ state: 'hidden' })
    const links = await addWidget('Links')
    await links.getByRole('textbox', { name: 'Label of link 1' }).fill('Runbooks')
    await links.getByRole('textbox', { name: 'Address of link 1' }).fill('javascript:alert(1)')
    await links.getByRole('button', { name: 'Add widget' }).click()
    await links.getByText('Enter an address that begins with').waitFor()
    await links.getByRole('textbox', { name: 'Address of link 1' }).fill('https://wiki.example/runbooks')
    await links.getByRole('button', { name: 'Add widget' }).click()
    await links.waitFor({ state: 'hidden' })
    const board = await addWidget('Dashboard')
    await board.getByRole('combobox', { name: 'Dashboard' }).click()
    await alice.getByRole('option', { name: 'Alert overview' }).click()
    await board.getByRole('button', { name: 'Add widget' }).click()
    await board.waitFor({ state: 'hidden' })
    const handle = alice.getByRole('button', { name: 'Move or resize Welcome to the shift' })
    await handle.focus()
    for (let step = 0; step < 7; step += 1) await alice.keyboard.press('ArrowUp')
    await alice.keyboard.press('Shift+ArrowRight')
    await lookAt(alice, 'home-page-editing')
    await alice.getByRole('button', { name: 'Save', exact: true }).click()
    await alice.getByRole('button', { name: 'Edit', exact: true }).waitFor()
    expect((await stored()).widgets[0]).toMatchObject({ title: 'Welcome to the shift', width: 2 })
    await region(alice, 'Welcome to the shift').getByText('Handoff is at').waitFor()
    await region(alice, 'Alert overview').waitFor()
    await lookAt(alice, 'home-page')
  })

  it('are the home of a role, without the data that its users may not read', async () => {
    const dashboardId = Dashboards.parse(await callTenant(demo, 'get', '/dashboards')).items[0]?.id ?? ''
    const dashboard = z
      .looseObject({ revision: z.number(), name: z.string(), widgets: z.array(z.unknown()) })
      .parse(await callTenant(demo, 'get', `/dashboards/${dashboardId}`))
    const { revision, name, widgets } = dashboard
    await callTenant(demo, 'put', `/dashboards/${dashboardId}`, { revision, name, widgets, sharing: [] })
    await menuOf(alice, 'Analyst shift').click()
    await item(alice, 'Share').click()
    const dialog = alice.getByRole('dialog', { name: 'Share Analyst shift' })
    await dialog.getByRole('combobox', { name: 'Add a role, group, or person' }).click()
    await alice.getByRole('option', { name: 'Analyst' }).click()
    await dialog.getByRole('combobox', { name: 'Default for roles' }).click()
    await alice.getByRole('option', { name: 'Analyst' }).click()
    await alice.keyboard.press('Tab')
    await alice.getByRole('option', { name: 'Analyst' }).waitFor({ state: 'hidden' })
    await lookAt(alice, 'home-page-sharing')
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await dialog.waitFor({ state: 'hidden' })
    const { page } = bob
    await page.goto(at('/home'))
    await menuOf(page, 'Analyst shift').waitFor()
    await region(page, 'Welcome to the shift').getByText('Handoff is at').waitFor()
    await page.getByText('This dashboard or widget isn’t available to you.').waitFor()
    expect(await page.getByText('Alert overview').count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Edit', exact: true }).count()).toBe(0)
  })

  it('can be left for another one, and are listed with who shares them', async () => {
    const { page } = bob
    await menuOf(page, 'Analyst shift').click()
    await item(page, 'Built-in page').click()
    await page.waitForURL('**/homepages/builtIn')
    await menuOf(page, 'Built-in page').click()
    await item(page, 'Set as my home').click()
    await page.getByText('Built-in page is your home page').waitFor()
    await page.goto(at('/home'))
    await menuOf(page, 'Built-in page').click()
    await item(page, 'All home pages').click()
    await page.getByRole('heading', { level: 1, name: 'Home pages' }).waitFor()
    const card = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Analyst shift' })
    await card.getByText('Default for Analyst').waitFor()
    await card.getByText(/^Shared by /).waitFor()
    await lookAt(page, 'home-pages')
  })

  it('ask what to do when someone else changed the same part', async () => {
    await alice.getByRole('button', { name: 'Edit', exact: true }).click()
    const { revision, name, widgets, sharing, defaultFor } = await stored()
    await callTenant(demo, 'put', `/homepages/${pageId}`, {
      revision,
      name,
      sharing,
      defaultFor,
      widgets: widgets.slice(0, 3),
    })
    await alice.getByRole('button', { name: 'Actions for Links' }).click()
    await item(alice, 'Remove').click()
    await alice.getByRole('button', { name: 'Actions for Links' }).waitFor({ state: 'detached' })
    await alice.getByRole('button', { name: 'Save', exact: true }).click()
    const conflict = alice.getByRole('dialog')
    await conflict.getByText('Widgets', { exact: true }).waitFor()
    await conflict.getByRole('radio').last().waitFor()
    await lookAt(alice, 'home-page-conflict')
    expect((await stored()).widgets).toHaveLength(3)
  })
})

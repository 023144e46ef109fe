import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { lookAt } from './axe.ts'
import { appByKey, callTenant } from './demo-apps.ts'
import { type Demo, startDemo } from './demo.ts'

const Listed = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      key: z.string(),
      now: z.object({ person: z.object({ id: z.string(), name: z.string() }).nullable() }),
    }),
  ),
})
const Record = z.object({ id: z.string(), fields: z.looseObject({}) })

const OUTAGES = {
  key: 'outage',
  acronym: 'OUT',
  name: 'Outage',
  titleField: 'title',
  listColumns: ['title', 'owner'],
  fields: [
    { key: 'title', label: 'Title', type: 'text', required: true },
    { key: 'owner', label: 'Owner', type: 'user' },
  ],
  layout: [{ title: 'Outage', columns: 1, fields: ['title', 'owner'] }],
}

/** From the demo’s schedule to one of one’s own, an override, a swap, the widget, and a record that is assigned. */
describe('on-call schedules', () => {
  let demo: Demo
  let page: Page
  beforeAll(async () => {
    demo = await startDemo()
    page = demo.browser.page
    page.setDefaultTimeout(45_000)
  }, 240_000)
  afterAll(() => demo?.close())

  const dialogOf = (name: string | RegExp) => page.getByRole('dialog', { name })
  const lane = (name: string) => page.getByRole('group', { name, exact: true })
  const choose = async (label: string, option: string) => {
    await page.getByRole('combobox', { name: label }).click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }

  it('show who is on call, in a calendar of the week and of the month', async () => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'On call' }).click()
    await page.getByRole('heading', { level: 1, name: 'SOC on call' }).waitFor()
    await lane('Second line').getByRole('button').first().waitFor()
    // Three shifts a day, of which those of the edges are shared with the weeks beside.
    expect(await lane('On call').getByRole('button').count()).toBeGreaterThan(20)
    const { items } = Listed.parse(await callTenant(demo, 'get', '/on-call'))
    const soc = items.find(({ key }) => key === 'soc')
    await page
      .getByRole('region', { name: 'Now', exact: true })
      .getByText(soc?.now.person?.name ?? '?')
      .waitFor()
    await lookAt(page, 'on-call-week')
    await page.getByText('Month', { exact: true }).click()
    await expect.poll(() => page.getByRole('group').count()).toBeGreaterThan(3)
    await lookAt(page, 'on-call-month')
    await page.getByText('Week', { exact: true }).click()
    await lane('Early').waitFor()
  })

  it('take an override by key, show it as one, and let it be removed', async () => {
    // Keys belong to the page, not to the switch that was pressed last.
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('o')
    const dialog = dialogOf('Override')
    await dialog.getByRole('button', { name: 'Add override' }).click()
    await dialog.getByText('Select a person').waitFor()
    await dialog.getByRole('combobox', { name: 'Person' }).click()
    await page.getByRole('option', { name: 'Carla Castro' }).click()
    await dialog.getByRole('textbox', { name: 'Note' }).fill('Covers a training')
    await lookAt(page, 'on-call-override')
    const day = (await dialog.getByLabel('From').inputValue()).slice(0, 10)
    await dialog.getByRole('button', { name: 'Add override' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.goto(`${demo.product.address}${demo.place}/on-call?day=${day}`)
    await page
      .getByRole('button', { name: /^Remove override: Carla Castro/ })
      .first()
      .waitFor()
    const block = lane('Overrides in this period').getByRole('button').first()
    await block.click()
    await page.getByText('Covers a training').last().waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove override' }).click()
    await page.getByRole('button', { name: /^Remove override: / }).waitFor({ state: 'hidden' })
  })

  it('swap two turns and undo it', async () => {
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press(']')
    const first = lane('Early').getByRole('button').nth(1)
    await first.waitFor()
    await first.click()
    await page.getByRole('button', { name: 'Swap turns' }).click()
    const dialog = dialogOf('Swap turns')
    await dialog.getByRole('combobox', { name: 'Swap with' }).click()
    await page.getByRole('option').nth(8).click()
    await dialog.getByRole('button', { name: 'Swap', exact: true }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page
      .getByRole('button', { name: /^Undo swap: / })
      .first()
      .click()
    await page
      .getByRole('button', { name: /^Undo swap: / })
      .first()
      .waitFor({ state: 'hidden' })
  })

  it('are made with faults at their fields, and name gaps', async () => {
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'New schedule' }).click()
    const dialog = dialogOf('New schedule')
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Network')
    await dialog.getByRole('button', { name: 'Create schedule' }).click()
    await dialog.getByText('Add at least one person').waitFor()
    await dialog.getByRole('combobox', { name: 'Add person' }).click()
    await page.getByRole('option', { name: 'Bob Brandt' }).click()
    await dialog.getByRole('button', { name: 'Add hours' }).click()
    await lookAt(page, 'on-call-form')
    await dialog.getByRole('button', { name: 'Create schedule' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('heading', { level: 1, name: 'Network' }).waitFor()
    await page.getByRole('list', { name: 'Gaps' }).getByText('No one is on call').first().waitFor()
    await lookAt(page, 'on-call-gaps')
    await page.getByRole('button', { name: 'Edit schedule' }).click()
    const edit = dialogOf('Edit Network')
    await edit.getByRole('button', { name: 'Remove hours 1' }).click()
    await edit.getByRole('button', { name: 'Save schedule' }).click()
    await edit.waitFor({ state: 'hidden' })
    await page.getByRole('list', { name: 'Gaps' }).waitFor({ state: 'hidden' })
  })

  it('assign new records, which the app builder sets up, and keep such a schedule from being deleted', async () => {
    await callTenant(demo, 'post', '/apps', OUTAGES)
    const { id: appId, revision } = await appByKey(demo, 'outage')
    await page.goto(`${demo.product.address}${demo.place}/app-builder/${appId}`)
    await page
      .getByRole('region', { name: 'Layout' })
      .getByRole('button', { name: /^Owner/ })
      .click()
    await choose('Assign new records', 'To the person on call')
    await choose('On-call schedule', 'Network')
    await page.getByRole('button', { name: 'Publish' }).click()
    await expect
      .poll(async () => (await appByKey(demo, 'outage')).revision, { timeout: 30_000 })
      .toBe(revision + 1)
    const made = Record.parse(
      await callTenant(demo, 'post', `/apps/${appId}/records`, { fields: { title: 'Switch is down' } }),
    )
    const { items } = Listed.parse(await callTenant(demo, 'get', '/on-call'))
    const network = items.find(({ key }) => key === 'network')?.now.person
    expect([network?.name, made.fields['owner']]).toEqual(['Bob Brandt', network?.id])
    await page.goto(`${demo.product.address}${demo.place}/on-call`)
    await choose('Schedule', 'Network')
    await page.getByRole('region', { name: 'Used by' }).getByRole('link', { name: 'Outage' }).waitFor()
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete schedule' }).click()
    const dialog = dialogOf('Delete Network?')
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
    await dialog.getByText('Used by Outage').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  })

  it('appear on a home page', async () => {
    const made = await callTenant(demo, 'post', '/homepages', {
      name: 'Shift',
      widgets: [{ id: 'on-call-1', kind: 'onCall', title: '', width: 2 }],
    })
    const { id } = z.object({ id: z.string() }).parse(made)
    await page.goto(`${demo.product.address}${demo.place}/homepages/${id}`)
    const widget = page.getByRole('region', { name: 'On call', exact: true })
    await widget.getByText('Bob Brandt').first().waitFor()
    await lookAt(page, 'on-call-home')
    await widget.getByRole('link', { name: 'Network' }).click()
    await page.getByRole('heading', { level: 1, name: 'Network' }).waitFor()
  })
})

import { OnCallScheduleView } from '@caseloom/contract/identity/on-call'
import { RecordView } from '@caseloom/contract/records/records'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { lookAt } from './axe.ts'
import { type Demo, startDemo } from './demo.ts'
import { appByKey, callTenant } from './demo-apps.ts'

const Schedules = z.object({ items: z.array(OnCallScheduleView) })

/** A user creates a schedule, sees who is on call, overrides it, and an alert is assigned to that person. */
describe('on-call schedules', () => {
  let demo: Demo
  let page: Page
  beforeAll(async () => {
    demo = await startDemo()
    page = demo.browser.page
  })
  afterAll(() => demo?.close())
  const panel = () => page.getByRole('complementary', { name: 'On-call details' })
  const row = (name: string) => page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) })
  const choose = async (label: string, option: string) => {
    const input = page.getByRole('dialog').getByRole('combobox', { name: label })
    await input.click()
    await page.getByRole('option', { name: option, exact: true }).first().click()
  }

  it('starts with a first schedule', async () => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'On call' }).click()
    await page.getByRole('heading', { name: 'No on-call schedule yet' }).waitFor()
    await page.getByRole('button', { name: 'New schedule' }).click()
    const dialog = page.getByRole('dialog', { name: 'New schedule' })
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('SOC on call')
    await dialog.getByRole('textbox', { name: 'Name of layer 1' }).fill('First line')
    await dialog.getByRole('combobox', { name: 'People of layer 1' }).click()
    await page.getByRole('option', { name: /^Alice/ }).click()
    await page.keyboard.press('Escape')
    await choose('Handoff of layer 1', 'Never')
    await dialog.getByRole('textbox', { name: 'Key' }).fill('Not a key')
    await dialog.getByRole('button', { name: 'Create schedule' }).click()
    await dialog.getByRole('alert').waitFor()
    await lookAt(page, 'on-call-form')
    await dialog.getByRole('textbox', { name: 'Key' }).fill('soc')
    await dialog.getByRole('button', { name: 'Create schedule' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('heading', { name: 'SOC on call' }).waitFor()
  })

  it('shows who is on call, in a row for each layer and beside the calendar', async () => {
    await row('First line')
      .getByRole('button', { name: /^Alice/ })
      .first()
      .waitFor()
    await panel()
      .getByText(/^Alice/)
      .first()
      .waitFor()
    await panel().getByText('Not used yet').waitFor()
    await lookAt(page, 'on-call')
  })

  it('is overridden by the key O, and the block says by which person', async () => {
    await page.locator('body').press('o')
    const dialog = page.getByRole('dialog', { name: 'Override' })
    await dialog.waitFor()
    await dialog.getByRole('combobox', { name: 'Who is on call instead' }).click()
    await page.getByRole('option', { name: /^Bob/ }).click()
    const from = dialog.getByLabel('From', { exact: true })
    // From an hour before the next full one, so that it holds now.
    const next = Date.parse(`${await from.inputValue()}Z`)
    await from.fill(new Date(next - 3_600_000).toISOString().slice(0, 16))
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Dentist')
    await lookAt(page, 'on-call-override')
    await dialog.getByRole('button', { name: 'Save override' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await panel().getByText(/^Bob/).first().waitFor()
    await row('Overrides').getByRole('button').press('Enter')
    await page.getByText('Dentist').waitFor()
    await page.getByRole('button', { name: 'Undo the override' }).waitFor()
    await lookAt(page, 'on-call-block')
    await page.keyboard.press('Escape')
    await page.getByText('Dentist').waitFor({ state: 'hidden' })
  })

  it('assigns a new alert to that person, and says what uses it', async () => {
    const app = await appByKey(demo, 'alert')
    const fields = app.fields.map((field) => {
      if (field.type !== 'user' || field.key !== 'assignee') return field
      const { default: _default, ...rest } = field
      return { ...rest, onCall: { schedule: 'soc' } }
    })
    const { id, key: _key, acronym: _acronym, can: _can, updatedAt: _at, removedFields: _gone, ...body } = app
    await callTenant(demo, 'put', `/apps/${id}`, { ...body, fields })
    const title = 'Beacon from the finance VLAN'
    const made = RecordView.parse(
      await callTenant(demo, 'post', `/apps/${id}/records`, { fields: { title } }),
    )
    const { items } = Schedules.parse(await callTenant(demo, 'get', '/on-call/schedules'))
    expect(items[0]?.layers[0]?.people).not.toContain(made.fields['assignee'])
    await page.goto(`${demo.product.address}${demo.place}/record/${id}/${made.id}`)
    await page.getByRole('heading', { name: title }).waitFor()
    await page.getByText(/^Bob/).first().waitFor()
    await page.goto(`${demo.product.address}${demo.place}/on-call`)
    await panel().getByRole('link', { name: app.name }).waitFor()
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete schedule' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete “SOC on call”?' })
    await dialog.getByRole('button', { name: 'Delete SOC on call' }).click()
    await dialog.getByText(`Used by ${app.name}`).waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'hidden' })
  })

  it('shows when someone is away as a gap', async () => {
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Add time away' }).click()
    const dialog = page.getByRole('dialog', { name: 'Time away' })
    const to = dialog.getByLabel('To', { exact: true })
    const end = Date.parse(`${await to.inputValue()}Z`)
    await to.fill(new Date(end + 3 * 86_400_000).toISOString().slice(0, 16))
    await dialog.getByRole('button', { name: 'Save time away' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByText(/has a gap\./).waitFor()
    await page.getByRole('radio', { name: 'Month' }).check({ force: true })
    await page.getByRole('table', { name: /^SOC on call, / }).waitFor()
    await lookAt(page, 'on-call-gap')
  })
})

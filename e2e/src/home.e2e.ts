import type { AppView } from '@caseloom/contract/apps/apps'
import { RecordView } from '@caseloom/contract/records/records'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lookAt } from './axe.ts'
import { appByKey, callTenant } from './demo-apps.ts'
import { type Demo, startDemo } from './demo.ts'

/** What waits for someone is on their home page, and one press leads there. */
describe('the home page', () => {
  let demo: Demo
  let page: Page
  let alerts: AppView
  let me: string

  beforeAll(async () => {
    demo = await startDemo()
    page = demo.browser.page
    page.setDefaultTimeout(30_000)
    alerts = await appByKey(demo, 'alert')
    const first = await add('Beacon to a new domain')
    me = String(first.createdBy.id)
  }, 180_000)
  afterAll(() => demo?.close())

  /** Of the highest severity, so that it is among the first rows. */
  const add = async (title: string, fields: Record<string, unknown> = {}) =>
    RecordView.parse(
      await callTenant(demo, 'post', `/apps/${alerts.id}/records`, {
        fields: { title, severity: 'fatal', ...fields },
      }),
    )
  const section = (name: string) => page.getByRole('region', { name, exact: true })
  const row = (name: string, title: string) => section(name).getByRole('link', { name: title })

  it('moves an unassigned record into one’s own queue with one press', async () => {
    await page.goto(`${demo.product.address}${demo.place}/home`)
    const unassigned = section('Unassigned')
      .getByRole('listitem')
      .filter({ hasText: 'Beacon to a new domain' })
    await unassigned.getByRole('button', { name: /^Take / }).click()
    await row('My queue', 'Beacon to a new domain').waitFor()
    await row('Unassigned', 'Beacon to a new domain').waitFor({ state: 'detached' })
    await page
      .getByText(/ is assigned to you$/)
      .first()
      .waitFor()
    for (const name of ['SLA at risk', 'Waiting for your response', 'My tasks', 'Failed playbooks'])
      await section(name).waitFor()
    await lookAt(page, 'home')
  })

  it('shows without a reload what others assign, and what they take back', async () => {
    const { id } = await add('Assigned by a colleague', { assignee: me })
    await row('My queue', 'Assigned by a colleague').waitFor()
    const { version } = RecordView.parse(await callTenant(demo, 'get', `/apps/${alerts.id}/records/${id}`))
    await callTenant(demo, 'patch', `/apps/${alerts.id}/records/${id}`, {
      version,
      fields: { assignee: null },
    })
    await row('Unassigned', 'Assigned by a colleague').waitFor()
    await row('My queue', 'Assigned by a colleague').waitFor({ state: 'detached' })
  })

  it('opens a row by keys, as lists do', async () => {
    await row('My queue', 'Beacon to a new domain').waitFor()
    const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '')
    await page.getByRole('heading', { level: 1, name: 'Home' }).click()
    await page.keyboard.press('j')
    await section('My queue').getByRole('link').first().and(page.locator(':focus')).waitFor()
    const first = await focused()
    await page.keyboard.press('j')
    await section('My queue').getByRole('link').nth(1).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('k')
    await section('My queue').getByRole('link').first().and(page.locator(':focus')).waitFor()
    expect(await focused()).toBe(first)
    await page.keyboard.press('Enter')
    // The row says the tracking ID and the title.
    await page.getByRole('heading', { level: 1, name: first.replace(/^\S+ /, '') }).waitFor()
  })
})

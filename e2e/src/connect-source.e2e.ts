import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lookAt } from './axe.ts'
import { type Demo, openAs, startDemo } from './demo.ts'

const EVENT = {
  rule: 'Encoded PowerShell',
  risk: 73,
  alert_id: 'edr-4711',
  seen: '2026-11-23T03:18:02Z',
  host: 'lap-0142.example.com',
  src: '203.0.113.47',
  finding: 'PowerShell started with an encoded command',
  kind_of_rule: 'execution',
}

/** A user pastes one event, changes two matches, publishes, and sees the first alert of the sender. */
describe('connect a source', () => {
  let demo: Demo
  let page: Page
  beforeAll(async () => {
    demo = await startDemo()
    page = demo.browser.page
  })
  afterAll(() => demo?.close())
  const place = () => `${demo.product.address}${demo.place}`
  const box = () => page.getByRole('textbox', { name: 'Event', exact: true })
  const suggest = () => page.getByRole('button', { name: 'Suggest mapping' })
  const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) })
  const from = (name: string) => page.getByRole('combobox', { name: `Source of ${name}`, exact: true })
  const value = (path: string) => page.locator(`[data-path="${path}"]`)

  it('is offered where records and playbooks are missing, and names the line that can’t be read', async () => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Orchestration' }).click()
    await page.getByRole('link', { name: 'Connect a source' }).click()
    await page.getByRole('list', { name: 'Sources' }).getByRole('listitem').nth(17).waitFor()
    await lookAt(page, 'connect-source')
    const nonsense = 'user=ana src=203.0.113.47\nthis is nothing'
    await box().fill(nonsense)
    await suggest().click()
    await page.getByText('Line 2 isn’t JSON, CEF, LEEF, syslog, or key=value.').waitFor()
    await page.reload()
    await expect.poll(() => box().inputValue()).toBe(nonsense)
    await box().fill('{"title": "Scan",\n "severity" 7}')
    await suggest().click()
    await page.getByText('Line 2 isn’t valid JSON.').waitFor()
    expect(await box().inputValue()).toContain('"severity" 7')
  })

  it('takes a pasted event to its first alert in a dozen interactions', async () => {
    let interactions = 0
    const act = async (does: Promise<unknown>) => {
      interactions += 1
      await does
    }
    await act(page.goto(`${place()}/orchestration/connect`))
    await act(box().fill(JSON.stringify(EVENT, null, 2)))
    await act(suggest().click())
    await row('Title').getByText('Encoded PowerShell').waitFor()
    await row('Detected')
      .getByText(/23 Nov|Nov 23/)
      .waitFor()
    await row('Source reference')
      .getByText(/:edr-4711$/)
      .waitFor()
    await expect.poll(() => from('Severity').inputValue()).toBe('risk')
    await expect
      .poll(() => page.getByRole('combobox', { name: 'Result of Severity' }).inputValue())
      .toBe('High')

    await act(value('finding').dragTo(row('Description')))
    await row('Description').getByText('PowerShell started').waitFor()
    await row('Description').getByText('by you').waitFor()

    await act(from('Event').focus())
    await act(page.keyboard.type('kind_of'))
    await page.getByRole('option', { name: /^kind_of_rule/ }).waitFor()
    await act(page.keyboard.press('ArrowDown'))
    await act(page.keyboard.press('Enter'))
    await row('Event').getByText('execution').waitFor()

    await page.reload()
    await row('Event').getByText('execution').waitFor()
    await row('Description').getByText('by you').waitFor()
    await lookAt(page, 'connect-mapping')

    await act(page.getByRole('textbox', { name: 'Name' }).fill('Lab EDR'))
    await act(page.getByRole('button', { name: 'Publish and continue' }).click())
    const arrival = page.getByRole('status', { name: 'First event' })
    await arrival.getByText('Waiting for the first event').waitFor()
    await act(page.getByRole('button', { name: 'Reveal' }).click())
    const [address = '', secret = ''] = await hookOf(page)
    await lookAt(page, 'connect-live')

    const refused = await post(address, 'wrong')
    expect(refused.status).toBe(401)
    await arrival.getByText('The secret is incorrect').waitFor()
    const taken = await post(address, secret)
    expect(taken.status).toBe(202)
    await arrival.getByText('The first event arrived').waitFor({ timeout: 60_000 })
    await arrival.getByRole('link', { name: /^Open ALR/ }).waitFor()
    await lookAt(page, 'connect-arrived')
    await act(arrival.getByRole('link', { name: /^Open ALR-\d+$/ }).click())
    await page.getByRole('heading', { name: 'Encoded PowerShell' }).waitFor()
    await page.getByText('PowerShell started with an encoded command').first().waitFor()
    expect(interactions).toBeLessThanOrEqual(12)
  })

  it('unbinds by Delete, and a required field without a source blocks publishing', async () => {
    await page.goto(`${place()}/orchestration/connect`)
    await page.getByRole('button', { name: 'Connect another source' }).click()
    await page.getByRole('textbox', { name: /^Search \d+ sources$/ }).fill('falc')
    await page.keyboard.press('Enter')
    await row('Title').getByText('Encoded PowerShell').waitFor()
    await from('Title').focus()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Delete')
    await page.getByText('Choose a source for Title').waitFor()
    expect(await page.getByRole('button', { name: 'Publish and continue' }).isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'Match again' }).click()
    await row('Title').getByText('Encoded PowerShell').waitFor()
    await expect
      .poll(() => page.getByRole('button', { name: 'Publish and continue' }).isDisabled())
      .toBe(false)
  })

  it('says who can connect sources to those who can’t', async () => {
    const bob = await openAs(demo, 'bob')
    await bob.page.goto(`${place()}/orchestration/connect`)
    await bob.page.getByRole('heading', { name: 'You can’t connect sources' }).waitFor()
    expect(await bob.page.getByRole('textbox', { name: 'Event', exact: true }).count()).toBe(0)
    await bob.close()
  })
})

async function hookOf(page: Page): Promise<string[]> {
  const codes = page.locator('code')
  // The address is always readable, and the secret a moment after it was asked for.
  await expect
    .poll(async () => (await codes.allTextContents()).some((text) => text.includes('•')))
    .toBe(false)
  const texts = await codes.allTextContents()
  return [
    texts.find((text) => text.includes('/hooks/')) ?? '',
    texts.find((text) => /^\S{20,}$/.test(text) && !text.includes('/')) ?? '',
  ]
}

function post(address: string, secret: string): Promise<Response> {
  return fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-webhook-secret': secret },
    body: JSON.stringify(EVENT),
  })
}

import { AppView } from '@caseloom/contract/apps/apps'
import { Principals } from '@caseloom/contract/identity/identity'
import { RecordView } from '@caseloom/contract/records/records'
import { type AnsweringServer, startAnsweringServer } from '@caseloom/testkit/answering-server'
import { createHmac } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faultsOf, lookAt } from './axe.ts'
import { callApi } from './call-api.ts'
import { type Demo, openAs, startDemo } from './demo.ts'

/** A person chooses when and where they are notified of what. */
describe('notification settings', () => {
  let stub: AnsweringServer
  let demo: Demo
  let page: Page

  beforeAll(async () => {
    stub = await startAnsweringServer()
    demo = await startDemo({ CASELOOM_OUTBOUND_ALLOW: `127.0.0.1:${stub.port}` })
    page = demo.browser.page
    await page.getByRole('button', { name: 'User menu' }).click()
    await page.getByRole('menuitem', { name: 'Profile and security' }).click()
    await page.getByRole('textbox', { name: 'Name' }).waitFor()
    await page.getByRole('link', { name: 'Notifications' }).click()
    await page.getByRole('heading', { name: 'Notifications', level: 1 }).waitFor()
  })
  afterAll(async () => {
    await demo?.close()
    await stub?.close()
  })

  const cell = (name: string) => page.getByRole('button', { name })
  const part = (name: string) => page.getByRole('region', { name, exact: true })
  const saving = async (act: () => Promise<unknown>) => {
    const saved = page.waitForResponse(
      (reply) => reply.request().method() === 'PATCH' && reply.status() === 200,
    )
    await Promise.all([saved, act()])
  }

  it('switches an email between right away, digest, and off, by mouse and by keys', async () => {
    const mention = cell('Mention: Email')
    await expect.poll(() => mention.innerText()).toContain('right away')
    await saving(() => mention.click())
    await expect.poll(() => mention.innerText()).toContain('Digest')
    await mention.focus()
    await saving(() => page.keyboard.press('Enter'))
    await expect.poll(() => mention.innerText()).toContain('off')
    await saving(() => page.keyboard.press('Space'))
    await expect.poll(() => mention.innerText()).toContain('right away')
    await saving(() => page.keyboard.press('Space'))
    await page.reload()
    await expect.poll(() => mention.innerText()).toContain('Digest')
  })

  it('never lets an email about security wait', async () => {
    const security = cell('Security change: Email')
    await expect.poll(() => security.innerText()).toContain('right away')
    await saving(() => security.click())
    await expect.poll(() => security.innerText()).toContain('off')
    await saving(() => security.click())
    await expect.poll(() => security.innerText()).toContain('right away')
  })

  it('sets the digest and quiet hours', async () => {
    const digest = part('Digest')
    await digest.getByLabel('At').fill('07:30')
    await saving(() => page.keyboard.press('Enter'))
    const quiet = part('Quiet hours')
    await saving(() => quiet.getByRole('switch', { name: 'Quiet hours' }).press('Space'))
    await quiet.getByLabel('From').fill('06:00')
    await quiet.getByText('The start and end must differ').waitFor()
    await quiet.getByLabel('From').fill('21:00')
    await saving(() => page.keyboard.press('Enter'))
    await saving(() => quiet.getByRole('button', { name: 'Sat' }).click())
    await page.reload()
    await expect.poll(() => digest.getByLabel('At').inputValue()).toBe('07:30')
    await expect.poll(() => quiet.getByLabel('From').inputValue()).toBe('21:00')
    await expect
      .poll(() => quiet.getByRole('button', { name: 'Sat' }).getAttribute('aria-pressed'))
      .toBe('false')
  })

  it('sends the digest every hour', async () => {
    const digest = part('Digest')
    await digest.getByRole('combobox', { name: 'Send it' }).click()
    const hour = page.getByRole('option', { name: 'Every hour' })
    await hour.waitFor()
    await saving(() => hour.click())
    await hour.waitFor({ state: 'hidden' })
    await digest.getByLabel('At').waitFor({ state: 'detached' })
    await page.getByText(/^Times are in /).waitFor()
  })

  let secret = ''
  it('connects a webhook by keys, which gets a signed test', async () => {
    const connect = page.getByRole('button', { name: 'Connect Webhook' })
    await connect.waitFor()
    await connect.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Connect Webhook' })
    const address = dialog.getByRole('textbox', { name: 'Webhook address' })
    await address.waitFor()
    await expect.poll(() => address.evaluate((input) => input === document.activeElement)).toBe(true)
    await page.keyboard.type('nonsense')
    await page.keyboard.press('Enter')
    await dialog.getByText('Enter an address that begins with https://').waitFor()
    expect(await faultsOf(page), 'connect').toEqual([])
    await address.fill(`${stub.origin}/hooks/very-secret-part`)
    await page.keyboard.press('Enter')
    const shown = page.getByRole('dialog', { name: 'Signing secret' })
    await shown.waitFor()
    secret = (await shown.locator('code').textContent()) ?? ''
    expect(await faultsOf(page), 'secret').toEqual([])
    await shown.getByRole('button', { name: 'Done' }).click()
    await shown.waitFor({ state: 'detached' })
    const [test] = stub.requests()
    expect(JSON.parse(test?.body ?? '')).toMatchObject({ kind: 'test', title: 'Test from Caseloom' })
    const mac = createHmac('sha256', secret)
      .update(test?.body ?? '')
      .digest('hex')
    expect(test?.headers['x-hub-signature-256']).toBe(`sha256=${mac}`)
    await part('Webhook').getByText('Last delivered').waitFor()
    expect(await page.content()).not.toContain('very-secret-part')
    expect(await page.content()).not.toContain(secret)
  })

  it('gets a mention there, with its link', async () => {
    await expect.poll(() => page.getByRole('checkbox', { name: 'Mention: Webhook' }).isChecked()).toBe(true)
    const api = `${demo.product.address}/api/tenant/${demo.tenantId}`
    const fields = [{ key: 'title', label: 'Title', type: 'text', required: true }]
    const made = await callApi(page, 'post', `${api}/apps`, {
      key: 'note_case',
      acronym: 'NTC',
      name: 'Note case',
      titleField: 'title',
      listColumns: ['title'],
      layout: [{ title: 'Main', columns: 1, fields: ['title'] }],
      fields,
    })
    const app = AppView.parse(made)
    const records = `${api}/apps/${app.id}/records`
    const record = RecordView.parse(await callApi(page, 'post', records, { fields: { title: 'Odd login' } }))
    const people = await callApi(
      page,
      'get',
      `${demo.product.address}/iam/tenant/${demo.tenantId}/principals`,
    )
    const alice = Principals.parse(people).users.find(({ name }) => name.startsWith('Alice'))
    const bob = await openAs(demo, 'bob')
    stub.answer(() => ({ body: null }))
    await callApi(bob.page, 'post', `${records}/${record.id}/comments`, {
      body: `Please look <span class="mention" data-id="${alice?.id}">@Alice</span>`,
    })
    await expect.poll(() => stub.requests().length, { timeout: 60_000 }).toBe(1)
    expect(JSON.parse(stub.requests()[0]?.body ?? '')).toMatchObject({
      kind: 'mention',
      title: expect.stringMatching(/^Bob .*mentioned you in NTC-1$/),
      text: expect.stringContaining('Please look'),
      link: expect.stringContaining(`${demo.place}/record/${app.id}/${record.id}`),
    })
    await bob.close()
  })

  it('names the exact failure of a test, by mouse', async () => {
    stub.answer(() => ({ status: 410, body: { error: 'This hook is gone' } }))
    const webhook = part('Webhook')
    await webhook.getByRole('button', { name: 'Send a test' }).click()
    await webhook.getByText('The server responded with status 410: {"error":"This hook is gone"}').waitFor()
    await lookAt(page, 'notifications')
  })

  it('disconnects the webhook', async () => {
    await part('Webhook').getByRole('button', { name: 'Disconnect' }).click()
    const dialog = page.getByRole('dialog', { name: 'Disconnect Webhook?' })
    await dialog.getByRole('button', { name: 'Disconnect' }).click()
    await page.getByRole('button', { name: 'Connect Webhook' }).waitFor()
    await part('Webhook').waitFor({ state: 'detached' })
  })
})

import { PlaybookView } from '@caseloom/contract/automation/automation'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import { RecordView } from '@caseloom/contract/records/records'
import { ButtonView } from '@caseloom/contract/automation/triggers'
import { aStubServer, type Hit, type StubAnswer, type StubServer } from '@caseloom/testkit/connectors-fixture'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { lookAt } from './axe.ts'
import { callApi } from './call-api.ts'
import { appByKey, callTenant } from './demo-apps.ts'
import { type Browser, openBrowser } from './browser.ts'
import { type Demo, startDemo } from './demo.ts'
import { givePassword, mailTo } from './passwords.ts'

const PASSWORD = 'lantern cobalt fjord 5'
const OUTSIDER = 'asset.owner@partner.example'

const CLIENT_SECRET = 'falcon-Velvet-Harbour-9'
const DEVICE = '0123456789abcdef0123456789abcdef'

/** What CrowdStrike answers to those who bring the token that it gave for the right secret. */
function falcon({ method, url, headers, body }: Hit): StubAnswer {
  const pair = Buffer.from(`caseloom:${CLIENT_SECRET}`).toString('base64')
  if (url === '/oauth2/token' && headers.authorization === `Basic ${pair}`)
    return { status: 201, body: { access_token: 'token-of-the-day', expires_in: 1799, token_type: 'bearer' } }
  if (headers.authorization !== 'Bearer token-of-the-day')
    return { status: 401, body: { errors: [{ code: 401, message: 'access denied' }] } }
  const meta = { query_time: 0.01, trace_id: 't' }
  if (method === 'POST' && url.startsWith('/devices/entities/devices-actions/v2'))
    return {
      status: 202,
      body: { meta, resources: [{ id: JSON.parse(body).ids[0], path: '/devices' }], errors: [] },
    }
  return { body: { meta, resources: [DEVICE], errors: [] } }
}

const ISOLATE: JsonObject = {
  playbook: 'isolate-host',
  title: 'Isolate host',
  triggers: [{ key: 'isolate', kind: 'button', with: { app: 'alert', label: 'Isolate host' } }],
  steps: [
    {
      key: 'approval',
      title: 'Two people agree',
      action: 'human.approve',
      with: {
        title: 'Isolate nw-ws-114?',
        text: 'It **beacons** to `198.51.100.7` every 60 s. Isolating cuts the user off until it is released.',
        record: { app: 'alert', id: '{% trigger.record.id %}' },
        to: { roles: ['Analyst', 'Lead', 'Tenant administrator'] },
        quorum: 2,
        expires: '1d',
        allowDelegation: true,
      },
    },
    {
      key: 'find',
      action: 'crowdstrike.findDeviceByName',
      asset: 'falcon',
      after: 'approval',
      with: { hostname: 'nw-ws-114' },
    },
    {
      key: 'isolate',
      action: 'crowdstrike.contain',
      asset: 'falcon',
      after: 'find',
      with: { device: '{% steps.find.output[0] %}' },
    },
  ],
}

const BLOCK: JsonObject = {
  playbook: 'block-sender',
  title: 'Block sender',
  triggers: [{ key: 'block', kind: 'button', with: { app: 'alert', label: 'Block sender' } }],
  steps: [
    {
      key: 'ask',
      action: 'human.approve',
      with: {
        title: 'Block mail.example?',
        text: 'It sent **40** messages today.',
        record: { app: 'alert', id: '{% trigger.record.id %}' },
        to: { roles: ['Analyst', 'Lead', 'Tenant administrator'] },
      },
    },
    {
      key: 'block',
      title: 'Block on the gateway',
      action: 'data.transform',
      after: [{ step: 'ask', when: '{% steps.ask.output.approved %}' }],
      with: { value: 1 },
    },
  ],
}

const FORM: JsonObject = {
  playbook: 'ask-owner',
  title: 'Ask the owner',
  triggers: [{ key: 'hook', kind: 'webhook', with: { auth: 'none' } }],
  steps: [
    {
      key: 'ask',
      action: 'human.form',
      with: {
        title: 'Who uses nw-ws-114?',
        text: 'We saw a sign-in from a place that is new for this computer. Please describe what you know.',
        outsiders: [OUTSIDER],
        schema: {
          type: 'object',
          required: ['user', 'expected'],
          properties: {
            user: { type: 'string', title: 'Who uses it', minLength: 2 },
            expected: { enum: ['Yes', 'No', 'I do not know'], title: 'Was the sign-in expected' },
            since: { type: 'string', format: 'date', title: 'Used since' },
            remarks: { type: 'string', format: 'textarea', title: 'Remarks' },
          },
        },
      },
    },
  ],
}

/** A playbook asks people: two must approve before a host is isolated, and an outsider fills out a form. */
describe('questions to people', () => {
  let demo: Demo
  let stub: StubServer
  let alice: Page
  let bob: Page
  const others: Browser[] = []
  let orchestration = ''

  beforeAll(async () => {
    stub = await aStubServer()
    stub.answer.current = falcon
    demo = await startDemo({ CASELOOM_OUTBOUND_ALLOW: `127.0.0.1:${stub.port}` })
    alice = demo.browser.page
    orchestration = `/api/tenant/${demo.tenantId}/orchestration/api`
  })
  afterAll(async () => {
    for (const other of others) await other.close()
    await demo?.close()
    await stub?.close()
  })

  const api = (method: 'get' | 'post', path: string, data?: unknown) =>
    callApi(alice, method, `${demo.product.address}${path}`, data)

  async function publish(document: JsonObject): Promise<PlaybookView> {
    const draft = PlaybookView.parse(await api('post', `${orchestration}/playbooks`, { document }))
    const { revision } = draft
    return PlaybookView.parse(
      await api('post', `${orchestration}/playbooks/${draft.id}/publish`, { revision }),
    )
  }

  async function signIn(name: string): Promise<Page> {
    await givePassword(alice, demo.product.address, { name, password: PASSWORD })
    const browser = await openBrowser()
    others.push(browser)
    const { page } = browser
    await page.goto(`${demo.product.address}/login`)
    await page.getByRole('textbox', { name: 'Email' }).fill(`${name}@demo.example`)
    await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('navigation', { name: 'Main' }).waitFor()
    return page
  }

  const openInbox = async (page: Page) => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Orchestration' }).click()
    await page.getByRole('tab', { name: 'Inbox' }).click()
    await page
      .getByRole('grid', { name: 'Inbox' })
      .or(page.getByRole('heading', { name: 'No requests waiting for you' }))
      .waitFor()
  }
  const question = (page: Page) => page.getByRole('grid', { name: 'Inbox' }).getByText('Isolate nw-ws-114?')

  it('a CrowdStrike asset gets its token with the client secret, which is never shown again', async () => {
    await alice.goto(`${demo.product.address}${demo.place}/orchestration/assets`)
    await alice.getByRole('button', { name: 'Add asset' }).first().click()
    const dialog = alice.getByRole('dialog', { name: 'Add asset' })
    await dialog.getByRole('combobox', { name: 'Connector' }).click()
    await alice.getByRole('option', { name: 'CrowdStrike Falcon' }).click()
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Falcon')
    await dialog.getByRole('textbox', { name: 'Cloud' }).fill(stub.url)
    await dialog.getByRole('textbox', { name: 'Client ID' }).fill('caseloom')
    await dialog.getByRole('textbox', { name: 'Client secret' }).fill(CLIENT_SECRET)
    await lookAt(alice, 'asset-crowdstrike')
    await dialog.getByRole('button', { name: 'Add asset' }).first().click()
    const panel = alice.getByRole('complementary', { name: 'Falcon' })
    await panel.getByRole('button', { name: 'Test connection' }).click()
    await panel.getByText('Connected: The server responded with status 200').waitFor()
    expect(stub.hits.map(({ url }) => url)).toEqual(['/oauth2/token', '/devices/queries/devices/v1?limit=1'])
    expect(await alice.content()).not.toContain(CLIENT_SECRET)
  })

  it('the person who started the run can’t approve; the second of two others gets the host contained, once', async () => {
    bob = await signIn('bob')
    const carla = await signIn('carla')
    await openInbox(bob)
    await bob.getByRole('heading', { name: 'No requests waiting for you' }).waitFor()
    await lookAt(bob, 'inbox-empty')
    await publish(ISOLATE)
    const before = stub.hits.length
    const since = () =>
      stub.hits.slice(before).map(({ method, url }) => `${method} ${decodeURIComponent(url)}`)
    const apps = z
      .object({ items: z.array(z.looseObject({ id: z.string(), key: z.string() })) })
      .parse(await api('get', `/api/tenant/${demo.tenantId}/apps`))
    const app = apps.items.find(({ key }) => key === 'alert')?.id ?? ''
    const Items = z.object({ items: z.array(z.looseObject({ id: z.string() })) })
    const records = Items.parse(
      await api('post', `/api/tenant/${demo.tenantId}/apps/${app}/records/search`, { limit: 1 }),
    )
    const buttons = z
      .object({ items: z.array(ButtonView) })
      .parse(await api('get', `${orchestration}/apps/${app}/buttons`))
    const [button] = buttons.items
    await api('post', `${orchestration}/buttons/${button?.id}/press`, {
      recordId: records.items[0]?.id,
      statement: button?.statement?.id,
    })
    // It appears in the open inbox automatically.
    await question(bob).waitFor({ timeout: 20_000 })
    const inbox = bob.url()
    const waiting = (page: Page) => page.getByRole('region', { name: 'Waiting for your response' })
    await bob.goto(`${demo.product.address}${demo.place}/home`)
    await waiting(bob).getByRole('link', { name: 'Isolate nw-ws-114?' }).waitFor()
    await waiting(bob).getByText('Isolate host', { exact: true }).waitFor()
    await waiting(bob)
      .getByText(/^until /)
      .waitFor()
    // The person who started the run isn't asked.
    const listed = alice.waitForResponse((reply) => reply.url().includes('/approvals?'))
    await alice.goto(`${demo.product.address}${demo.place}/home`)
    expect(Items.parse(await (await listed).json()).items).toEqual([])
    await waiting(alice).getByText('Nothing waits for you.').waitFor()
    expect(await waiting(alice).getByRole('link').count()).toBe(0)
    await bob.goto(inbox)
    await question(bob).waitFor()
    await lookAt(bob, 'inbox')
    await bob.keyboard.press('j')
    await bob.keyboard.press('Enter')
    await bob.getByRole('heading', { level: 1, name: 'Isolate nw-ws-114?' }).waitFor()
    await lookAt(bob, 'question')
    const address = bob.url()

    await alice.goto(address)
    await alice.getByText('You started this run, so someone else must decide.').first().waitFor()
    expect(await alice.getByRole('button', { name: 'Approve' }).count()).toBe(0)

    await bob.getByRole('button', { name: 'Reject' }).click()
    await bob.getByText('Enter a reason for rejecting').first().waitFor()
    await lookAt(bob, 'question-refuse')
    await bob.getByRole('textbox', { name: 'Comment' }).fill('Confirmed with the user by phone')
    await bob.getByRole('button', { name: 'Approve' }).click()
    await bob.getByText('You’ve already responded.').first().waitFor()
    await alice.getByText('Confirmed with the user by phone').first().waitFor()
    expect(since()).toEqual([])

    await openInbox(carla)
    await question(carla).click()
    await carla.getByText('1 of 2 approved').first().waitFor()
    await carla.getByRole('button', { name: 'Delegate' }).click()
    const asking = carla.getByRole('dialog', { name: 'Delegate your response' })
    await asking.getByRole('combobox', { name: 'Person' }).click()
    await carla.getByRole('option', { name: 'Bob Brandt' }).click()
    await asking.getByRole('button', { name: 'Delegate' }).click()
    await asking.getByText('This user has already answered').waitFor()
    await lookAt(carla, 'question-delegate')
    await asking.getByRole('button', { name: 'Cancel' }).click()
    await carla.getByRole('button', { name: 'Approve' }).click()
    await carla.getByText('This was approved.').first().waitFor()
    await lookAt(carla, 'question-over')
    await expect.poll(() => since().length, { timeout: 20_000 }).toBe(2)
    await openInbox(bob)
    await bob.getByRole('heading', { name: 'No requests waiting for you' }).waitFor()
    await alice.getByRole('link', { name: /^#\d/ }).click()
    await alice.getByRole('heading', { name: /^Run \d/ }).waitFor()
    await alice.getByRole('main').getByText('Succeeded', { exact: true }).first().waitFor()
    expect(since()).toEqual([
      "GET /devices/queries/devices/v1?filter=hostname:'nw-ws-114'",
      'POST /devices/entities/devices-actions/v2?action_name=contain',
    ])
    expect(JSON.parse(stub.hits.at(-1)?.body ?? '')).toEqual({ ids: [DEVICE] })
    expect(stub.hits.at(-1)?.headers['idempotency-key']).toMatch(/isolate/)
    const runId = /\/run\/([^/?]+)/.exec(alice.url())?.[1] ?? ''
    const evidence = JSON.stringify(await api('get', `${orchestration}/runs/${runId}/evidence`))
    expect(evidence).toContain(DEVICE)
    for (const secret of [CLIENT_SECRET, 'token-of-the-day']) expect(evidence).not.toContain(secret)
  })

  it('the page of a record shows what its runs ask: it’s answered there, and leaves the page', async () => {
    await publish(BLOCK)
    const app = await appByKey(demo, 'alert')
    const fields = { title: 'Mail from mail.example', severity: 'high' }
    const record = RecordView.parse(await callTenant(demo, 'post', `/apps/${app.id}/records`, { fields }))
    const address = `${demo.product.address}${demo.place}/record/${app.id}/${record.id}`
    const card = (page: Page) =>
      page
        .getByRole('region', { name: 'Waiting for a response' })
        .getByRole('article', { name: 'Block mail.example?' })
    const inThread = (page: Page, text: RegExp) =>
      page.getByRole('tabpanel').getByRole('listitem').filter({ hasText: text })
    const runs = (page: Page) => page.getByRole('complementary').getByRole('region', { name: /^Runs/ })
    await bob.goto(address)
    await bob.getByRole('heading', { level: 1, name: 'Mail from mail.example' }).waitFor()
    await alice.goto(address)
    await alice.getByRole('button', { name: 'Run', exact: true }).waitFor()
    await alice.keyboard.press('r')
    const find = alice.getByRole('combobox', { name: 'Find an action' })
    await find.waitFor()
    await alice.getByRole('option', { name: /^Block sender/ }).waitFor()
    await lookAt(alice, 'record-run-menu')
    await find.fill('crowdstrike')
    await alice.getByRole('option', { name: /^Isolate host.*Asks for approval/ }).waitFor()
    await alice.getByRole('option', { name: /^Block sender/ }).waitFor({ state: 'detached' })
    await find.fill('block')
    await alice.getByRole('option', { name: /^Block sender/ }).waitFor()
    await find.press('Enter')
    const asking = alice.getByRole('dialog', { name: 'Block sender' })
    await asking.getByText('asks people for approval').waitFor()
    const confirm = asking.getByRole('button', { name: 'Confirm and run' })
    await expect.poll(() => confirm.evaluate((one) => one === document.activeElement)).toBe(true)
    await alice.keyboard.press('Enter')
    await card(alice).getByText('You started this run, so someone else must decide.').waitFor()
    expect(await card(alice).getByRole('button', { name: 'Approve' }).count()).toBe(0)
    await alice.getByRole('tab', { name: 'Timeline' }).click()
    const asked = inThread(alice, /Block sender asked .*Analyst.*: Block mail\.example\?/)
    await asked.getByText('You started this run, so someone else must decide.').waitFor()
    // It appears on the open page of someone else, with what follows.
    await card(bob).getByText('Block on the gateway').waitFor()
    await card(bob).getByText('40', { exact: true }).waitFor()
    await runs(bob).getByText('1, 1 waiting').waitFor()
    await lookAt(bob, 'record-approval')
    await card(bob).getByRole('button', { name: 'Reject' }).click()
    const comment = card(bob).getByRole('textbox', { name: 'Comment' })
    await expect.poll(() => comment.evaluate((box) => box === document.activeElement)).toBe(true)
    await card(bob).getByRole('button', { name: 'Reject' }).click()
    await card(bob).getByText('Enter a reason for rejecting').waitFor()
    // Begun beside the record, decided in its thread.
    await comment.fill('')
    await bob.getByRole('tab', { name: 'Timeline' }).click()
    const request = inThread(bob, /Block sender asked/)
    await request.getByText('Block on the gateway').waitFor()
    await lookAt(bob, 'timeline-approval')
    await request.getByRole('button', { name: 'Approve' }).click()
    for (const page of [bob, alice]) {
      await inThread(page, /Bob Brandt approved: Block mail\.example\?/).waitFor()
      await expect.poll(() => inThread(page, /asked/).getByRole('button').count()).toBe(0)
    }
    await lookAt(bob, 'timeline-decision')
    for (const page of [bob, alice]) {
      await card(page).waitFor({ state: 'detached' })
      await runs(page).getByTitle('Succeeded').waitFor()
    }
  })

  it('an outsider fills out a form from a link: opening it counts for nothing, sending it counts once', async () => {
    const playbook = await publish(FORM)
    const hook = playbook.hooks[0]?.address ?? ''
    const started = await alice.request.post(hook, { data: {} })
    expect(started.status()).toBe(202)
    const link = /\S+\/asks\/[\w-]{43}/.exec(await mailTo(alice, demo.product.address, OUTSIDER))?.[0] ?? ''
    const api = link.replace('/asks/', '/api/asks/')
    for (const _scan of [1, 2]) expect((await fetch(api)).status).toBe(200)
    const browser = await openBrowser()
    others.push(browser)
    const { page } = browser
    await page.goto(link)
    await page.getByRole('heading', { level: 1, name: 'Who uses nw-ws-114?' }).waitFor()
    await lookAt(page, 'ask')
    await page.getByRole('textbox', { name: 'Remarks' }).fill('Shared desk in hall 3')
    await page.getByRole('button', { name: 'Submit' }).click()
    await page.getByRole('alert').getByText('Who uses it').waitFor()
    await lookAt(page, 'ask-faults')
    await page.getByRole('textbox', { name: 'Who uses it' }).fill('Night shift')
    await page.getByRole('combobox', { name: 'Was the sign-in expected' }).click()
    await page.getByRole('option', { name: 'No', exact: true }).click()
    expect(await page.getByRole('textbox', { name: 'Remarks' }).inputValue()).toBe('Shared desk in hall 3')
    await page.getByRole('button', { name: 'Submit' }).click()
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    await lookAt(page, 'ask-sent')
    const again = await fetch(api, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ values: { user: 'Me', expected: 'Yes' } }),
    })
    expect(again.status).toBe(410)
    await page.goto(link)
    await page.getByRole('heading', { name: 'This form is closed' }).waitFor()
    await openInbox(alice)
    await alice.getByRole('combobox', { name: 'Inbox view' }).click()
    await alice.getByRole('option', { name: 'All requests' }).click()
    await alice.getByRole('grid', { name: 'Inbox' }).getByText('Who uses nw-ws-114?').click()
    await alice.getByText('Night shift').first().waitFor()
    await lookAt(alice, 'question-form-answered')
    // An expired link is rejected with 410, which the browser logs to its console.
    expect(browser.errors.filter((error) => !error.includes('410') && !error.includes('422'))).toEqual([])
  })
})

import { PlaybookSummary, PlaybookView } from '@caseloom/contract/automation/automation'
import { TriggerOverview } from '@caseloom/contract/automation/triggers'
import { aStubServer, type StubServer } from '@caseloom/testkit/connectors-fixture'
import { freePort, type Product } from '@caseloom/testkit/product'
import { sendLetter } from '@caseloom/testkit/send-letter'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { faultsOf } from './axe.ts'
import { type Browser, openBrowser, picture } from './browser.ts'
import { startDemoProduct } from './demo.ts'
import { mailTo } from './passwords.ts'
import { API_KEY, PHISHING, PHISHING_PLAYBOOK, virusTotal, virusTotalAnswers } from './phishing.ts'

const DOCUMENT = {
  playbook: 'by-all-ways',
  title: 'Look after alerts',
  inputs: {
    type: 'object',
    properties: { note: { type: 'string', title: 'What happened', minLength: 3 } },
    required: ['note'],
  },
  triggers: [
    {
      key: 'morning',
      title: 'Every morning',
      kind: 'schedule',
      with: { cron: '0 7 * * 1-5', timeZone: 'Europe/Berlin' },
    },
    {
      key: 'look',
      title: 'Look again',
      kind: 'button',
      with: { app: 'alert', label: 'Look again', confirm: 'Checks the alert again.', askInputs: true },
    },
    {
      key: 'inside',
      title: 'Report',
      kind: 'form',
      with: { heading: 'Report something odd', thanks: 'We look at it.' },
    },
    {
      key: 'outside',
      title: 'Report from outside',
      kind: 'form',
      with: { heading: 'Report to our security team', text: 'We read **every** report.', audience: 'link' },
    },
  ],
  steps: [{ key: 'keep', action: 'data.transform', with: { value: '{% inputs.note %}' } }],
  output: '{% steps.keep.output %}',
}

/** Starts without a person; its runs output what triggered them. */
const AUTOMATIC = {
  playbook: 'by-itself',
  title: 'Begins automatically',
  triggers: [
    { key: 'changed', kind: 'record', with: { app: 'alert', on: ['created'] } },
    { key: 'tick', kind: 'schedule', with: { cron: '* * * * * *' } },
    { key: 'box', kind: 'mail', with: { via: 'smtp' } },
  ],
  steps: [{ key: 'keep', action: 'data.transform', with: { value: '{% trigger %}' } }],
}

const hookFor = (least: number) => ({
  key: 'hook',
  kind: 'webhook',
  with: { auth: 'none' },
  when: `{% trigger.body.n > ${least} %}`,
})

/** Its condition was too strict at first. */
const REPAIRED = {
  playbook: 'repaired-intake',
  title: 'Repaired intake',
  steps: [{ key: 'seen', action: 'data.transform', with: { value: '{% trigger.body %}' } }],
}

/** Playbooks that start automatically, from a button on a record, and from internal and public forms. */
describe('triggers', () => {
  let product: Product
  let password = ''
  let browser: Browser
  let page: Page
  let triggers: z.infer<typeof TriggerOverview>[]
  let base = ''
  let mailPort = 0
  let stub: StubServer

  beforeAll(async () => {
    mailPort = await freePort()
    stub = await aStubServer()
    stub.answer.current = virusTotalAnswers
    ;({ product, password } = await startDemoProduct({
      MAIL_IN_PORT: String(mailPort),
      CASELOOM_OUTBOUND_ALLOW: `127.0.0.1:${stub.port}`,
    }))
    browser = await openBrowser({ origin: product.address })
    page = browser.page
  })
  afterAll(async () => {
    await browser?.close()
    await product?.dispose()
    await stub?.close()
  })
  const main = () => page.getByRole('navigation', { name: 'Main' })
  const trigger = (key: string) => {
    const found = triggers.find((one) => one.key === key)
    if (found === undefined) throw new Error(`There is no trigger ${key}`)
    return found
  }
  const shown = async (name: string) => {
    await picture(page, name)
    expect(await faultsOf(page), name).toEqual([])
  }

  it('are published with a playbook', async () => {
    await page.goto(product.address)
    await page.getByRole('textbox', { name: 'Email' }).fill('alice@example.com')
    await page.getByRole('textbox', { name: 'Password' }).fill(password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await main().waitFor()
    const tenant = /\/tenant\/([^/]+)/.exec(page.url())?.[1] ?? ''
    base = `${product.address}/api/tenant/${tenant}/orchestration/api`
    const headers = { origin: product.address }
    const made = await page.request.post(`${base}/playbooks`, { data: { document: DOCUMENT }, headers })
    const { id, revision } = PlaybookView.parse(await made.json())
    const published = await page.request.post(`${base}/playbooks/${id}/publish`, {
      data: { revision },
      headers,
    })
    expect(published.status(), await published.text()).toBe(200)
    const listed = await page.request.get(`${base}/playbooks/${id}/triggers`)
    triggers = z.object({ items: z.array(TriggerOverview) }).parse(await listed.json()).items
    const place = page.url().replace(/\/tenant\/([^/]+).*/, '/tenant/$1')
    await page.goto(`${place}/orchestration/playbook/${id}?view=triggers&node=trigger/morning`)
    await page.getByText('At 07:00, on working days').first().waitFor()
    const times = page.getByRole('listitem').filter({ has: page.locator('time') })
    await expect.poll(() => times.count()).toBe(5)
    await shown('triggers-schedule')
  })

  it('can be turned off and on', async () => {
    const toggle = page.getByRole('switch', { name: 'Enabled' })
    await toggle.click()
    await page.getByText('This trigger is disabled and doesn’t start runs.').first().waitFor()
    await shown('triggers-off')
    await toggle.click()
    await page.getByText('This trigger is disabled and doesn’t start runs.').waitFor({ state: 'detached' })
  })

  it('accept a sample entered manually, and get a new secret while the old one stays valid', async () => {
    const Listed = z.object({ items: z.array(PlaybookSummary) })
    const { items } = Listed.parse(await (await page.request.get(`${base}/playbooks`)).json())
    const intake = items.find(({ triggers: all }) => all.some(({ kind }) => kind === 'webhook'))
    const place = page.url().replace(/\/playbook\/.*/, `/playbook/${intake?.id}`)
    await page.goto(`${place}?view=triggers`)
    await page.getByRole('button', { name: 'Send sample' }).click()
    const dialog = page.getByRole('dialog', { name: 'Send sample' })
    const payload = dialog.getByRole('textbox', { name: 'Payload' })
    await payload.fill('{"zen": ')
    await dialog.getByRole('button', { name: 'Send' }).click()
    await dialog.getByText('Invalid JSON.').waitFor()
    await payload.fill('{"zen": "Keep it logically awesome."}')
    await dialog.getByRole('button', { name: 'Send' }).click()
    await dialog.getByRole('status', { name: 'Result' }).getByText('Filtered').waitFor()
    await shown('triggers-sample')
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'New secret' }).click()
    const renewing = page.getByRole('dialog', { name: 'Create a new secret?' })
    await shown('triggers-new-secret')
    await renewing.getByRole('button', { name: 'New secret' }).click()
    await page.getByText('Previous secret valid until').waitFor()
    await shown('triggers-webhook')
  })

  it('get a filtered delivery again after their condition was fixed', async () => {
    const headers = { origin: product.address }
    const document = (least: number) => ({ ...REPAIRED, triggers: [hookFor(least)] })
    const made = await page.request.post(`${base}/playbooks`, { data: { document: document(9) }, headers })
    const draft = PlaybookView.parse(await made.json())
    const at = `${base}/playbooks/${draft.id}`
    const publish = async (revision: number) => {
      const reply = await page.request.post(`${at}/publish`, { data: { revision }, headers })
      expect(reply.status(), await reply.text()).toBe(200)
      return PlaybookView.parse(await reply.json())
    }
    const { revision, hooks } = await publish(draft.revision)
    const sample = { data: { payload: { n: 4 } }, headers }
    const sent = await page.request.post(`${base}/triggers/${hooks[0]?.id}/try`, sample)
    expect(await sent.json()).toMatchObject({ outcome: 'filtered' })
    const fixed = await page.request.put(at, { data: { revision, document: document(3) }, headers })
    await publish(PlaybookView.parse(await fixed.json()).revision)
    await page.goto(page.url().replace(/\/playbook\/.*/, `/playbook/${draft.id}?view=triggers`))
    const log = page.getByRole('grid', { name: 'Delivery log' })
    await log.getByText('Filtered').click()
    const details = page.getByRole('dialog', { name: 'Delivery', exact: true })
    await details.getByRole('button', { name: 'Redeliver' }).waitFor()
    await details.getByText('"body"').first().waitFor()
    await shown('triggers-delivery')
    await details.getByRole('button', { name: 'Redeliver' }).click()
    const asking = page.getByRole('dialog', { name: 'Redeliver this delivery?' })
    await asking.getByText('the published version decides').waitFor()
    await shown('triggers-redeliver')
    await asking.getByRole('button', { name: 'Redeliver' }).click()
    await page.getByText('Delivered again. A run started.').first().waitFor()
    await details.waitFor({ state: 'detached' })
    await log.getByText('Redelivered', { exact: true }).click()
    await details.getByText('Original delivery').waitFor()
    await details.getByRole('link', { name: 'Open run' }).click()
    await page.getByRole('heading', { name: /^Run \d/ }).waitFor()
    await page.getByText('Redelivered by').waitFor()
    await shown('triggers-redelivered-run')
  })

  it('start a run from a record, which shows it', async () => {
    await main().getByRole('link', { name: 'Alert', exact: true }).click()
    await page.getByRole('grid', { name: 'Alert' }).getByRole('row').nth(2).click()
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await page
      .getByRole('option', { name: /Look again.*Asks for input/ })
      .getByText('Look after alerts')
      .waitFor()
    await page.getByRole('option', { name: 'Look again' }).click()
    const dialog = page.getByRole('dialog', { name: 'Look again' })
    await dialog.getByText('Checks the alert again.').waitFor()
    await dialog.getByText('It changes no records and sends nothing.').waitFor()
    await dialog.getByRole('button', { name: 'Run' }).click()
    await dialog.getByRole('alert').waitFor()
    await shown('triggers-button')
    await dialog.getByRole('textbox', { name: /What happened/ }).fill('seen twice')
    await dialog.getByRole('button', { name: 'Run' }).click()
    await page.getByText('Look again started').first().waitFor()
    await page.getByRole('tab', { name: 'Runs' }).click()
    await page.getByRole('grid').getByText('Look after alerts').first().waitFor()
    await shown('triggers-record-runs')
  })

  it('accept a form from a signed-in user', async () => {
    await page.goto(trigger('inside').address ?? '')
    await page.getByRole('heading', { name: 'Report something odd' }).waitFor()
    await page.getByRole('button', { name: 'Submit' }).click()
    await page.getByRole('alert').waitFor()
    await page.getByRole('textbox', { name: /What happened/ }).fill('odd mail')
    await shown('triggers-form')
    await page.getByRole('button', { name: 'Submit' }).click()
    await page.getByText('We look at it.').first().waitFor()
    await shown('triggers-form-sent')
  })

  it('start automatically: when a record is created, on schedule, when a mail arrives', async () => {
    const headers = { origin: product.address }
    const made = await page.request.post(`${base}/playbooks`, { data: { document: AUTOMATIC }, headers })
    const { id, revision } = PlaybookView.parse(await made.json())
    const published = await page.request.post(`${base}/playbooks/${id}/publish`, {
      data: { revision },
      headers,
    })
    expect(published.status(), await published.text()).toBe(200)
    const listed = async () => {
      const reply = await page.request.get(`${base}/playbooks/${id}/triggers`)
      return z.object({ items: z.array(TriggerOverview) }).parse(await reply.json()).items
    }
    const lastOf = async (key: string) => (await listed()).find((one) => one.key === key)?.last?.outcome
    const appId = (await listed()).find(({ key }) => key === 'changed')?.app?.id ?? ''
    const alerts = base.replace('/orchestration/api', `/apps/${appId}/records`)
    const record = await page.request.post(alerts, { data: { fields: { title: 'Made by hand' } }, headers })
    expect(record.status(), await record.text()).toBe(201)
    await sendLetter(mailPort, (await listed()).find(({ key }) => key === 'box')?.address ?? '')
    const patience = { timeout: 20_000, interval: 200 }
    await vi.waitFor(async () => expect(await lastOf('changed')).toBe('accepted'), patience)
    await vi.waitFor(async () => expect(await lastOf('tick')).toBe('accepted'), patience)
    await vi.waitFor(async () => expect(await lastOf('box')).toBe('accepted'), patience)
    const off = (await listed()).find(({ key }) => key === 'tick')
    await page.request.put(`${base}/triggers/${off?.id}/enabled`, { data: { enabled: false }, headers })
  })

  it('investigate a reported mail: its observables, their verdicts, an alert, and a reply', async () => {
    const headers = { origin: product.address }
    const asset = await page.request.post(`${base}/assets`, { data: virusTotal(stub.url), headers })
    expect(asset.status(), await asset.text()).toBe(201)
    const made = await page.request.post(`${base}/playbooks`, {
      data: { document: PHISHING_PLAYBOOK },
      headers,
    })
    const { id, revision } = PlaybookView.parse(await made.json())
    const published = await page.request.post(`${base}/playbooks/${id}/publish`, {
      data: { revision },
      headers,
    })
    expect(published.status(), await published.text()).toBe(200)
    const [box] = z
      .object({ items: z.array(TriggerOverview) })
      .parse(await (await page.request.get(`${base}/playbooks/${id}/triggers`)).json()).items
    await sendLetter(mailPort, box?.address ?? '', PHISHING)
    // The same letter once more, as a server sends it that has not heard the first answer.
    await sendLetter(mailPort, box?.address ?? '', PHISHING)
    const reply = await mailTo(page, product.address, 'ana@example.test')
    expect(reply).toMatch(/Thank you for the report, Ana Ruiz\. It is ALR-\d+\./)
    expect(reply).toContain('Do not follow its links: it is dangerous.')
    expect(reply).toContain('bank-login.example.net: malicious')
    expect(reply).toContain('bank.example.com: suspicious')
    const asked = stub.hits.map(({ url }) => url).toSorted()
    expect(asked).toEqual(['/api/v3/domains/bank-login.example.net', '/api/v3/domains/bank.example.com'])
    const Items = z.object({ items: z.array(z.looseObject({ id: z.string(), key: z.string().optional() })) })
    const api = base.replace('/orchestration/api', '')
    const apps = Items.parse(await (await page.request.get(`${api}/apps`)).json()).items
    const appId = apps.find(({ key }) => key === 'alert')?.id
    const filter = { field: 'source_ref', op: 'eq', value: '<phish-1@example.test>' }
    const search = { data: { filter, limit: 2 }, headers }
    const records = await page.request.post(`${api}/apps/${appId}/records/search`, search)
    const found = Items.parse(await records.json()).items
    expect(found).toHaveLength(1)
    const place = page.url().replace(/\/tenant\/([^/]+).*/, '/tenant/$1')
    await page.goto(`${place}/record/${appId}/${found[0]?.id}`)
    await page.getByRole('heading', { name: 'Reported mail: Fwd: Your account is locked' }).waitFor()
    await page
      .getByText(/bank-login.{1,3}example/)
      .first()
      .waitFor()
    await shown('phishing-record')
    await page.getByRole('tab', { name: 'Runs' }).click()
    await page.getByRole('grid').getByText('Look into reported mails').click()
    await page.getByRole('heading', { name: /^Run \d/ }).waitFor()
    await page.getByRole('main').getByText('Succeeded', { exact: true }).first().waitFor()
    const graph = page.getByRole('region', { name: 'Graph' })
    const turns = graph.getByRole('group', { name: 'Iterations of verdicts' })
    await turns.getByText('2 of 2').waitFor()
    await shown('phishing-run')
    await turns.getByRole('button', { name: 'Show first iteration' }).click()
    await turns.getByText('Iteration 1 of 2').waitFor()
    await graph.getByRole('button', { name: 'look' }).click()
    const turn = page.getByRole('textbox', { name: 'Iteration' })
    await expect.poll(() => turn.inputValue()).toBe('1')
    await turns.getByRole('button', { name: 'Next iteration' }).click()
    await expect.poll(() => turn.inputValue()).toBe('2')
    await picture(page, 'phishing-turn')
    const evidence = await page.request.get(
      `${base}/runs/${/\/run\/([^/?]+)/.exec(page.url())?.[1]}/evidence`,
    )
    expect(await evidence.text()).not.toContain(API_KEY)
  })

  it('accept a form from an outsider', async () => {
    const stranger = await openBrowser({ origin: product.address })
    try {
      const outside = stranger.page
      await outside.goto(trigger('outside').address ?? '')
      await outside.getByRole('heading', { name: 'Report to our security team' }).waitFor()
      await outside.getByRole('textbox', { name: /What happened/ }).fill('from outside')
      await picture(outside, 'triggers-open-form')
      expect(await faultsOf(outside)).toEqual([])
      await outside.getByRole('button', { name: 'Submit' }).click()
      await outside.getByText('Thank you. Your response was received.').waitFor()
    } finally {
      await stranger.close()
    }
    const log = await page.request.get(`${base}/triggers/${trigger('outside').id}/deliveries?limit=5`)
    expect(await log.json()).toMatchObject({ items: [{ outcome: 'accepted' }] })
  })
})

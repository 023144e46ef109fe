import { type ModelStub, startModelStub } from '@caseloom/testkit/model-stub'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lookAt } from './axe.ts'
import { type Demo, startDemo } from './demo.ts'

const KEY = 'key-of-the-journey'

/** An administrator gives Hero AI a language model; people ask it until its limit; what was sent can be read. */
describe('Hero AI with a language model', () => {
  let stub: ModelStub
  let demo: Demo
  let page: Page
  let log: Locator

  beforeAll(async () => {
    stub = await startModelStub()
    demo = await startDemo({ CASELOOM_OUTBOUND_ALLOW: `127.0.0.1:${stub.port}` })
    page = demo.browser.page
    log = page.getByRole('log', { name: 'Conversation' })
  })
  afterAll(async () => {
    await demo?.close()
    await stub?.close()
  })

  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  const adminPath = () => `${/\/account\/[^/]+/.exec(demo.place)?.[0] ?? ''}/account-admin/hero-ai`

  async function ask(question: string): Promise<Locator> {
    const input = page.getByRole('textbox', { name: 'Ask Hero AI' })
    const before = await log.getByRole('button', { name: 'Copy' }).count()
    await input.fill(question)
    await page.keyboard.press('Enter')
    await log.getByRole('button', { name: 'Copy' }).nth(before).waitFor({ timeout: 30_000 })
    return log
  }

  it('is configured, tested, and saved; errors appear at their fields', async () => {
    await page.goto(`${demo.product.address}${adminPath()}`)
    await page.getByRole('tab', { name: 'Model' }).waitFor()
    await page.getByText('No data leaves this installation.').first().waitFor()
    await lookAt(page, 'hero-model-none')
    await page.getByRole('combobox', { name: 'Provider' }).or(field('Provider')).click()
    await page.getByRole('option', { name: 'OpenAI-compatible' }).click()
    await page.getByRole('button', { name: 'Test', exact: true }).click()
    await page.getByText('Enter a model').filter({ visible: true }).nth(1).waitFor()
    await field('URL').fill(stub.baseUrl)
    await field('Model').fill('tiny')
    await field('API key').fill(KEY)
    stub.says({ kind: 'status', status: 401, message: 'no such key' })
    await page.getByRole('button', { name: 'Test', exact: true }).click()
    await page.getByText('The provider rejects the key (401): no such key').nth(1).waitFor()
    await lookAt(page, 'hero-model-refused')
    stub.says({ kind: 'text', text: 'I am a tiny model.' })
    await page.getByRole('button', { name: 'Test', exact: true }).click()
    await page.getByText('I am a tiny model.').first().waitFor()
    await field('Questions per user per hour').fill('2')
    await field('Per million input tokens').fill('3')
    const tags = { name: 'Excluded fields', exact: true }
    await page.getByRole('combobox', tags).or(page.getByRole('textbox', tags)).fill('alert.severity')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Save settings' }).click()
    await page.getByText('Model settings saved').first().waitFor()
    await page.getByText('A key is saved. Leave blank to keep it.').first().waitFor()
    await expect.poll(() => field('API key').inputValue()).toBe('')
    await lookAt(page, 'hero-model-saved')
  })

  it('is stopped when it stalls mid-answer: the partial answer stays, everything else continues', async () => {
    stub.says({ kind: 'slow', text: 'So far **three hosts** are known, and ' })
    await page.goto(`${demo.product.address}${demo.place}/welcome`)
    await page.getByRole('button', { name: 'Hero AI', exact: true }).click()
    const input = page.getByRole('textbox', { name: 'Ask Hero AI' })
    await input.fill('Which hosts?')
    await page.keyboard.press('Enter')
    await log.getByText('three hosts').waitFor()
    expect(await input.isDisabled()).toBe(true)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Orchestration' }).click()
    await page.getByRole('grid', { name: 'Playbooks' }).getByRole('row').nth(1).waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    await stub.givenUp()
    await log.getByText('Answer stopped').waitFor()
    await log.getByText('three hosts').waitFor()
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Ask Hero AI')
    await lookAt(page, 'hero-model-stopped')
  })

  it('answers from what its tools found, with the source, and never sees withheld data', async () => {
    const search = { name: 'search_records', input: { app: 'alert', limit: 1 } }
    stub.says(
      { kind: 'tools', calls: [search] },
      { kind: 'text', text: 'The **latest alert** is this one [S2].' },
    )
    await ask('Which alert is the latest?')
    await log.getByText('latest alert').waitFor()
    // The answer that was stopped is the first one.
    await log.getByText('Answered by tiny').nth(1).waitFor()
    expect(await log.getByRole('link', { name: /^ALR-\d+/ }).count()).toBeGreaterThan(0)
    const bodies = stub.requests().map(({ body }) => body)
    expect(bodies).toHaveLength(2)
    expect(bodies[1]).toContain('trackingId')
    // The field is gone, and its value from the payload that another field holds.
    expect(bodies[1]).not.toMatch(/severity\\*":\\*"(?!\[withheld)/)
  })

  it('leaves the answer to the built-in answerer when the limit is reached, and says why', async () => {
    stub.says({ kind: 'text', text: 'No one should hear this.' })
    await ask('How many alerts are there?')
    await log.getByText('You can ask the language model 2 times per hour').waitFor()
    await log.getByText('Answered without a language model').waitFor()
    await log.getByText('Limit reached', { exact: true }).waitFor()
    expect(stub.requests()).toEqual([])
    await lookAt(page, 'hero-model-limit')
  })

  it('shows an administrator what was sent, message by message, without the key', async () => {
    await page.goto(`${demo.product.address}${adminPath()}?tab=sent`)
    const grid = page.getByRole('grid', { name: 'Request log' })
    await grid.getByText('Key rejected').waitFor()
    await grid.getByText('Answered').nth(1).waitFor()
    await lookAt(page, 'hero-sent')
    await grid.getByText('Stopped', { exact: true }).waitFor()
    const answered = grid
      .getByRole('row')
      .filter({ hasNotText: 'Test by an administrator', hasText: 'Answered' })
    await answered.getByText('Alice').click()
    const panel = page.getByRole('complementary').filter({ hasText: 'Instructions' })
    await panel.getByText('Which alert is the latest?').waitFor()
    expect(await panel.textContent()).toContain('search_records')
    expect(await page.content()).not.toContain(KEY)
    await lookAt(page, 'hero-sent-entry')
    await page.getByRole('button', { name: 'User', exact: true }).click()
    await page.getByRole('combobox', { name: 'User' }).fill('Ali')
    const filtered = page.waitForResponse((reply) => reply.url().includes('userId='))
    await page.getByRole('option', { name: /^Alice/ }).click()
    expect((await filtered).status()).toBe(200)
    await grid.getByText('Stopped', { exact: true }).waitFor()
  })
})

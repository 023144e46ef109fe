import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lookAt } from './axe.ts'
import { type Demo, startDemo } from './demo.ts'

/** A person chooses when they are notified of what. */
describe('notification settings', () => {
  let demo: Demo
  let page: Page

  beforeAll(async () => {
    demo = await startDemo()
    page = demo.browser.page
    await page.getByRole('button', { name: 'User menu' }).click()
    await page.getByRole('menuitem', { name: 'Profile and security' }).click()
    await page.getByRole('textbox', { name: 'Name' }).waitFor()
    await page.getByRole('link', { name: 'Notifications' }).click()
    await page.getByRole('heading', { name: 'Notifications', level: 1 }).waitFor()
  })
  afterAll(async () => demo?.close())

  const cell = (name: string) => page.getByRole('button', { name })
  const saved = () =>
    page.waitForResponse((reply) => reply.request().method() === 'PATCH' && reply.status() === 200)
  const saving = async (act: () => Promise<unknown>) => {
    const [reply] = await Promise.all([saved(), act()])
    return reply
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
    const digest = page.getByRole('region', { name: 'Digest' })
    await digest.getByLabel('At').fill('07:30')
    await saving(() => page.keyboard.press('Enter'))
    const quiet = page.getByRole('region', { name: 'Quiet hours' })
    await saving(() => quiet.getByRole('switch', { name: 'Quiet hours' }).click())
    await quiet.getByLabel('From').fill('06:00')
    await quiet.getByText('The start and end must differ').waitFor()
    await quiet.getByLabel('From').fill('21:00')
    await saving(() => page.keyboard.press('Tab'))
    await saving(() => quiet.getByRole('button', { name: 'Sat' }).click())
    await page.reload()
    await expect.poll(() => digest.getByLabel('At').inputValue()).toBe('07:30')
    await expect.poll(() => quiet.getByLabel('From').inputValue()).toBe('21:00')
    await expect
      .poll(() => quiet.getByRole('button', { name: 'Sat' }).getAttribute('aria-pressed'))
      .toBe('false')
    await lookAt(page, 'notifications')
  })

  it('sends the digest every hour', async () => {
    const digest = page.getByRole('region', { name: 'Digest' })
    await digest.getByRole('combobox', { name: 'Send it' }).click()
    await page.getByRole('option', { name: 'Every hour' }).waitFor()
    await saving(() => page.getByRole('option', { name: 'Every hour' }).click())
    await digest.getByLabel('At').waitFor({ state: 'detached' })
    await page.getByText(/^Times are in /).waitFor()
  })
})

import { caseloom } from '@caseloom/testkit/caseloom'
import type { Product } from '@caseloom/testkit/product'
import { makeScratchFolder, removeScratchFolder } from '@caseloom/testkit/scratch-folder'
import { readFileSync, writeFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lookAt } from './axe.ts'
import { type Browser, openBrowser, picture } from './browser.ts'
import { callApi } from './call-api.ts'
import { startDemoProduct } from './demo.ts'
import { givePassword } from './passwords.ts'

const NONE = 'No license detected! Please upload a valid license.'
const INVALID = 'Invalid license! Please upload a valid license.'
const VALID = 'License valid; dismiss to continue.'
const SHUT_OUT = 'Invalid license! Contact your administrator to restore access.'
const LICENSE = '/tenant/settings/license'
const DAY_MS = 86_400_000

/** One product, its super administrator Alice and the analyst Bob, each in a browser of their own. */
describe('the license', () => {
  let folder: string
  let product: Product
  let alice: Browser
  let bob: Browser
  let shutOut: Promise<void>
  const passwords = { alice: '', bob: 'velvet anchor 88 plum orbit' }

  beforeAll(async () => {
    folder = await makeScratchFolder()
    await caseloom('license', 'keygen', '--out', folder)
    const demo = await startDemoProduct({ CASELOOM_LICENSE_KEYS: `${folder}/license-public.pem` })
    product = demo.product
    passwords.alice = demo.password
    alice = await openBrowser({ origin: product.address })
    bob = await openBrowser({ origin: product.address })
    await logIn(alice.page, 'alice@example.com', passwords.alice)
    await main(alice.page).waitFor()
    await givePassword(alice.page, product.address, { name: 'bob', password: passwords.bob })
  })
  afterAll(async () => {
    await alice?.close()
    await bob?.close()
    await product?.dispose()
    removeScratchFolder(folder)
  })

  const main = (page: Page) => page.getByRole('navigation', { name: 'Main' })
  const dialog = (page = alice.page) => page.getByRole('dialog', { name: 'License Details' })
  const uploadButton = () => dialog().getByRole('button', { name: 'Upload License' })
  const dismissButton = () => dialog().getByRole('button', { name: 'Dismiss' })
  const alertOf = (page: Page) => page.getByRole('alert').filter({ hasText: SHUT_OUT })
  const loginButton = (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true })
  const logIn = async (page: Page, email: string, password: string) => {
    await page.goto(`${product.address}/login`)
    await page.getByRole('textbox', { name: 'Email' }).fill(email)
    await page.getByRole('textbox', { name: 'Password' }).fill(password)
    await loginButton(page).click()
  }
  /** Signs a license that is valid for this long from now; null means forever. */
  const issue = async (name: string, id: string, forMs: number | null, ...limits: string[]) => {
    const who = ['--key', `${folder}/license-private.pem`, '--to', 'Nordwerk Energie AG', '--id', id]
    const until = forMs === null ? [] : ['--until', new Date(Date.now() + forMs).toISOString()]
    await caseloom('license', 'issue', ...who, ...until, ...limits, '--out', `${folder}/${name}`)
  }
  const choose = (name: string) => alice.page.locator('input[type=file]').setInputFiles(`${folder}/${name}`)
  const isFocused = (where: Locator) => where.evaluate((element) => element === document.activeElement)
  const isFocusInside = () => dialog().evaluate((element) => element.contains(document.activeElement))

  it('shows its dialog to a super administrator immediately when removed, on any page [S4.01] [S4.02] [S6.01]', async () => {
    await logIn(bob.page, 'bob@demo.example', passwords.bob)
    await main(bob.page).waitFor()
    // It fades: looked for from now on, it is not missed while the other page is checked.
    shutOut = alertOf(bob.page).waitFor()
    shutOut.catch(() => undefined)
    await callApi(alice.page, 'delete', `${product.address}${LICENSE}`)
    await dialog().waitFor()
    await dialog().getByText(NONE).waitFor()
    expect(await uploadButton().count()).toBe(1)
    expect(await dismissButton().count()).toBe(0)
    await lookAt(alice.page, 'license-none')
  })

  it('shows the alert to everyone else and signs them out [S4.02] [S6.02] [S8.03]', async () => {
    await shutOut
    await loginButton(bob.page).waitFor()
    await lookAt(bob.page, 'license-shut-out')
    expect((await bob.page.request.get(`${product.address}/iam/session`)).status()).toBe(401)
    const out = bob.page.waitForResponse((reply) => reply.url().endsWith('/iam/logout'))
    await logIn(bob.page, 'bob@demo.example', passwords.bob)
    expect((await out).status()).toBe(204)
    await alertOf(bob.page).waitFor()
    await loginButton(bob.page).waitFor()
    expect((await bob.page.request.get(`${product.address}/iam/session`)).status()).toBe(401)
  })

  it('can’t be dismissed by button, blur, or Escape, and traps focus [S2.44]', async () => {
    const { page } = alice
    await expect.poll(() => isFocused(uploadButton())).toBe(true)
    await page.keyboard.press('Escape')
    await page.mouse.click(20, 20)
    await page.mouse.click(1400, 880)
    expect(await dialog().isVisible()).toBe(true)
    await expect.poll(() => isFocused(uploadButton())).toBe(true)
    for (const key of ['Tab', 'Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab']) {
      await page.keyboard.press(key)
      expect(await isFocusInside()).toBe(true)
    }
    expect(await dialog().getByRole('button', { name: /close/i }).count()).toBe(0)
    await page.reload()
    await dialog().getByText(NONE).waitFor()
  })

  it('rejects other files with an explanation and stays unchanged [S2.45]', async () => {
    writeFileSync(`${folder}/note.txt`, 'hello')
    await choose('note.txt')
    await dialog().getByRole('alert').filter({ hasText: 'This file isn’t a license' }).waitFor()
    await dialog().getByText(NONE).waitFor()
    await picture(alice.page, 'license-refused')
  })

  it('is restored by one press of Restore License', async () => {
    await dialog().getByRole('button', { name: 'Restore License' }).press('Enter')
    await dialog().getByRole('status').filter({ hasText: VALID }).waitFor()
    await dialog().getByText('community-1').waitFor()
    await expect.poll(() => isFocused(dismissButton())).toBe(true)
    await callApi(alice.page, 'delete', `${product.address}${LICENSE}`)
    await dialog().getByText(NONE).waitFor()
  })

  it('confirms an upload, and lets the user continue with Dismiss [S2.45] [S2.46] [S2.47] [S4.03] [S7.07]', async () => {
    const limits = ['--limit', 'tenants=10', '--limit', 'users=250']
    await issue('day.lic', 'CLM-7F3A-91C2-E0D4', DAY_MS, ...limits)
    await choose('day.lic')
    await dialog().getByRole('status').filter({ hasText: VALID }).waitFor()
    await dialog().getByText('CLM-7F3A-91C2-E0D4').waitFor()
    await expect.poll(() => isFocused(dismissButton())).toBe(true)
    await lookAt(alice.page, 'license-valid')
    await alice.page.keyboard.press('Enter')
    await dialog().waitFor({ state: 'hidden' })
    await main(alice.page).getByRole('link', { name: 'Alert', exact: true }).click()
    await alice.page.getByRole('grid', { name: 'Alert' }).waitFor()
  })

  it('is noticed when it expires while people work, without a reload [S4.02] [S6.02]', async () => {
    await logIn(bob.page, 'bob@demo.example', passwords.bob)
    await main(bob.page).waitFor()
    // It fades, and may be shown before the dialog of the other page.
    const heard = alertOf(bob.page).waitFor({ timeout: 90_000 })
    heard.catch(() => undefined)
    // Signing it and sending it take seconds of its time.
    await issue('short.lic', 'CLM-7F3A-91C2-E0D5', 20_000)
    const taken = await alice.page.request.post(`${product.address}${LICENSE}`, {
      headers: { origin: product.address, 'content-type': 'text/plain' },
      data: readFileSync(`${folder}/short.lic`, 'utf8'),
    })
    expect([taken.status(), await taken.json()]).toMatchObject([200, { isValid: true }])
    expect(await dialog().count()).toBe(0)
    await dialog().getByText(INVALID).waitFor({ timeout: 60_000 })
    await heard
    await loginButton(bob.page).waitFor()
    expect(await dismissButton().count()).toBe(0)
    await lookAt(alice.page, 'license-invalid')
  })

  it('shows its dialog on the selection pages too [S6.01]', async () => {
    await alice.page.goto(`${product.address}/select-account`)
    await dialog().getByText(INVALID).waitFor()
    await issue('long.lic', 'CLM-8', null)
    await choose('long.lic')
    await dialog().getByText(VALID).waitFor()
    await dismissButton().click()
    await dialog().waitFor({ state: 'hidden' })
    await logIn(bob.page, 'bob@demo.example', passwords.bob)
    await main(bob.page).waitFor()
    const own = /Content.Security.Policy|Uncaught/i
    expect([...alice.errors, ...bob.errors].filter((text) => own.test(text))).toEqual([])
  })
})

import type { Product } from '@caseloom/testkit/product'
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { lookAt } from './axe.ts'
import { type Browser, openBrowser, picture } from './browser.ts'
import { callApi } from './call-api.ts'
import { startDemoProduct } from './demo.ts'

const NIA = { email: 'nia.night@example.test', password: 'velvet anchor 88 plum orbit' }
const SECTIONS = [
  ['users', 'Users'],
  ['groups', 'Groups'],
  ['roles', 'Roles'],
  ['tokens', 'API tokens'],
  ['tenants', 'Tenants'],
  ['sign-in', 'Sign-in'],
  ['branding', 'Branding'],
  ['mail', 'Email'],
  ['audit', 'Audit log'],
  ['accounts', 'Accounts'],
  ['flags', 'Feature flags'],
  ['license', 'License'],
  ['installation-mail', 'Installation email'],
] as const
const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4" fill="#0a7"/></svg>'

/** One product; Alice administrates it, Nia is invited, works, and is thrown out in a browser of her own. */
describe('the account administration', () => {
  let product: Product
  let password = ''
  let alice: Browser
  let nia: Browser
  let page: Page
  let admin: string
  let lines = 0

  beforeAll(async () => {
    ;({ product, password } = await startDemoProduct())
    alice = await openBrowser({ origin: product.address })
    nia = await openBrowser({ origin: product.address })
    page = alice.page
    page.on('websocket', (line) => {
      lines += 1
      line.on('close', () => {
        lines -= 1
      })
    })
  })
  afterAll(async () => {
    await alice?.close()
    await nia?.close()
    await product?.dispose()
  })

  const main = (at = page) => at.getByRole('navigation', { name: 'Main' })
  const section = async (name: string) => {
    await main().getByRole('link', { name, exact: true }).click()
    await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
  }
  const panel = (name: string) => page.getByRole('complementary', { name })
  const dialog = () => page.getByRole('dialog')
  const gone = () => dialog().waitFor({ state: 'detached' })
  const choose = async (label: string, option: string, within = page.locator('body')) => {
    await within
      .getByRole('combobox', { name: label })
      .or(within.getByLabel(label, { exact: true }))
      .first()
      .click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }
  const act = async (name: string, verb: string) => {
    await panel(name).getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: verb }).click()
  }
  const logIn = async (at: Page, email: string, password: string) => {
    await at.getByRole('textbox', { name: 'Email' }).fill(email)
    await at.getByRole('textbox', { name: 'Password' }).fill(password)
    await at.getByRole('button', { name: 'Sign in', exact: true }).click()
  }

  it('requires sign-in first and then returns, and rejects an address without an account id [S2.06]', async () => {
    await page.goto(`${product.address}/account/nordwerk/account-admin`)
    await page.waitForURL(/\/(login|select-account)/)
    await page.goto(product.address)
    await logIn(page, 'alice@example.com', password)
    await main().waitFor()
    const accountId = /\/account\/([^/]+)/.exec(page.url())?.[1] ?? ''
    admin = `${product.address}/account/${accountId}/account-admin`
    await nia.page.goto(`${admin}/users`)
    await nia.page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
    expect(nia.page.url()).toContain('returnTo=')
  })

  it('is reached from the user menu, and disconnects the hubs while it is open [S4.16]', async () => {
    await expect.poll(() => lines).toBeGreaterThan(0)
    await page.getByRole('button', { name: 'User menu' }).click()
    await page.getByRole('menuitem', { name: 'Account administration' }).click()
    await page.getByRole('grid', { name: 'Users' }).waitFor()
    await expect.poll(() => lines).toBe(0)
    await page.getByRole('link', { name: 'Back to tenant' }).click()
    await page.getByRole('heading', { name: /^Welcome/ }).waitFor()
    await expect.poll(() => lines).toBeGreaterThan(0)
    await page.goto(admin)
    await page.getByRole('grid', { name: 'Users' }).getByRole('row').nth(4).waitFor()
  })

  it('invites by keyboard alone, and keeps what failed with its reason', async () => {
    await page.getByRole('button', { name: 'Invite users' }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => isFocused(page, 'Email addresses')).toBe(true)
    await page.keyboard.type(`Nia Night <${NIA.email}>\nno-address\n`)
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Tab')
    const send = page.getByRole('button', { name: 'Invite 1 person' })
    await send.focus()
    await page.keyboard.press('Enter')
    await dialog().getByText('Line 2: “no-address” isn’t an email address').waitFor()
    await expect.poll(() => isFocused(page, 'Email addresses')).toBe(true)
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(`Nia Night <${NIA.email}>\nAlice Again <alice@example.com>`)
    // On to the role: the tenant is already filled in.
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await dialog().getByLabel('Add a role').and(page.locator(':focus')).waitFor()
    await page.keyboard.type('Viewer')
    // A key that comes before the list has moved on would pass the option.
    await expect
      .poll(async () => {
        const chosen = await chosenOption(page)
        if (chosen !== 'Viewer') await page.keyboard.press('ArrowDown')
        return chosen
      })
      .toBe('Viewer')
    await page.keyboard.press('Enter')
    await dialog()
      .getByRole('button', { name: /Remove Viewer/ })
      .waitFor()
    await picture(page, 'admin-invite')
    await page.getByRole('button', { name: 'Invite 2 people' }).focus()
    await page.keyboard.press('Enter')
    await dialog().getByText('Couldn’t invite 1 address').waitFor()
    await dialog().getByText('alice@example.com: This person is already a user of the account').waitFor()
    await expect
      .poll(() => dialog().getByRole('textbox', { name: 'Email addresses' }).inputValue())
      .toBe('Alice Again <alice@example.com>')
    // No mail server: the link of the person who was invited is there to pass on.
    await dialog().getByText('Link for Nia Night').waitFor()
    await dialog()
      .getByText(/\/set-password\?token=/)
      .waitFor()
    await picture(page, 'admin-invited-links')
    await page.keyboard.press('Escape')
    await gone()
    await page
      .getByRole('row', { name: /Nia Night/ })
      .getByText('Invited')
      .waitFor()
  })

  it('captures the mail, whose link lets the invited person in with the given role and no more [S6.03]', async () => {
    await section('Email')
    await page.getByText('No mail server is set').first().waitFor()
    await page.getByRole('row', { name: new RegExp(NIA.email) }).click()
    // Until the mail is captured, its link is masked.
    const link = page.getByRole('complementary').getByRole('link', { name: /set-password\?token=[\w-]{20,}/ })
    const address = (await link.getAttribute('href')) ?? ''
    expect(await link.getAttribute('rel')).toContain('noopener')
    await lookAt(page, 'admin-mail-open')
    await nia.page.goto(address)
    await nia.page.getByRole('textbox', { name: 'New password' }).fill(NIA.password)
    await nia.page.getByRole('textbox', { name: 'Confirm password' }).fill(NIA.password)
    await nia.page.getByRole('button', { name: 'Set password' }).click()
    await nia.page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
    await logIn(nia.page, NIA.email, NIA.password)
    await main(nia.page).getByRole('link', { name: 'Alert', exact: true }).click()
    await nia.page.getByRole('grid', { name: 'Alert' }).waitFor()
    expect(await newRecord().count()).toBe(0)
    await nia.page.getByRole('button', { name: 'User menu' }).click()
    await nia.page.getByRole('menuitem', { name: 'Sign out' }).waitFor()
    expect(await nia.page.getByRole('menuitem', { name: 'Account administration' }).count()).toBe(0)
    const list = nia.page.url()
    await nia.page.goto(`${admin}/users`)
    await nia.page.getByRole('heading', { name: 'You don’t have permission to open this page' }).waitFor()
    await nia.page.goto(list)
    await nia.page.getByRole('grid', { name: 'Alert' }).waitFor()
  })

  const newRecord = () =>
    nia.page
      .getByRole('link', { name: 'New record' })
      .or(nia.page.getByRole('button', { name: 'New record' }))

  it('creates a custom role, and its permissions take effect immediately in an open browser', async () => {
    await section('Roles')
    await page.getByRole('button', { name: 'Viewer Built-in' }).click()
    await page.getByRole('heading', { level: 2, name: 'Viewer' }).waitFor()
    expect(await page.getByRole('table').getByRole('checkbox').count()).toBe(0)
    await page.getByRole('button', { name: 'Duplicate' }).click()
    await dialog().getByRole('textbox', { name: 'Name' }).fill('Night desk')
    await dialog().getByRole('button', { name: 'Create role' }).click()
    await page.getByRole('heading', { level: 2, name: 'Night desk' }).waitFor()
    await section('Users')
    await page.getByRole('row', { name: /Nia Night/ }).click()
    const rights = panel('Nia Night')
    await choose('Add a role', 'Night desk', rights)
    await rights.getByRole('button', { name: /Remove Night desk/ }).waitFor()
    await rights.getByRole('button', { name: /Remove Viewer/ }).click()
    await rights.getByRole('button', { name: /Remove Viewer/ }).waitFor({ state: 'detached' })
    await lookAt(page, 'admin-user-open')
    expect(await newRecord().count()).toBe(0)
    await section('Roles')
    await page.getByRole('button', { name: 'Night desk' }).click()
    await page.getByRole('checkbox', { name: 'Records: create' }).check()
    await picture(page, 'admin-role-changed')
    await page.getByRole('button', { name: 'Save permissions' }).click()
    await newRecord().first().waitFor()
    await page.getByRole('link', { name: 'Assigned to 1 user or group' }).click()
    await page.getByRole('row', { name: /Nia Night/ }).waitFor()
    await expect.poll(() => page.getByRole('grid', { name: 'Users' }).getByRole('row').count()).toBe(2)
  })

  it('keeps groups with members and roles', async () => {
    await section('Groups')
    await page.getByRole('button', { name: 'New group' }).first().click()
    await dialog().getByRole('textbox', { name: 'Name' }).fill('Night shift')
    await dialog().getByRole('button', { name: 'Create group' }).click()
    const group = panel('Night shift')
    await choose('Add member', 'Bob Brandt (bob@demo.example)', group)
    await group.getByRole('button', { name: 'Remove Bob Brandt from the group' }).waitFor()
    await choose('Add a role', 'Auditor', group)
    await group.getByRole('button', { name: /Remove Auditor/ }).waitFor()
    await group.getByText('1 member').waitFor()
    await lookAt(page, 'admin-group-open')
  })

  it('shows the token of a service account once', async () => {
    await section('Users')
    await page.getByRole('button', { name: 'New service account' }).click()
    await dialog().getByRole('textbox', { name: 'Name' }).fill('Backup job')
    await dialog().getByRole('button', { name: 'Create service account' }).click()
    await panel('Backup job').getByRole('tab', { name: 'API tokens' }).click()
    await panel('Backup job').getByRole('button', { name: 'New token' }).click()
    await dialog().getByRole('textbox', { name: 'Name' }).fill('Nightly')
    await dialog().getByRole('button', { name: 'Create token' }).click()
    await dialog().getByRole('button', { name: 'Copy token' }).click()
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
    await expect.poll(async () => (await clipboard()).length).toBeGreaterThan(20)
    const token = await clipboard()
    await lookAt(page, 'admin-token-shown')
    await dialog().getByRole('button', { name: 'Done' }).click()
    await section('API tokens')
    await page.getByRole('row', { name: /Nightly/ }).waitFor()
    expect(await page.getByText(token).count()).toBe(0)
  })

  it('signs a disabled user out immediately [S4.17]', async () => {
    await section('Users')
    await page.getByRole('row', { name: /Nia Night/ }).click()
    await act('Nia Night', 'Disable')
    await dialog().getByText('Disable Nia Night?').waitFor()
    await dialog().getByRole('button', { name: 'Disable Nia Night' }).click()
    await nia.page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
    expect((await nia.page.request.get(`${product.address}/iam/session`)).status()).toBe(401)
    await page
      .getByRole('row', { name: /Nia Night/ })
      .getByText('Disabled')
      .waitFor()
  })

  it('protects your own user, and explains why the last administrator can’t be removed', async () => {
    await page.getByRole('row', { name: /Alice Adams/ }).click()
    const own = panel('Alice Adams')
    expect(await own.getByRole('switch', { name: 'Account administrator' }).isDisabled()).toBe(true)
    await own.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Show in audit log' }).waitFor()
    expect(await page.getByRole('menuitem').count()).toBe(1)
    await page.keyboard.press('Escape')
    await own.getByRole('tab', { name: 'Access' }).click()
    await own.getByText('This is your own user').waitFor()
  })

  it('adds, suspends, reopens, deletes and restores a tenant once several are allowed [S6.05]', async () => {
    await section('Feature flags')
    await page.getByRole('switch', { name: 'Multiple tenants: Installation default' }).click({ force: true })
    await page.getByText('Multiple tenants is on').first().waitFor()
    await section('Tenants')
    await page.getByRole('button', { name: 'New tenant' }).click()
    await dialog().getByRole('textbox', { name: 'Name' }).fill('Branch office')
    await dialog().getByRole('button', { name: 'Create tenant' }).click()
    const tenant = panel('Branch office')
    await tenant.getByRole('button', { name: 'Suspend' }).click()
    await dialog().getByRole('button', { name: 'Suspend Branch office' }).click()
    await page
      .getByRole('row', { name: /Branch office/ })
      .getByText('Suspended')
      .waitFor()
    await tenant.getByRole('button', { name: 'Reopen' }).click()
    await dialog().getByRole('button', { name: 'Reopen Branch office' }).click()
    await page
      .getByRole('row', { name: /Branch office/ })
      .getByText('Active')
      .waitFor()
    const download = page.waitForEvent('download')
    await tenant.getByRole('button', { name: 'Export' }).click()
    const bytes = readFileSync(await (await download).path())
    expect(bytes.subarray(0, 2).toString()).toBe('PK')
    await tenant.getByRole('button', { name: 'Delete tenant' }).click()
    const confirm = dialog().getByRole('button', { name: 'Delete Branch office' })
    expect(await confirm.isDisabled()).toBe(true)
    await dialog().getByRole('textbox').fill('Branch office')
    await picture(page, 'admin-tenant-delete')
    await confirm.click()
    await tenant.getByText('permanently deleted on').waitFor()
    await lookAt(page, 'admin-tenant-closed')
    await tenant.getByRole('button', { name: 'Restore' }).click()
    await dialog().getByRole('button', { name: 'Restore Branch office' }).click()
    await page
      .getByRole('row', { name: /Branch office/ })
      .getByText('Active')
      .waitFor()
  })

  it('saves sign-in settings, showing errors at their fields without losing input', async () => {
    await section('Sign-in')
    await page.getByRole('button', { name: 'Set up OpenID Connect' }).click()
    await page.getByRole('textbox', { name: 'Issuer' }).fill('http://example.test')
    await page.getByRole('button', { name: 'Save settings' }).click()
    await page.getByText('Some settings need attention').first().waitFor()
    await page.getByRole('textbox', { name: 'Client id' }).fill('caseloom')
    await page.getByRole('button', { name: 'Save settings' }).click()
    await page.getByText('Use https: passwords and tokens are sent to this URL').first().waitFor()
    await lookAt(page, 'admin-sign-in-faults')
    expect(await page.getByRole('textbox', { name: 'Issuer' }).inputValue()).toBe('http://example.test')
    await page.getByRole('switch', { name: 'Allow sign-in with email and password' }).click({ force: true })
    await page.getByRole('button', { name: 'Remove OpenID Connect settings' }).click()
    await page.getByRole('button', { name: 'Save settings' }).click()
    await page.getByText('with these settings, no administrator could sign in').first().waitFor()
    await page.getByRole('button', { name: 'Reset' }).click()
    await page.getByRole('textbox', { name: 'Idle timeout (minutes)' }).fill('240')
    await page.getByRole('button', { name: 'Save settings' }).click()
    await page.getByText('Sign-in settings saved').first().waitFor()
  })

  it('lets administrators choose when two of them changed the same sign-in setting', async () => {
    const idle = page.getByRole('textbox', { name: 'Idle timeout (minutes)' })
    await idle.fill('90')
    const url = admin.replace('/account/', '/iam/account/').replace('/account-admin', '/sign-in')
    const { serviceProvider: _ours, ...before } = z
      .looseObject({ serviceProvider: z.unknown() })
      .parse(await callApi(page, 'get', url))
    await callApi(page, 'put', url, { ...before, idleMinutes: 30, absoluteHours: 24 })
    await page.getByRole('button', { name: 'Save settings' }).click()
    await dialog().getByText('Someone else changed this').waitFor()
    await dialog().getByRole('radiogroup', { name: 'Idle timeout' }).waitFor()
    expect(await dialog().getByRole('radiogroup').count()).toBe(1)
    await lookAt(page, 'admin-sign-in-conflict')
    await dialog().getByRole('button', { name: 'Save chosen values' }).click()
    await gone()
    await expect.poll(() => idle.inputValue()).toBe('90')
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Maximum session length (hours)' }).inputValue())
      .toBe('24')
  })

  it('shows the account’s own name, logo, and icon, and falls back to defaults without them [S2.39] [S7.05] [S7.07]', async () => {
    await section('Branding')
    await page.getByRole('textbox', { name: 'Display name' }).fill('Nordwerk SOC')
    await page.getByRole('button', { name: 'Save name' }).click()
    await main().getByText('Nordwerk SOC').waitFor()
    await expect.poll(() => page.title()).toMatch(/· Nordwerk SOC$/)
    const chooser = page.locator('input[type="file"]')
    await chooser.setInputFiles({ name: 'x.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') })
    await page.getByText('x.gif isn’t a PNG, JPEG, WebP, or SVG image.').first().waitFor()
    await chooser.setInputFiles({ name: 'bad.png', mimeType: 'image/png', buffer: Buffer.from('no image') })
    await page.getByText('Couldn’t read bad.png as an image.').first().waitFor()
    await chooser.setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(LOGO) })
    await page.getByRole('img', { name: 'New logo preview' }).waitFor()
    await page.getByRole('button', { name: 'Use this logo' }).click()
    await main().locator('img').waitFor()
    await expect.poll(icon).toMatch(/^blob:/)
    await page.getByRole('link', { name: 'Back to tenant' }).click()
    await page.getByRole('heading', { name: /^Welcome/ }).waitFor()
    await main().locator('img').waitFor()
    await picture(page, 'admin-branded-tenant')
    await page.goto(`${admin}/branding`)
    await page.getByRole('button', { name: 'Remove logo' }).click()
    await dialog().getByRole('button', { name: 'Remove logo' }).click()
    await main().locator('img').waitFor({ state: 'detached' })
    await expect.poll(icon).toMatch(/favicon\.svg$/)
  })

  const icon = () => page.evaluate(() => document.querySelector<HTMLLinkElement>('link[rel="icon"]')?.href)

  it('hides what a flag turns off [S7.07]', async () => {
    await section('Feature flags')
    await page.getByRole('switch', { name: 'Orchestration: Installation default' }).click({ force: true })
    await page.getByText('Orchestration is off').first().waitFor()
    await page.getByRole('link', { name: 'Back to tenant' }).click()
    await main().getByRole('link', { name: 'Alert', exact: true }).waitFor()
    await expect.poll(() => main().getByRole('link', { name: 'Orchestration' }).count()).toBe(0)
    await page.goto(`${admin}/flags`)
    await page.getByRole('switch', { name: 'Orchestration: Installation default' }).click({ force: true })
    await page.getByText('Orchestration is on').first().waitFor()
  })

  it('records everything in the audit log, which can be filtered, exported, and verified', async () => {
    await section('Audit log')
    const rows = page.getByRole('grid', { name: 'Audit log' })
    const search = page.getByRole('textbox', { name: 'Name, action, or address' })
    for (const words of ['User: invited', 'User: disabled', 'Role: created', 'Branding: name changed']) {
      await search.fill(words.toLowerCase().replace(': ', '.').replace(' ', '_'))
      await rows.getByText(words).first().waitFor()
    }
    await search.fill('')
    await page.waitForURL((url) => !url.searchParams.has('text'))
    await page.getByRole('button', { name: 'Action', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Tenant', exact: true }).click()
    await rows.getByText('Tenant: suspended').waitFor()
    await expect.poll(() => rows.getByText('User: invited').count()).toBe(0)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    const csv = readFileSync(await (await download).path(), 'utf8')
    expect(csv).toContain('tenant.suspended')
    expect(csv).not.toContain('user.invited')
    await rows.getByText('Tenant: suspended').click()
    await lookAt(page, 'admin-audit-open')
    await page.getByRole('button', { name: 'Check seals' }).click()
    await dialog()
      .getByText(/No days are sealed yet|All seals are intact/)
      .waitFor()
    await picture(page, 'admin-seals')
    await dialog().getByRole('button', { name: 'Done' }).click()
  })

  it.each(SECTIONS)('meets WCAG 2.2 AA in both schemes: %s', async (key, name) => {
    await page.goto(`${admin}/${key}`)
    await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
    await lookAt(page, `admin-${key}`)
  })

  it('threw no error in the page and broke no page policy', () => {
    const ours = [...alice.errors, ...nia.errors].filter(
      (text) => !/WebSocket connection|status of 4\d\d|Failed to load resource/.test(text),
    )
    expect(ours).toEqual([])
  })
})

function isFocused(page: Page, label: string): Promise<boolean> {
  return page.getByRole('textbox', { name: label }).evaluate((field) => field === document.activeElement)
}

/** The option that the keys stand on in the open list. */
function chosenOption(page: Page): Promise<string | null> {
  return page.evaluate(
    () => document.querySelector('[role="option"][data-combobox-selected]')?.textContent ?? null,
  )
}

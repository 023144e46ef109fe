import { SessionView } from '@caseloom/contract/identity/identity'
import type { Product } from '@caseloom/testkit/product'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { lookAt } from './axe.ts'
import { type Browser, openBrowser, picture } from './browser.ts'
import { callApi } from './call-api.ts'
import { startDemoProduct } from './demo.ts'
import { totpCode } from './totp.ts'

const Mails = z.looseObject({
  items: z.array(z.looseObject({ id: z.string(), to: z.string(), subject: z.string() })),
})
const ALICE = 'alice@example.com'
/** The built-in role of analysts: the same id in every installation. */
const ANALYST = '0196c3a0-0000-7000-8000-000000000003'
const SOON = { timeout: 15_000 }
const NEW_PASSWORD = 'velvet anchor 88 plum orbit'

/** One product and one person: every way in, one's own page, and every way out. */
describe('signing in', () => {
  let product: Product
  let browser: Browser
  let page: Page
  let password = ''
  let secret = ''
  let codes: string[] = []

  beforeAll(async () => {
    ;({ product, password } = await startDemoProduct())
    browser = await openBrowser({ origin: product.address })
    page = browser.page
  })
  afterAll(async () => {
    await browser?.close()
    await product?.dispose()
  })

  const main = (on = page) => on.getByRole('navigation', { name: 'Main' })
  const email = (on = page) => on.getByRole('textbox', { name: 'Email' })
  const secretField = (on = page) => on.getByRole('textbox', { name: 'Password' })
  const logInButton = (on = page) => on.getByRole('button', { name: 'Sign in', exact: true })
  const giveCredentials = async (on: Page, word = password) => {
    await email(on).fill(ALICE)
    await secretField(on).fill(word)
    await logInButton(on).click()
  }
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('type'))
  const sessionOf = async (on = page) => {
    const reply = await on.request.get(`${product.address}/iam/session`)
    return reply.status() === 200 ? SessionView.parse(await reply.json()) : null
  }
  const send = (method: 'get' | 'post' | 'put' | 'patch', path: string, data?: unknown) =>
    callApi(page, method, `${product.address}${path}`, data)
  /** The one-time link in the latest mail to a person, as the super administrator sees it. */
  const linkTo = async (to: string): Promise<string> => {
    let link = ''
    await expect
      .poll(async () => {
        const { items } = Mails.parse(await send('get', '/iam/mails'))
        const mail = items.find((each) => each.to === to && /password|invit|welcome/i.test(each.subject))
        if (mail === undefined) return ''
        const { text } = z.looseObject({ text: z.string() }).parse(await send('get', `/iam/mails/${mail.id}`))
        // Until the mail is captured its link is not shown.
        link = /http\S+\/set-password\?token=[\w-]{20,}/.exec(text)?.[0] ?? ''
        return link
      }, SOON)
      .not.toBe('')
    return link
  }
  const openSection = async (name: string) => {
    await page.getByRole('navigation', { name: 'User page' }).getByRole('link', { name }).click()
    await page.getByRole('heading', { name, level: 1 }).waitFor()
  }
  const openOwnPage = async () => {
    await page.getByRole('button', { name: 'User menu' }).click()
    await page.getByRole('menuitem', { name: 'Profile and security' }).click()
    await page.getByRole('textbox', { name: 'Name' }).waitFor()
  }

  it('redirects an empty address to the sign-in page, which first learns the sign-in methods [S2.01 S2.02]', async () => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.goto(`${product.address}/`)
    await logInButton().waitFor()
    expect(new URL(page.url()).pathname).toBe('/login')
    expect(asked).toContain('/iam/login-options')
    await lookAt(page, 'signin-login')
  })

  it('redirects unknown addresses to the sign-in page while no one is signed in [S2.13 S8.05]', async () => {
    await page.goto(`${product.address}/nowhere/at/all`)
    await logInButton().waitFor()
    expect(new URL(page.url()).pathname).toBe('/login')
  })

  it('rejects a wrong password without losing the address, and signs in by keyboard alone', async () => {
    await page.goto(`${product.address}/login`)
    await expect.poll(focused, SOON).toBe('email')
    await page.keyboard.type(ALICE)
    await page.keyboard.press('Tab')
    await page.keyboard.type('not the password')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('Incorrect email or password').waitFor()
    await picture(page, 'signin-wrong')
    expect(await email().inputValue()).toBe(ALICE)
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('type')))
      .toBe('password')
    await page.keyboard.type(password)
    await page.keyboard.press('Enter')
    await main().waitFor()
  })

  it('connects the hubs at sign-in, keeps them on the user page, and closes them at sign-out [S4.16]', async () => {
    // A socket that is still opening would be lost with its page, and never reported as closed.
    const here = page.url()
    await page.goto('about:blank')
    const sockets: { heard: boolean; closed: boolean }[] = []
    page.on('websocket', (socket) => {
      const line = { heard: false, closed: false }
      sockets.push(line)
      socket.on('framereceived', () => {
        line.heard = true
      })
      socket.on('close', () => {
        line.closed = true
      })
    })
    await page.goto(here)
    await main().waitFor()
    await expect.poll(() => sockets.some((line) => line.heard), SOON).toBe(true)
    await openOwnPage()
    // By the time the form is shown, the page has finished loading, so a connection due to close would be closed.
    await page.getByRole('textbox', { name: 'Name' }).waitFor()
    expect(sockets.some((line) => !line.closed)).toBe(true)
    await page.getByRole('link', { name: 'Sign out' }).click()
    await email().waitFor()
    await expect.poll(() => sockets.every((line) => line.closed), SOON).toBe(true)
    await email().fill(ALICE)
    await page.locator('input[type="password"]').fill(password)
    await page.keyboard.press('Enter')
    await main().waitFor()
  })

  it('shows your own user page; time zone and formats take effect immediately [S2.07]', async () => {
    await openOwnPage()
    expect(new URL(page.url()).pathname).toMatch(/^\/account\/[0-9a-f-]{36}\/user\/[0-9a-f-]{36}$/)
    await lookAt(page, 'user-profile')
    await page.getByRole('textbox', { name: 'Name' }).fill('Alice Q. Adams')
    await page.getByRole('combobox', { name: 'Time zone' }).fill('Tokyo')
    await page.getByRole('option', { name: /Asia\/Tokyo/ }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Profile saved').first().waitFor()
    await page
      .getByText(/^Now .*\(Asia\/Tokyo\)$/)
      .first()
      .waitFor()
    const zones: (string | undefined)[] = []
    page.on('request', (request) => zones.push(request.headers()['timezone']))
    await openSection('Sessions')
    await page.getByText('This session').first().waitFor()
    expect(zones.filter((zone) => zone !== undefined)).toContain('Asia/Tokyo')
    expect(zones).not.toContain('Europe/Lisbon')
    expect((await sessionOf())?.user).toMatchObject({ name: 'Alice Q. Adams', timeZone: 'Asia/Tokyo' })
    await lookAt(page, 'user-sessions')
  })

  it('doesn’t open the user page of someone else [S2.07]', async () => {
    const path = new URL(page.url()).pathname
    await page.goto(`${product.address}/account/${crypto.randomUUID()}/user/${crypto.randomUUID()}`)
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    await page.goto(`${product.address}${path}?section=notifications`)
    await page.getByRole('heading', { name: 'Notifications', level: 1 }).waitFor()
  })

  it('saves notification preferences', async () => {
    const box = page.getByRole('checkbox', { name: 'Access change: In the app' })
    const was = await box.isChecked()
    const saved = page.waitForResponse((reply) => reply.request().method() === 'PATCH')
    await box.click()
    await saved
    await page.reload()
    await expect.poll(() => box.isChecked(), SOON).toBe(!was)
  })

  it('sets up an authenticator app, and asks for its code from then on', async () => {
    await openSection('Security')
    await page
      .getByRole('region', { name: 'Authenticator app' })
      .getByRole('button', { name: 'Set up' })
      .click()
    const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' })
    await dialog.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
    secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '')
    await lookAt(page, 'user-totp')
    await dialog.getByRole('textbox', { name: 'Code' }).fill('000000')
    await dialog.getByText('Invalid or expired code.', { exact: false }).waitFor()
    await dialog.getByRole('textbox', { name: 'Code' }).fill(totpCode(secret))
    const shown = page.getByRole('list', { name: 'Recovery codes' })
    await shown.waitFor()
    codes = await shown.getByRole('listitem').allTextContents()
    expect(codes.length).toBeGreaterThanOrEqual(8)
    await lookAt(page, 'user-recovery')
    await page.getByRole('checkbox', { name: 'I’ve saved these codes' }).check()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByText('On: a code is required after your password').first().waitFor()
    await lookAt(page, 'user-security')
  })

  it('ends the session here and on the server [S2.03 S4.16]', async () => {
    const cookies = await browser.context.cookies()
    await page.goto(`${product.address}/logout`)
    await logInButton().waitFor()
    await browser.context.addCookies(cookies)
    expect(await sessionOf()).toBeNull()
  })

  it('signs in with password and code; a wrong code stays on the same page', async () => {
    await page.goto(`${product.address}/login`)
    await giveCredentials(page)
    const code = page.getByRole('textbox', { name: 'Code' })
    await code.waitFor()
    await lookAt(page, 'signin-factor')
    await code.fill('123456')
    await page.getByText('Invalid or expired code.', { exact: false }).first().waitFor()
    // The step that enrolled counts no second time: the next one does, within the drift that is allowed.
    await code.fill(totpCode(secret, 1))
    await main().waitFor()
  })

  it('signs in with a recovery code once', async () => {
    await page.goto(`${product.address}/logout`)
    await giveCredentials(page)
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await picture(page, 'signin-recovery')
    await page.getByRole('textbox', { name: 'Recovery code' }).fill(codes[0] ?? '')
    await page.getByRole('button', { name: 'Continue' }).click()
    await main().waitFor()
    await openOwnPage()
    await openSection('Security')
    await page
      .getByText(`${codes.length - 1} left.`, { exact: false })
      .first()
      .waitFor()
  })

  it('creates a passkey and signs in with it alone', async () => {
    const cdp = await browser.context.newCDPSession(page)
    await cdp.send('WebAuthn.enable')
    await cdp.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    await page.getByRole('button', { name: 'Add passkey' }).click()
    await page.getByRole('textbox', { name: 'Passkey name' }).fill('Work laptop')
    await picture(page, 'user-passkey-name')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('list', { name: 'Passkeys' }).getByText('Work laptop').waitFor()
    await page.getByRole('button', { name: 'Rename Work laptop' }).click()
    await page.getByRole('textbox', { name: 'Passkey name' }).fill('Blue key')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('list', { name: 'Passkeys' }).getByText('Blue key').waitFor()
    await lookAt(page, 'user-passkeys')
    await page.goto(`${product.address}/logout`)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await main().waitFor()
    await page.goto(`${product.address}/logout`)
    await giveCredentials(page)
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await main().waitFor()
  })

  it('ends another session immediately, and the other browser returns to the same page', async () => {
    const other = await openBrowser()
    try {
      await other.page.goto(`${product.address}/login`)
      await giveCredentials(other.page)
      await other.page.getByRole('button', { name: 'Use a recovery code' }).click()
      await other.page.getByRole('textbox', { name: 'Recovery code' }).fill(codes[1] ?? '')
      await other.page.getByRole('button', { name: 'Continue' }).click()
      await main(other.page).waitFor()
      await main(other.page).getByRole('link', { name: 'Alert', exact: true }).click()
      await other.page.getByRole('grid', { name: 'Alert' }).waitFor()
      await other.page.goto(`${other.page.url()}?sort=-created_at`)
      await other.page.getByRole('grid', { name: 'Alert' }).waitFor()
      const was = other.page.url()

      await openOwnPage()
      await openSection('Sessions')
      const rows = page.getByRole('list', { name: 'Where you’re signed in' }).getByRole('listitem')
      await expect.poll(() => rows.count(), SOON).toBeGreaterThanOrEqual(2)
      await page
        .getByRole('button', { name: /^Sign out (?!other)/ })
        .first()
        .click()
      await page.getByText('Session signed out').first().waitFor()

      await logInButton(other.page).waitFor()
      await other.page.getByText('You’re signed out.').waitFor()
      await picture(other.page, 'signin-signed-out')
      await giveCredentials(other.page)
      await other.page.getByRole('button', { name: 'Use a recovery code' }).click()
      await other.page.getByRole('textbox', { name: 'Recovery code' }).fill(codes[2] ?? '')
      await other.page.getByRole('button', { name: 'Continue' }).click()
      await other.page.getByRole('grid', { name: 'Alert' }).waitFor()
      await expect.poll(() => other.page.url()).toBe(was)

      await openSection('Profile')
      await openSection('Sessions')
      await page.getByRole('button', { name: 'Sign out other sessions' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Sign out other sessions' }).click()
      await logInButton(other.page).waitFor()
    } finally {
      await other.close()
    }
  })

  it('removes second factors again, and changes the password', async () => {
    await openSection('Security')
    await page.getByRole('button', { name: 'Remove Blue key' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove passkey' }).click()
    await page.getByRole('list', { name: 'Passkeys' }).waitFor({ state: 'detached' })
    // A session older than ten minutes is asked for the password: answered here for a young one.
    await page.route('**/iam/me/totp/remove', async (route) => {
      const isProven = /currentPassword/.test(route.request().postData() ?? '')
      if (isProven) return route.continue()
      const problem = { type: 'about:blank', title: 'Proof', status: 403, code: 'session.proof_needed' }
      await route.fulfill({ status: 403, json: { ...problem, requestId: 'r' } })
    })
    await page
      .getByRole('region', { name: 'Authenticator app' })
      .getByRole('button', { name: 'Remove' })
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove authenticator app' }).click()
    const proof = page.getByRole('dialog', { name: 'Confirm it’s you' })
    await proof.getByRole('textbox', { name: 'Your password' }).fill('not it')
    await proof.getByRole('button', { name: 'Confirm' }).click()
    await proof.getByText('Incorrect password').waitFor()
    await lookAt(page, 'user-proof')
    await proof.getByRole('textbox', { name: 'Your password' }).fill(password)
    await proof.getByRole('button', { name: 'Confirm' }).click()
    await page.getByText('A code from an app on your phone', { exact: false }).first().waitFor()
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByRole('textbox', { name: 'Current password' }).fill('wrong one here')
    await page.getByRole('textbox', { name: 'New password' }).fill('password123')
    await page.getByRole('textbox', { name: 'Confirm password' }).fill('password123')
    await page.getByRole('button', { name: 'Change password' }).click()
    await page
      .getByText(/Incorrect|easy to guess/)
      .first()
      .waitFor()
    await lookAt(page, 'user-password')
    await page.getByRole('textbox', { name: 'Current password' }).fill(password)
    await page.getByRole('textbox', { name: 'New password' }).fill(NEW_PASSWORD)
    await page.getByRole('textbox', { name: 'Confirm password' }).fill(NEW_PASSWORD)
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('Password changed').first().waitFor()
    password = NEW_PASSWORD
  })

  it('shows the state of a one-time link before the form [S2.09]', async () => {
    await page.goto(`${product.address}/set-password`)
    await page.getByRole('heading', { name: 'Invalid link' }).waitFor()
    await lookAt(page, 'signin-link-unknown')
    await page.goto(`${product.address}/forgot-password`)
    await email().fill('nobody')
    await page.getByRole('button', { name: 'Send link' }).click()
    await page.getByText('Enter the email you sign in with').first().waitFor()
    await lookAt(page, 'signin-forgot')
  })

  it('mails a link that sets a password once, and says so when it is used again [S2.09]', async () => {
    await page.goto(`${product.address}/forgot-password`)
    await email().fill(ALICE)
    await page.getByRole('button', { name: 'Send link' }).click()
    await page.getByRole('heading', { name: 'Check your email' }).waitFor()
    await lookAt(page, 'signin-forgot-sent')
    const link = await linkTo(ALICE)
    await page.goto(link)
    await page.getByText(`Choose a password for ${ALICE}.`).first().waitFor()
    await page.getByRole('textbox', { name: 'New password' }).fill('alice-example')
    await page.getByRole('textbox', { name: 'Confirm password' }).fill('alice-exampl')
    await page.getByRole('button', { name: 'Set password' }).click()
    await page.getByText('Passwords don’t match').first().waitFor()
    await page.getByRole('textbox', { name: 'Confirm password' }).fill('alice-example')
    await page.getByRole('button', { name: 'Set password' }).click()
    await page.getByText('This password is easy to guess', { exact: false }).first().waitFor()
    await lookAt(page, 'signin-set-password')
    password = 'saddle quartz 41 heron mist'
    await page.getByRole('textbox', { name: 'New password' }).fill(password)
    await page.getByRole('textbox', { name: 'Confirm password' }).fill(password)
    await page.getByRole('button', { name: 'Set password' }).click()
    await page.getByText('Your new password is set.', { exact: false }).first().waitFor()
    await expect.poll(() => email().inputValue()).toBe(ALICE)
    expect(await sessionOf()).toBeNull()
    await page.goto(link)
    await page.getByRole('heading', { name: 'This link was already used' }).waitFor()
    await lookAt(page, 'signin-link-used')
    await page.getByRole('link', { name: 'Sign in' }).click()
    await giveCredentials(page)
    await main().waitFor()
  })

  it('creates an API token that is shown once, works, and can be revoked', async () => {
    const tenant = (await sessionOf())?.tenants[0]?.id ?? ''
    await openOwnPage()
    await openSection('API tokens')
    await page.getByRole('heading', { name: 'No tokens' }).waitFor()
    await lookAt(page, 'user-tokens-none')
    await page.getByRole('button', { name: 'New token' }).click()
    await page.getByRole('button', { name: 'Create token' }).click()
    await page.getByText('Choose at least one scope').first().waitFor()
    const form = page.getByRole('dialog')
    const expiry = async () => (await form.getByText(/^On .*20\d\d/).textContent()) ?? ''
    const inNinetyDays = await expiry()
    await form.getByRole('combobox', { name: 'Expires in' }).click()
    await page.getByRole('option', { name: '2 years' }).click()
    await expect.poll(expiry).not.toBe(inNinetyDays)
    await form.getByRole('combobox', { name: 'Expires in' }).click()
    await page.getByRole('option', { name: '90 days' }).click()
    await expect.poll(expiry).toBe(inNinetyDays)
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Nightly export')
    await page.getByRole('button', { name: 'Read only' }).click()
    await lookAt(page, 'user-token-new')
    await page.getByRole('button', { name: 'Create token' }).click()
    const dialog = page.getByRole('dialog', { name: 'Copy your new token' })
    const token = (await dialog.locator('code').textContent()) ?? ''
    await lookAt(page, 'user-token-made')
    await dialog.getByRole('button', { name: 'Done' }).click()
    const ask = () =>
      fetch(`${product.address}/api/tenant/${tenant}/apps`, {
        headers: { authorization: `Bearer ${token}` },
      }).then((reply) => reply.status)
    expect(await ask()).toBe(200)
    await page.getByRole('list', { name: 'API tokens' }).getByText('Nightly export').waitFor()
    await lookAt(page, 'user-tokens')
    await page.getByRole('button', { name: 'Revoke Nightly export' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke token' }).click()
    await page.getByRole('heading', { name: 'No tokens' }).waitFor()
    expect(await ask()).toBe(401)
  })

  it('welcomes an invited person, and signs them out immediately when they are disabled [S2.09 S4.17]', async () => {
    const session = await sessionOf()
    const accountId = session?.accounts[0]?.id ?? ''
    const tenantId = session?.tenants[0]?.id ?? ''
    const bob = { email: 'bob@example.com', name: 'Bob Brook' }
    const invited = z.looseObject({ id: z.string() }).parse(
      await send('post', `/iam/account/${accountId}/users`, {
        ...bob,
        roles: [{ roleId: ANALYST, tenantId }],
      }),
    )
    const other = await openBrowser()
    try {
      await other.page.goto(await linkTo(bob.email))
      await other.page.getByRole('heading', { name: 'Welcome to Caseloom' }).waitFor()
      await picture(other.page, 'signin-welcome')
      await other.page.getByRole('textbox', { name: 'New password' }).fill(NEW_PASSWORD)
      await other.page.getByRole('textbox', { name: 'Confirm password' }).fill(NEW_PASSWORD)
      await other.page.getByRole('button', { name: 'Set password' }).click()
      await other.page.getByText('Your new password is set.', { exact: false }).waitFor()
      await secretField(other.page).fill(NEW_PASSWORD)
      await logInButton(other.page).click()
      await main(other.page).waitFor()
      const theirs = await sessionOf(other.page)
      // No one else can open Alice's user page.
      const mine = session?.accounts[0]?.userId ?? ''
      await other.page.goto(`${product.address}/account/${accountId}/user/${mine}`)
      await other.page.getByRole('heading', { name: 'Page not found' }).waitFor()
      await other.page.goto(`${product.address}/`)
      await main(other.page).waitFor()
      expect(theirs?.accounts[0]?.userId).toBe(invited.id)
      await send('patch', `/iam/account/${accountId}/users/${invited.id}`, { status: 'disabled' })
      await logInButton(other.page).waitFor()
      await other.page.getByText('You’re signed out.').waitFor()
      await email(other.page).fill(bob.email)
      await secretField(other.page).fill(NEW_PASSWORD)
      await logInButton(other.page).click()
      await other.page.getByRole('alert').getByText('Incorrect email or password').waitFor()
    } finally {
      await other.close()
    }
  })

  it('opens an account at the choice of its tenants, which works by keyboard [S2.04 S2.08 S5.04]', async () => {
    const accountId = (await sessionOf())?.accounts[0]?.id ?? ''
    await send('put', '/tenant/installation/feature-flags/MultiTenant', { accountId: null, enabled: true })
    await send('post', `/tenant/account/${accountId}/managed-tenants`, { name: 'Training ground' })
    await page.goto(`${product.address}/account/${accountId}`)
    const list = page.getByRole('list', { name: 'Tenants' })
    await list.getByRole('link', { name: 'Training ground' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/select-tenant')
    await lookAt(page, 'select-tenant')
    await page.keyboard.type('train')
    await expect.poll(() => list.getByRole('listitem').count(), SOON).toBe(1)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await main().waitFor()
    await page.goto(`${product.address}/account/not-a-guid/tenant/x`)
    await page.getByRole('list', { name: 'Accounts' }).waitFor()
    await lookAt(page, 'select-account')
    await page.goto(`${product.address}/account/${accountId}/tenant/not-a-guid`)
    await list.waitFor()
    await page.goto(`${product.address}/account/${accountId}/tenant/${crypto.randomUUID()}`)
    await page.getByRole('heading', { name: 'Not found in this tenant' }).waitFor()
    await lookAt(page, 'tenant-error')
  })

  it('says when to try again after too many attempts', async () => {
    await page.goto(`${product.address}/logout`)
    await logInButton().waitFor()
    const unknownEmail = 'nobody@example.com'
    const guess = () =>
      page.request.post(`${product.address}/iam/login`, {
        data: { email: unknownEmail, password: 'x' },
        headers: { origin: product.address },
      })
    while ((await guess()).status() === 401) continue
    await email().fill(unknownEmail)
    await secretField().fill('x')
    await logInButton().click()
    await page
      .getByText(/Too many attempts. Try again in \d+/)
      .first()
      .waitFor()
    await picture(page, 'signin-too-many')
    await email().fill(ALICE)
    await secretField().fill(password)
    await logInButton().click()
    // The tenant that was refused just before took the stored defaults along: both places are offered again.
    await page.getByRole('list', { name: /^(?:Accounts|Tenants)$/ }).waitFor()
    expect((await sessionOf())?.user.email).toBe(ALICE)
  })

  it('has pages for missing pages and for those without permission [S2.12]', async () => {
    await page.goto(`${product.address}/unauthorized`)
    await page.getByRole('heading', { name: 'You don’t have permission to open this page' }).waitFor()
    await lookAt(page, 'unauthorized')
    await page.goto(`${product.address}/nowhere`)
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/error')
    await lookAt(page, 'error')
  })

  it('threw no error in the page and broke no page policy', () => {
    const ours = browser.errors.filter(
      (text) => !/WebSocket|status of 4\d\d|Failed to load resource/.test(text),
    )
    expect(ours).toEqual([])
  })
})

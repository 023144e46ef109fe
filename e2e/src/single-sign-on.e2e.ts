import { SessionView } from '@caseloom/contract/identity/identity'
import { SignInSettings } from '@caseloom/contract/identity/sso'
import type { Product } from '@caseloom/testkit/product'
import { type SamlIdp, startSamlIdp } from '@caseloom/testkit/saml-idp'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { lookAt } from './axe.ts'
import { type Browser, openBrowser, picture } from './browser.ts'
import { callApi } from './call-api.ts'
import { startDemoProduct } from './demo.ts'
import { totpCode } from './totp.ts'

const ALICE = 'alice@example.com'
/** The built-in role of analysts: the same id in every installation. */
const ANALYST = '0196c3a0-0000-7000-8000-000000000003'

/** A SAML provider on this machine, the account's settings, and people who come in through it. */
describe('single sign-on in a browser', () => {
  let product: Product
  let idp: SamlIdp
  let admin: Browser
  let guest: Browser
  let page: Page
  let password = ''
  let accountId = ''
  let tenantId = ''

  beforeAll(async () => {
    ;({ product, password } = await startDemoProduct())
    idp = await startSamlIdp()
    admin = await openBrowser()
    guest = await openBrowser()
    page = guest.page
  })
  afterAll(async () => {
    await admin?.close()
    await guest?.close()
    await idp?.close()
    await product?.dispose()
  })

  const main = (on = page) => on.getByRole('navigation', { name: 'Main' })
  const logInButton = () => page.getByRole('button', { name: 'Sign in', exact: true })
  const sso = () => page.getByRole('button', { name: 'Sign in with SSO' })
  const save = async (change: Record<string, unknown>, on = admin.page) => {
    const path = `${product.address}/iam/account/${accountId}/sign-in`
    const { serviceProvider, ...before } = SignInSettings.parse(await callApi(on, 'get', path))
    expect(serviceProvider.loginUrl).toContain('/iam/saml/')
    await callApi(on, 'put', path, { ...before, oidc: null, ...change })
  }
  const sessionOf = async () =>
    SessionView.parse(await callApi(page, 'get', `${product.address}/iam/session`))
  /** The provider's page, which hands its answer on by a form. */
  const answerAs = async (email: string) => {
    idp.person = { nameId: email, attributes: { email: [email], name: ['Carla Costa'] } }
    await sso().click()
    await page.waitForURL((url) => url.href.startsWith(idp.ssoUrl))
    await page.locator('form').evaluate((form) => form instanceof HTMLFormElement && form.submit())
  }

  it('is offered by the account of the email address entered, without a separate choice [S2.02]', async () => {
    await admin.page.goto(`${product.address}/login`)
    await admin.page.getByRole('textbox', { name: 'Email' }).fill(ALICE)
    await admin.page.getByRole('textbox', { name: 'Password' }).fill(password)
    await admin.page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await main(admin.page).waitFor()
    const session = SessionView.parse(await callApi(admin.page, 'get', `${product.address}/iam/session`))
    accountId = session.accounts[0]?.id ?? ''
    tenantId = session.tenants[0]?.id ?? ''
    await page.goto(`${product.address}/login`)
    await page.getByRole('textbox', { name: 'Password' }).waitFor()
    expect(await sso().count()).toBe(0)
    await save({
      emailDomains: ['corp.example'],
      samlEnabled: true,
      saml: {
        idpEntityId: idp.entityId,
        idpSsoUrl: idp.ssoUrl,
        idpCertificates: [idp.keys.certificatePem],
        emailAttribute: 'email',
        nameAttribute: 'name',
        forceLogin: false,
        createUsers: true,
        roleMappings: [{ attribute: 'email', value: '*', role: { roleId: ANALYST, tenantId } }],
      },
    })
    await page.getByRole('textbox', { name: 'Email' }).fill('carla@corp.example')
    await page.keyboard.press('Tab')
    await sso().waitFor()
    await lookAt(page, 'signin-sso')
  })

  it('goes to the provider and back to the requested page', async () => {
    const goal = `/account/${accountId}/tenant/${tenantId}/orchestration`
    await page.goto(`${product.address}${goal}`)
    await sso().waitFor()
    await answerAs('carla@corp.example')
    await main().waitFor()
    await page.waitForURL(`${product.address}${goal}`)
    expect((await sessionOf()).user.email).toBe('carla@corp.example')
  })

  it('asks an existing person for their password once', async () => {
    await page.goto(`${product.address}/logout`)
    await answerAs(ALICE)
    await page.getByRole('heading', { name: 'Link your account' }).waitFor()
    await lookAt(page, 'signin-sso-link')
    await page.getByRole('textbox', { name: 'Password' }).fill('not it')
    await page.getByRole('button', { name: 'Link and sign in' }).click()
    await page.getByText('Incorrect password').first().waitFor()
    await page.getByRole('textbox', { name: 'Password' }).fill(password)
    await page.getByRole('button', { name: 'Link and sign in' }).click()
    await main().waitFor()
    expect((await sessionOf()).user.email).toBe(ALICE)
  })

  it('remembers the account, and hides the password where it is not allowed [S2.02]', async () => {
    await save({ passwordAllowed: false }, page)
    await page.goto(`${product.address}/logout`)
    await sso().waitFor()
    await page.getByText('Example SOC', { exact: true }).first().waitFor()
    expect(await page.getByRole('textbox').count()).toBe(0)
    await lookAt(page, 'signin-sso-only')
    // Who came in by password meanwhile is asked to come in by the provider.
    await admin.page.goto(`${product.address}/select-account`)
    await admin.page.getByRole('link', { name: /Example SOC.*Sign in with SSO/ }).waitFor()
    await lookAt(admin.page, 'select-account-sso')
    await answerAs(ALICE)
    await main().waitFor()
    await save({ passwordAllowed: true }, page)
    await page.goto(`${product.address}/logout`)
    await page.getByRole('button', { name: 'Use another account' }).click()
    await sso().waitFor({ state: 'detached' })
    await page.getByRole('textbox', { name: 'Password' }).waitFor()
  })

  it('says clearly when it is refused', async () => {
    idp.twist = { audience: 'http://somebody.else' }
    await page.goto(`${product.address}/login?account=${accountId}`)
    await sso().waitFor()
    await answerAs('carla@corp.example')
    await page.getByRole('heading', { name: 'Sign-in denied' }).waitFor()
    await lookAt(page, 'signin-sso-refused')
    await page.getByRole('link', { name: 'Back to sign-in' }).click()
    await logInButton().waitFor()
    await picture(page, 'signin-after-refusal')
    idp.twist = {}
  })

  it('blocks people from an account that requires a second factor until they have one [S2.08]', async () => {
    // Requiring a second factor takes having one, so it is set up here and removed again, like a lost device.
    const mine = `${product.address}/iam/me/totp`
    const begun = await callApi(admin.page, 'post', mine, { currentPassword: password })
    const { secret: own } = z.object({ secret: z.string() }).parse(begun)
    await callApi(admin.page, 'post', `${mine}/confirm`, { code: totpCode(own) })
    await save({ mfaRequired: true, samlEnabled: true })
    await admin.page.request.post(`${mine}/remove`, {
      headers: { origin: product.address },
      data: { currentPassword: password },
    })
    await admin.page.goto(`${product.address}/`)
    await admin.page.getByRole('list', { name: 'Accounts' }).waitFor()
    await lookAt(admin.page, 'select-account-needs')
    await admin.page.getByRole('link', { name: /Example SOC.*Set up two-step verification/ }).click()
    await admin.page.getByText('Example SOC requires two-step verification').waitFor()
    await lookAt(admin.page, 'user-security-demand')
    const on = admin.page
    await on.getByRole('button', { name: 'Set up' }).click()
    const secret = await on.getByRole('dialog').locator('code').textContent()
    await on.getByRole('textbox', { name: 'Code' }).fill(totpCode(secret ?? ''))
    await on.getByRole('checkbox', { name: 'I’ve saved these codes' }).check()
    await on.getByRole('button', { name: 'Done' }).click()
    await on.getByText('Example SOC requires two-step verification').waitFor({ state: 'detached' })
    await on.getByRole('link', { name: /^Profile and security/ }).click()
    await main(on).waitFor()
  })
})

import { AdministratorInvitation, ManagedAccount } from '@caseloom/contract/identity/accounts'
import { SessionView } from '@caseloom/contract/identity/identity'
import { BUILT_IN_ROLES } from '@caseloom/contract/kernel/permissions'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { lookAt } from './axe.ts'
import { type Browser, openBrowser, picture } from './browser.ts'
import { callApi } from './call-api.ts'
import { type Demo, startDemo } from './demo.ts'
import { pretend, said } from './hero-talk.ts'

const PASSWORD = 'kettle orbit mango 7 plum'
const OWNER = { email: 'olga.owner@globex.example', name: 'Olga Owner' }
const READER = { email: 'rita.reader@globex.example', name: 'Rita Reader' }
const Id = z.looseObject({ id: z.string() })
const Roles = z.object({ items: z.array(z.looseObject({ id: z.string(), name: z.string() })) })
const Made = z.object({ account: ManagedAccount, invitation: AdministratorInvitation })

/** Alice looks after the installation; Olga and Rita get accounts, in browsers of their own. */
describe('several accounts in one installation', () => {
  let demo: Demo
  let page: Page
  let olga: Browser
  let rita: Browser
  let base = ''
  const globex = { accountId: '', tenantId: '', ritaId: '' }

  beforeAll(async () => {
    demo = await startDemo()
    page = demo.browser.page
    base = demo.product.address
    olga = await openBrowser({ origin: base })
    rita = await openBrowser({ origin: base })
  })
  afterAll(async () => {
    await olga?.close()
    await rita?.close()
    await demo?.close()
  })

  const at = (of: Page, path: RegExp) => of.waitForURL((url) => path.test(url.pathname))
  const dialog = () => page.getByRole('dialog')
  const main = (of: Page) => of.getByRole('navigation', { name: 'Main' })
  const accounts = `/tenant/installation/accounts`
  const sessionOf = async (of: Page) => SessionView.parse(await callApi(of, 'get', `${base}/iam/session`))
  const enter = async (of: Page, email: string) => {
    await callApi(of, 'post', `${base}/iam/login`, { email, password: PASSWORD })
    await of.goto(`${base}/login`)
  }
  const take = async (of: Page, link: string | null) => {
    const token = new URL(link ?? '').searchParams.get('token')
    await callApi(of, 'post', `${base}/iam/set-password`, { token, password: PASSWORD })
  }
  const administration = () =>
    page.goto(`${base}${demo.place.replace(/\/tenant\/.*/, '')}/account-admin/accounts`)

  it('creates an account in the administration and shows the link if no mail server can send it [S1.01]', async () => {
    await administration()
    await page.getByRole('grid', { name: 'Accounts' }).getByRole('row').nth(1).waitFor()
    await page.getByRole('button', { name: 'New account' }).click()
    await dialog().getByRole('button', { name: 'Create account' }).click()
    await dialog().getByText('Enter an email address').waitFor()
    await dialog().getByRole('textbox', { name: 'Account name' }).fill('Globex')
    await dialog().getByRole('textbox', { name: 'Administrator’s name' }).fill(OWNER.name)
    await dialog().getByRole('textbox', { name: 'Administrator’s email' }).fill(OWNER.email)
    await lookAt(page, 'accounts-new')
    await dialog().getByRole('button', { name: 'Create account' }).click()
    const link = dialog().getByText(/\/set-password\?token=/)
    await link.waitFor({ timeout: 30_000 })
    await lookAt(page, 'accounts-invited')
    await take(olga.page, await link.textContent())
    await dialog().getByRole('button', { name: 'Done' }).click()
    await page.getByRole('complementary', { name: 'Globex' }).getByText('Invited').waitFor()
    await lookAt(page, 'accounts')
  })

  it('lets its administrator in, whose browser knows the tenants to choose from [S3.02]', async () => {
    await enter(olga.page, OWNER.email)
    await main(olga.page).waitFor()
    const { accounts: own, tenants } = await sessionOf(olga.page)
    expect(own).toMatchObject([{ name: 'Globex', admin: true }])
    globex.accountId = own[0]?.id ?? ''
    globex.tenantId = tenants[0]?.id ?? ''
    // MultiTenant is off: the choice is shown all the same.
    await olga.page.goto(`${base}/account/${globex.accountId}`)
    await at(olga.page, /^\/select-tenant$/)
    const list = olga.page.getByRole('list', { name: 'Tenants' }).getByRole('link')
    await list.first().waitFor()
    expect(await list.allTextContents()).toEqual(['Main'])
    expect(await main(olga.page).count()).toBe(0)
  })

  it('redirects invalid ids to the choices, even without MultiTenant [S2.04 S5.04]', async () => {
    await olga.page.goto(`${base}/account/${globex.accountId}/tenant/nonsense`)
    await at(olga.page, /^\/select-tenant$/)
    await olga.page.goto(`${base}/account/nonsense/tenant/${globex.tenantId}`)
    await at(olga.page, /^\/select-account$/)
    await olga.page.goto(`${base}/account/${globex.accountId.toUpperCase()}/tenant/%7B${globex.tenantId}%7D`)
    await at(olga.page, new RegExp(`^/account/${globex.accountId}/tenant/${globex.tenantId}/welcome$`))
  })

  it('blocks a refused tenant and forgets the defaults, in the session and in the browser [S8.04]', async () => {
    const storedAccount = () => olga.page.evaluate(() => localStorage.getItem('caseloom.account'))
    expect(await storedAccount()).toBe(globex.accountId)
    expect((await sessionOf(olga.page)).defaults).toMatchObject({ tenantId: globex.tenantId })
    await olga.page.goto(`${base}${demo.place}/apps`)
    await at(olga.page, /^\/tenant-error$/)
    expect(await storedAccount()).toBeNull()
    expect((await sessionOf(olga.page)).defaults).toBeNull()
  })

  it('leads to welcome when home or favorites are missing [S2.38]', async () => {
    const inside = `${base}/account/${globex.accountId}/tenant/${globex.tenantId}`
    const missing = { type: 'x', title: 'Not found', status: 404, code: 'resource.not_found', requestId: 'r' }
    for (const [what, path] of [
      ['favourites', '/apps'],
      ['home', '/home'],
    ] as const) {
      const route = new RegExp(`/api/tenant/[^/]+/${what}$`)
      await olga.page.route(route, (asked) => asked.fulfill({ status: 404, json: missing }))
      await olga.page.goto(`${inside}${path}`)
      await at(olga.page, /\/welcome$/)
      await olga.page.unroute(route)
    }
  })

  it('opens a dashboard in the first workspace that the person can read [S2.32 S6.04 S7.06]', async () => {
    const invited = await callApi(
      page,
      'post',
      `${base}${accounts}/${globex.accountId}/administrators`,
      READER,
    )
    await take(rita.page, AdministratorInvitation.parse(invited).link)
    await enter(rita.page, READER.email)
    await at(rita.page, /\/account-admin\/users$/)
    globex.ritaId = (await sessionOf(rita.page)).accounts[0]?.userId ?? ''
    const directory = `${base}/iam/account/${globex.accountId}`
    const { items } = Roles.parse(await callApi(olga.page, 'get', `${directory}/roles`))
    const viewer = items.find(({ name }) => name === BUILT_IN_ROLES.viewer.name)
    await callApi(olga.page, 'patch', `${directory}/users/${globex.ritaId}`, {
      roles: [{ roleId: viewer?.id, tenantId: globex.tenantId }],
    })
    const tenant = `${base}/api/tenant/${globex.tenantId}`
    const board = Id.parse(await callApi(olga.page, 'post', `${tenant}/dashboards`, { name: 'Night shift' }))
    const add = async (name: string, sharing: unknown) =>
      Id.parse(
        await callApi(olga.page, 'post', `${tenant}/workspaces`, { name, dashboards: [board.id], sharing }),
      )
    const ownerId = (await sessionOf(olga.page)).accounts[0]?.userId
    const hidden = await add('A team of its own', [{ to: { userId: ownerId }, level: 'manage' }])
    const open = await add('B for everyone', null)
    const place = `/account/${globex.accountId}/tenant/${globex.tenantId}`
    for (const [of, workspace] of [
      [olga.page, hidden],
      [rita.page, open],
    ] as const) {
      await of.goto(`${base}${place}/dashboard/${board.id}`)
      await at(of, new RegExp(`^${place}/workspace/${workspace.id}/${board.id}$`))
    }
  })

  it('opens a workspace on the first of its dashboards, in the order of the workspace [S2.31]', async () => {
    const tenant = `${base}/api/tenant/${globex.tenantId}`
    const board = async (name: string) =>
      Id.parse(await callApi(olga.page, 'post', `${tenant}/dashboards`, { name })).id
    const dashboards = [await board('Day shift'), await board('Around the clock')].reverse()
    const shared = { name: 'Shifts', dashboards, sharing: null }
    const workspace = Id.parse(await callApi(olga.page, 'post', `${tenant}/workspaces`, shared))
    const path = `/account/${globex.accountId}/tenant/${globex.tenantId}/workspace/${workspace.id}`
    await olga.page.goto(`${base}${path}`)
    await at(olga.page, new RegExp(`^${path}/${dashboards[0]}$`))
  })

  it('signs a disabled user out on every page, the hubs at rest or not [S4.17]', async () => {
    const user = `${base}/iam/account/${globex.accountId}/users/${globex.ritaId}`
    const account = `/account/${globex.accountId}`
    for (const [path, ready] of [
      [`${account}/account-admin/users`, rita.page.getByRole('grid', { name: 'Users' })],
      [`${account}/user/${globex.ritaId}`, rita.page.getByRole('textbox', { name: 'Name' })],
      ['/select-account', rita.page.getByRole('list', { name: 'Accounts' })],
      [`${account}/tenant/${globex.tenantId}/welcome`, main(rita.page)],
    ] as const) {
      await enter(rita.page, READER.email)
      await rita.page.goto(`${base}${path}`)
      await ready.waitFor()
      await callApi(olga.page, 'patch', user, { status: 'disabled' })
      await at(rita.page, /^\/login$/)
      await callApi(olga.page, 'patch', user, { status: 'active' })
    }
  })

  it('offers both accounts to a person who has two, and immediately closes a suspended one [S2.08 S1.01]', async () => {
    const made = await callApi(page, 'post', `${base}${accounts}`, { name: 'Initech', administrator: OWNER })
    expect(Made.parse(made).invitation).toEqual({ email: OWNER.email, mailed: false, link: null })
    await enter(olga.page, OWNER.email)
    await at(olga.page, /^\/account\/|^\/select-account$/)
    await olga.page.goto(`${base}/select-account`)
    const list = olga.page.getByRole('list', { name: 'Accounts' })
    await list.getByRole('link', { name: /^Initech/ }).waitFor()
    await list.getByRole('link', { name: /^Globex/ }).click()
    await at(olga.page, /^\/select-tenant$/)
    await olga.page.getByRole('list', { name: 'Tenants' }).getByRole('link', { name: 'Main' }).click()
    await main(olga.page).waitFor()
    await administration()
    await page.getByRole('grid', { name: 'Accounts' }).getByText('Globex').click()
    const panel = page.getByRole('complementary', { name: 'Globex' })
    await panel.getByRole('button', { name: 'Suspend' }).click()
    await dialog().getByRole('button', { name: 'Suspend Globex' }).click()
    await panel.getByRole('button', { name: 'Reactivate' }).waitFor()
    await picture(page, 'accounts-suspended')
    // Nothing of hers is asked for: the open page hears of it.
    await olga.page.waitForURL((url) => !url.pathname.includes(globex.tenantId))
    await olga.page.goto(`${base}/select-account`)
    await list.getByText('Suspended. Contact your Caseloom administrator.').waitFor()
    expect(await list.getByRole('link').count()).toBe(1)
    await lookAt(olga.page, 'select-account-suspended')
    await panel.getByRole('button', { name: 'Reactivate' }).click()
    await dialog().getByRole('button', { name: 'Reactivate Globex' }).click()
    await panel.getByRole('button', { name: 'Suspend' }).waitFor()
    await olga.page.goto(`${base}/account/${globex.accountId}/tenant/${globex.tenantId}`)
    await main(olga.page).waitFor()
  })

  it('renders an answer from its HTML, without anything active [S3.03]', async () => {
    const html = '<p>From <strong>HTML</strong></p><img src="/x" alt="seen"><script>window.hit = 1</script>'
    await pretend(page, () => ({
      messages: [said(1, 'assistant', 'From Markdown', { detailedContent: html })],
      answering: null,
    }))
    await page.goto(`${base}${demo.place}/welcome`)
    await page.getByRole('button', { name: 'Hero AI', exact: true }).click()
    const log = page.getByRole('log', { name: 'Conversation' })
    await log.locator('strong', { hasText: 'HTML' }).waitFor()
    expect(await log.locator('img, script').count()).toBe(0)
    expect(await log.getByText('From Markdown').count()).toBe(0)
  })

  it('asks for a larger window, but never on pages opened from a link or for sign-in [S2.42]', async () => {
    const notice = page.getByRole('alertdialog')
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`${base}/error`)
    await notice.waitFor()
    await page.goto(`${base}/logout`)
    await at(page, /^\/login$/)
    await page.getByRole('textbox', { name: 'Email' }).waitFor()
    expect(await notice.count()).toBe(0)
    await picture(page, 'login-phone')
    for (const path of [
      '/login',
      '/set-password?token=x',
      '/forgot-password',
      `/forms/${demo.tenantId}/nothing`,
      '/asks/x',
    ]) {
      await page.goto(`${base}${path}`)
      await page.getByRole('heading').first().waitFor()
      expect(await notice.count(), path).toBe(0)
      const wide = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(wide, path).toBeLessThanOrEqual(390)
    }
    await page.goto(`${base}/error`)
    await notice.waitFor()
  })
})

import { type Product, startProduct } from '@caseloom/testkit/product'
import type { Page, Request } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Browser, openBrowser, picture } from './browser.ts'
import { callApi } from './call-api.ts'

const PERSON = { name: 'Maren Holt', email: 'maren@example.test', password: 'kettle orbit mango 7' }
const NOWHERE = '019a0000-0000-7000-8000-00000000dead'
const Session = z.looseObject({
  tenants: z.array(z.looseObject({ id: z.string(), accountId: z.string() })),
})
const Apps = z.looseObject({ items: z.array(z.looseObject({ id: z.string(), key: z.string() })) })

/** The frame around all pages, statement by statement: routes, guards, redirects, 404s, headers, shortcuts. */
describe('the shell', () => {
  let product: Product
  let browser: Browser
  let page: Page
  const requests: Request[] = []
  let place = { accountId: '', tenantId: '', appId: '' }

  beforeAll(async () => {
    product = await startProduct({ LOG_LEVEL: 'warn' })
    browser = await openBrowser({ origin: product.address })
    page = browser.page
    page.on('request', (request) => requests.push(request))
  })
  afterAll(async () => {
    await browser?.close()
    await product?.dispose()
  })

  const base = () => `/account/${place.accountId}/tenant/${place.tenantId}`
  const open = (path: string) => page.goto(`${product.address}${path}`)
  const at = async (path: string | RegExp) => {
    await expect.poll(() => new URL(page.url()).pathname, { timeout: 15_000 }).toMatch(path)
  }
  const main = () => page.getByRole('navigation', { name: 'Main' })
  const crumbs = () => page.getByRole('navigation', { name: 'Breadcrumbs' })
  const setFlag = (flag: string, enabled: boolean) =>
    callApi(page, 'put', `${product.address}/tenant/installation/feature-flags/${flag}`, {
      accountId: null,
      enabled,
    })

  it('redirects to the installer while it is needed, which shows the version up to the plus sign [S2.10 S4.15 S7.07]', async () => {
    await open('/')
    await at(/^\/install$/)
    const version = page.getByText(/(?:^|\s)v?\d+\.\d+\.\d+$/)
    await version.first().waitFor()
    expect(await page.getByText(/\d+\.\d+\.\d+\+/).count()).toBe(0)
  })

  it('reads the one-time code from the printed address and removes it from the address bar immediately', async () => {
    const code = await product.installCode()
    await open(`/install?code=${code}`)
    await page.getByRole('textbox', { name: 'Account name' }).waitFor()
    await expect.poll(() => new URL(page.url()).search).toBe('')
    expect(await page.getByRole('textbox', { name: 'One-time code' }).count()).toBe(0)
  })

  it('shows the steps of the installer until sign-in [S2.11 S7.07]', async () => {
    await page.getByRole('textbox', { name: 'Account name' }).fill('Nordwerk')
    await page.getByRole('textbox', { name: 'Tenant name' }).fill('Security operations')
    await page.getByRole('textbox', { name: 'Your name' }).fill(PERSON.name)
    await page.getByRole('textbox', { name: 'Email' }).fill(PERSON.email)
    await page.getByRole('textbox', { name: 'Password' }).fill(PERSON.password)
    await page.getByRole('button', { name: 'Install' }).click()
    await page.getByRole('list', { name: 'Installation steps' }).waitFor()
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor({ timeout: 60_000 })
  })

  it('redirects the empty address, and unknown ones without a session, to sign-in [S2.01 S2.13 S8.05]', async () => {
    await open('/')
    await at(/^\/login$/)
    await open('/no/such/page')
    await at(/^\/login$/)
    expect(await main().count()).toBe(0)
  })

  it('opens a tenant on its welcome page, with sidebar and toolbar [S2.05 S2.14 S2.40]', async () => {
    await open('/login')
    await page.getByRole('textbox', { name: 'Email' }).fill(PERSON.email)
    await page.getByRole('textbox', { name: 'Password' }).fill(PERSON.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await main().waitFor()
    const session = Session.parse(await callApi(page, 'get', `${product.address}/iam/session`))
    const tenant = session.tenants[0]
    if (tenant === undefined) throw new Error('The session has no tenant')
    const apps = await callApi(page, 'get', `${product.address}/api/tenant/${tenant.id}/apps`)
    const app = Apps.parse(apps).items.find((one) => one.key === 'alert')
    place = { accountId: tenant.accountId, tenantId: tenant.id, appId: app?.id ?? '' }
    await open(base())
    await at(new RegExp(`^${base()}/welcome$`))
    await crumbs().waitFor()
    await picture(page, 'welcome')
  })

  it('accepts ids in braces, and redirects invalid ids to a choice [S5.04 S2.04]', async () => {
    await open(`/account/%7B${place.accountId.toUpperCase()}%7D/tenant/%7B${place.tenantId}%7D/welcome`)
    await at(new RegExp(`^${base()}/welcome$`))
    await open(`/account/nonsense/tenant/${place.tenantId}/welcome`)
    await at(/^\/select-account$/)
    await open(`/account/${place.accountId}/tenant/nonsense`)
    await at(/^\/select-tenant$/)
    await open(`/account/${place.accountId}`)
    await at(/^\/select-tenant$/)
  })

  it('has pages for errors, without sidebar and toolbar [S2.12 S2.13 S2.40]', async () => {
    for (const [path, title] of [
      ['/error', 'Page not found'],
      ['/tenant-error', 'Not found in this tenant'],
      ['/unauthorized', 'You don’t have permission to open this page'],
    ] as const) {
      await open(path)
      await page.getByRole('heading', { name: title }).waitFor()
      expect(await main().count(), path).toBe(0)
      expect(await page.getByRole('navigation', { name: 'Breadcrumbs' }).count(), path).toBe(0)
    }
    await open('/no/such/page')
    await at(/^\/error$/)
  })

  it('redirects old addresses; one without its parts is an unknown page [S2.21] [S2.26]', async () => {
    await open(`${base()}/stats?appId=${place.appId}`)
    await at(new RegExp(`^${base()}/search/${place.appId}$`))
    const seen: string[] = []
    page.on('framenavigated', (frame) => seen.push(new URL(frame.url()).pathname))
    await open(`${base()}/applet-workflow/7`)
    await at(new RegExp(`^${base()}/workflow/applet/7$`))
    await open(`${base()}/workflow-run?id=${place.appId}`)
    await at(/^\/error$/)
    expect(seen.some((path) => path.includes('/select-'))).toBe(false)
  })

  it('opens lists and records of an app, with breadcrumbs [S2.24 S2.25 S2.35]', async () => {
    await open(`${base()}/search/${place.appId}`)
    await crumbs().getByText('Alert').waitFor()
    await open(`${base()}/record/${place.appId}/new`)
    await page.getByRole('textbox', { name: /^Title/ }).fill('Reported by phone')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'Reported by phone' }).waitFor()
    await crumbs().getByRole('link', { name: 'Alert' }).waitFor()
  })

  it('opens orchestration while its flag is on, and knows no such page without it [S2.17 S6.05]', async () => {
    await open(`${base()}/orchestration`)
    await page.getByText('GitHub security alert intake').first().waitFor()
    await crumbs().getByText('Orchestration').waitFor()
    await setFlag('ClassicContent', false)
    // The open page hears of it: the link goes without a reload.
    await main().getByRole('link', { name: 'Orchestration' }).waitFor({ state: 'detached' })
    await open(`${base()}/orchestration`)
    await at(/^\/error$/)
    await setFlag('ClassicContent', true)
    await open(`${base()}/orchestration`)
    await page.getByText('GitHub security alert intake').first().waitFor()
  })

  it('shows the home page with favorites while its flag is on, otherwise redirects to welcome [S2.15 S2.38 S7.05]', async () => {
    await open(`${base()}/search/${place.appId}`)
    await page.getByRole('button', { name: 'Favorite' }).click()
    await main().getByRole('heading', { name: 'Favorites' }).waitFor()
    await main().getByRole('link', { name: 'Home' }).click()
    await page.getByRole('list', { name: 'Favorites' }).getByRole('link', { name: 'Alert' }).waitFor()
    await page.getByRole('combobox', { name: 'Home page dashboard' }).click()
    await page.getByRole('option').nth(1).click()
    await page.getByRole('region').first().waitFor()
    await picture(page, 'home')
    // The server takes the page away before the browser knows of the flag: the 404 of home leads to welcome.
    const gone = `**/api/tenant/${place.tenantId}/home`
    await page.route(gone, (route) =>
      route.fulfill({
        status: 404,
        contentType: 'application/problem+json',
        body: JSON.stringify({
          type: 'about:blank',
          title: 'Not found',
          status: 404,
          code: 'resource.not_found',
          requestId: 'req-1',
        }),
      }),
    )
    await open(`${base()}/home`)
    await at(new RegExp(`^${base()}/welcome$`))
    await page.unroute(gone)
    await setFlag('HomePage', false)
    await main().getByRole('link', { name: 'Home' }).waitFor({ state: 'detached' })
    await open(`${base()}/home`)
    await at(/^\/error$/)
    await setFlag('HomePage', true)
  })

  it('redirects to the tenant’s error page when the license settings are missing [S2.37]', async () => {
    const problem = { type: 'x', title: 'Not found', status: 404, code: 'resource.not_found', requestId: 'r' }
    const settings = /\/tenant\/settings\/license$/
    await page.route(settings, (route) => route.fulfill({ status: 404, json: problem }))
    await open(`${base()}/apps`)
    await at(/^\/tenant-error$/)
    await page.unroute(settings)
  })

  it('asks for the installer once, on the first navigation, and only while its flag is on [S4.14]', async () => {
    const asked = () => requests.filter((one) => one.url().endsWith('/tenant/install/status')).length
    const walk = async () => {
      const before = asked()
      await open(`${base()}/welcome`)
      await main().getByRole('link', { name: 'Home' }).click()
      await at(new RegExp(`^${base()}/home$`))
      await main().getByRole('link', { name: 'Orchestration' }).click()
      await at(new RegExp(`^${base()}/orchestration`))
      return asked() - before
    }
    await setFlag('OnPremInstall', true)
    expect(await walk()).toBe(1)
    await setFlag('OnPremInstall', false)
    expect(await walk()).toBe(0)
    await setFlag('OnPremInstall', true)
  })

  it('redirects a missing record to the tenant’s error page [S2.36 S8.01]', async () => {
    await open(`${base()}/record/${place.appId}/${NOWHERE}`)
    await at(/^\/tenant-error$/)
  })

  it('redirects the list of a missing app to the tenant’s error page [S2.36]', async () => {
    await open(`${base()}/search/${NOWHERE}`)
    await at(/^\/tenant-error$/)
  })

  it('shows a failure of the server with its request id and a way to try again [S8.01]', async () => {
    const broken = /\/apps\/[^/]+\/records\/search$/
    const isPressed = () => page.evaluate(() => document.documentElement.dataset['pressed'] !== undefined)
    await page.route(broken, async (route) => {
      // The list also reads again on its own: only what follows the press is answered.
      if (await isPressed()) return route.continue()
      return route.fulfill({
        status: 500,
        contentType: 'application/problem+json',
        body: JSON.stringify({
          type: 'about:blank',
          title: 'Something went wrong on our end',
          status: 500,
          code: 'internal.error',
          requestId: 'req-4711',
        }),
      })
    })
    await open(`${base()}/search/${place.appId}`)
    await page.getByText('req-4711').first().waitFor()
    await picture(page, 'list-failed')
    await page.evaluate(() => {
      const mark = ({ target }: MouseEvent) => {
        if (!(target instanceof Element) || target.closest('button')?.textContent !== 'Try again') return
        document.documentElement.dataset['pressed'] = ''
      }
      document.addEventListener('click', mark, { capture: true })
    })
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('Reported by phone').first().waitFor()
    await page.unroute(broken)
  })

  it('finds pages and records by name, by the keyboard alone', async () => {
    await open(`${base()}/welcome`)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.keyboard.press('ControlOrMeta+k')
    const search = page.getByRole('textbox', { name: 'Command palette' })
    await page.getByRole('button', { name: 'Light' }).waitFor()
    await picture(page, 'palette-empty')
    await search.fill('reported')
    await page.getByRole('button', { name: /Reported by phone/ }).waitFor()
    await picture(page, 'palette')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Reported by phone' }).waitFor()
  })

  it('opens the help in a new tab by mod+shift+h, on every page [S2.43]', async () => {
    for (const path of [`${base()}/welcome`, '/error']) {
      await open(path)
      await page.getByRole('heading').first().waitFor()
      const opened = browser.context.waitForEvent('page')
      await page.keyboard.press('ControlOrMeta+Shift+h')
      const help = await opened
      await help.waitForURL(/\/help\/$/)
      await help.getByRole('heading', { level: 1 }).first().waitFor()
      await picture(help, 'help')
      await help.close()
    }
  })

  it('sends the time zone with each request, and the content type on orchestration paths [S7.02 S7.03]', async () => {
    const own = requests.filter((one) => /^\/(?:api|iam|tenant)\//.test(new URL(one.url()).pathname))
    expect(own.length).toBeGreaterThan(30)
    const headers: Record<string, string>[] = await Promise.all(
      own.map(async (one) => ({ ...(await one.allHeaders()), url: one.url() })),
    )
    const silent = headers.filter((one) => one['timezone'] !== 'Europe/Lisbon')
    expect(silent.map((one) => one['url'])).toEqual([])
    const orchestration = headers.filter((one) => one['url']?.includes('orchestration/api') === true)
    expect(orchestration.length).toBeGreaterThan(0)
    expect(orchestration.every((one) => one['content-type'] === 'application/json')).toBe(true)
  })

  it('keeps the hubs connected from sign-in to sign-out [S4.16]', async () => {
    const sockets = new Set<string>()
    let closed = 0
    page.on('websocket', (socket) => {
      sockets.add(socket.url())
      socket.on('close', () => (closed += 1))
    })
    await open(`${base()}/welcome`)
    await expect.poll(() => sockets.size, { timeout: 15_000 }).toBeGreaterThan(0)
    expect(closed).toBe(0)
    // Without a load of the document: the page itself must let go of them.
    await page.getByRole('button', { name: 'User menu' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await expect.poll(() => closed, { timeout: 15_000 }).toBeGreaterThan(0)
    await page
      .getByRole('button', { name: 'Sign in', exact: true })
      .or(page.getByRole('link', { name: 'Sign in' }))
      .first()
      .waitFor()
    await open(base())
    await at(/^\/login$/)
  })

  it('threw no error in the page and broke no page policy', () => {
    const own = browser.errors.filter(
      (text) => !/status of (?:40[134]|500)|Failed to load resource/.test(text),
    )
    expect(own).toEqual([])
  })
})

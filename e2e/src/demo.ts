import { type Product, startProduct } from '@caseloom/testkit/product'
import type { Page } from 'playwright-core'
import { inject } from 'vitest'
import { type Browser, openBrowser } from './browser.ts'
import { callApi } from './call-api.ts'
import { demoPassword } from './demo-template.ts'
import { givePassword } from './passwords.ts'

/** The product with its demo data, and Alice, an administrator of the tenant, signed in. */
export interface Demo {
  product: Product
  browser: Browser
  /** `/account/…/tenant/…` of Alice's tenant. */
  place: string
  tenantId: string
  password: string
  close(): Promise<void>
}

/** Starts the product with demo data; Alice is its super administrator. */
export async function startDemoProduct(
  settings: Record<string, string> = {},
): Promise<{ product: Product; password: string }> {
  // The template was installed without it.
  const template = 'CASELOOM_DEMO_ACTIVITY' in settings ? null : inject('demoTemplate')
  const product = await startProduct(
    { CASELOOM_DEMO: '1', LOG_LEVEL: 'warn', ...settings },
    template ?? undefined,
  )
  return { product, password: template?.password ?? (await demoPassword(product)) }
}

/** Starts the product with demo data and signs Alice in. */
export async function startDemo(settings: Record<string, string> = {}): Promise<Demo> {
  const { product, password } = await startDemoProduct(settings)
  const browser = await openBrowser({ origin: product.address })
  const { page } = browser
  await signIn(page, product.address, { email: 'alice@example.com', password })
  const place = /\/account\/[^/]+\/tenant\/[^/]+/.exec(page.url())?.[0] ?? ''
  return {
    product,
    browser,
    place,
    tenantId: place.split('/').at(-1) ?? '',
    password,
    async close() {
      await browser.close()
      await product.dispose()
    },
  }
}

/** A second browser with another user of the demo signed in, such as `bob`. */
export async function openAs({ browser, product }: Demo, name: string): Promise<Browser> {
  const password = 'lantern cobalt fjord 5'
  await givePassword(browser.page, product.address, { name, password })
  const other = await openBrowser({ origin: product.address })
  await signIn(other.page, product.address, { email: `${name}@demo.example`, password })
  return other
}

/** Past the form, which has journeys of its own. */
async function signIn(page: Page, address: string, credentials: { email: string; password: string }) {
  await callApi(page, 'post', `${address}/iam/login`, credentials)
  await page.goto(address)
  await page.getByRole('navigation', { name: 'Main' }).waitFor()
}

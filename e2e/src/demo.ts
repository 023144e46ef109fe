import { type Product, startProduct } from '@caseloom/testkit/product'
import { inject } from 'vitest'
import { type Browser, openBrowser } from './browser.ts'
import { callApi } from './call-api.ts'
import { demoPassword } from './demo-template.ts'

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
  const template = inject('demoTemplate')
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
  // Past the form, which has journeys of its own.
  await callApi(page, 'post', `${product.address}/iam/login`, { email: 'alice@example.com', password })
  await page.goto(product.address)
  await page.getByRole('navigation', { name: 'Main' }).waitFor()
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

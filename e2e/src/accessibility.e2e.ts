import type { Product } from '@caseloom/testkit/product'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faultsOf } from './axe.ts'
import { type Browser, openBrowser, picture } from './browser.ts'
import { startDemoProduct } from './demo.ts'

let product: Product
let password = ''
beforeAll(async () => {
  ;({ product, password } = await startDemoProduct())
})
afterAll(() => product?.dispose())

describe.each(['light', 'dark'] as const)('pages in the %s scheme', (scheme) => {
  let browser: Browser
  let page: Page
  beforeAll(async () => {
    browser = await openBrowser({ scheme })
    page = browser.page
  })
  afterAll(() => browser?.close())
  const main = () => page.getByRole('navigation', { name: 'Main' })
  const settled = async (name: string) => {
    await page.waitForLoadState('networkidle')
    await picture(page, `${name}-${scheme}`)
    expect(await faultsOf(page), name).toEqual([])
  }

  it('meet WCAG 2.2 AA from sign-in to a run', async () => {
    await page.goto(product.address)
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
    await settled('login')
    await page.getByRole('textbox', { name: 'Email' }).fill('alice@example.com')
    await page.getByRole('textbox', { name: 'Password' }).fill(password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await main().waitFor()
    await settled('welcome')
    await main().getByRole('link', { name: 'Alert', exact: true }).click()
    await page.getByRole('grid', { name: 'Alert' }).getByRole('row').nth(2).waitFor()
    await settled('list')
    await page.getByRole('grid', { name: 'Alert' }).getByRole('row').nth(2).click()
    await page.getByRole('tab', { name: 'Timeline' }).waitFor()
    await settled('record')
    await page.getByRole('tab', { name: 'Timeline' }).click()
    await settled('timeline')
    await main().getByRole('link', { name: 'Alert', exact: true }).click()
    await page
      .getByRole('link', { name: 'New record' })
      .or(page.getByRole('button', { name: 'New record' }))
      .first()
      .click()
    await page.getByRole('button', { name: 'Save' }).waitFor()
    await settled('new-record')
    await main().getByRole('link', { name: 'Orchestration' }).click()
    await page.getByText('GitHub security alert intake').first().waitFor()
    await settled('orchestration')
    await page.getByText('GitHub security alert intake').first().click()
    await page.getByRole('region', { name: 'Canvas' }).waitFor()
    await settled('playbook')
  })

  it('ask for a larger window below 960 × 650, and return automatically [S2.42 S9.04]', async () => {
    const notice = page.getByText(/960\s?px wide/)
    await page.setViewportSize({ width: 900, height: 640 })
    await notice.waitFor()
    await settled('small-window')
    await page.setViewportSize({ width: 960, height: 650 })
    await notice.waitFor({ state: 'hidden' })
  })
})

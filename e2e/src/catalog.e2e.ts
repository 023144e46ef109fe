import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lookAt } from './axe.ts'
import { type Demo, startDemo } from './demo.ts'

/** Catalogs of product lines in a browser: filtered, used through the plan of a package, and extended by a line. */
describe('the catalog of a product line', () => {
  let demo: Demo
  let page: Page

  beforeAll(async () => {
    demo = await startDemo()
    page = demo.browser.page
  })
  afterAll(() => demo?.close())

  const crumbs = () => page.getByRole('navigation', { name: 'Breadcrumbs' })
  const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name} (app|playbook)`) })
  const open = async (path: string, name: string) => {
    await page.goto(`${demo.product.address}${demo.place}/${path}`)
    await page.getByRole('heading', { name, level: 1 }).waitFor()
  }

  it('opens from the packages, with breadcrumbs, and filters by stage [S2.34 S2.35]', async () => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Content' }).click()
    await page.getByRole('heading', { name: 'Nothing is installed' }).waitFor()
    await page.getByRole('button', { name: /^Security content/ }).click()
    await page.getByRole('heading', { name: 'Security content', level: 1 }).waitFor()
    await crumbs().getByText('Security content').waitFor()
    await row('Alert intake').waitFor()
    const stage = page.getByRole('button', { name: /^Response/ })
    await stage.click()
    await row('Alert intake').waitFor({ state: 'detached' })
    await row('Containment').getByText('In use').waitFor()
    expect(new URL(page.url()).search).toBe('?stage=response')
    await lookAt(page, 'catalog')
    await stage.click()
    await row('Alert intake').waitFor()
    await crumbs().getByRole('link', { name: 'Content' }).click()
    await page.getByRole('heading', { name: 'Nothing is installed' }).waitFor()
  })

  it('uses an item by the keyboard: plan, import, in use [S2.34]', async () => {
    await open('itcontent?stage=requests', 'IT content')
    await row('Service request').getByText('Not installed').waitFor()
    await page.keyboard.press('j')
    await page.locator('[role="row"][data-cursor]').waitFor()
    await page.keyboard.press('u')
    await page.getByRole('heading', { name: 'Import Service requests', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await page.getByRole('button', { name: 'Undo import' }).waitFor()
    await open('itcontent?stage=requests', 'IT content')
    await row('Service request').getByText('In use').waitFor()
    await row('Approve a service request').getByText('Turned off').waitFor()
    await page.getByRole('link', { name: 'Open Service request' }).click()
    await page.waitForURL(/\/app-builder\//)
  })

  it('is there for a line that someone adds, until it is deleted; an unknown one is not found [S2.34]', async () => {
    await open('caseloomcontent', 'Caseloom content')
    await page.getByRole('button', { name: 'Add a product line' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a product line' })
    await dialog.waitFor()
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Cloud')
    await expect.poll(() => dialog.getByRole('textbox', { name: 'Key' }).inputValue()).toBe('cloud')
    await lookAt(page, 'catalog-line')
    await dialog.getByRole('combobox', { name: 'Packages' }).click()
    const option = page.getByRole('option', { name: /^Assets/ })
    await option.click()
    // The open list covers the buttons.
    await dialog.getByRole('textbox', { name: 'Name' }).focus()
    await option.waitFor({ state: 'hidden' })
    await dialog.getByRole('button', { name: 'Add product line' }).click()
    await page.getByRole('heading', { name: 'Cloud content', level: 1 }).waitFor()
    expect(new URL(page.url()).pathname).toBe(`${demo.place}/cloudcontent`)
    await row('Asset').waitFor()
    await page.getByRole('button', { name: 'Product line: Cloud' }).click()
    await page.getByRole('menuitem', { name: 'Delete Cloud' }).click()
    const confirm = page.getByRole('dialog', { name: 'Delete Cloud?' })
    await confirm.waitFor()
    await confirm.getByRole('button', { name: 'Delete Cloud' }).click()
    await page.waitForURL(/\/content$/)
    await page.goto(`${demo.product.address}${demo.place}/cloudcontent`)
    await page.waitForURL(/\/tenant-error/)
  })
})

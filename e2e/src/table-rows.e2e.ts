import { TableRowView, TableView } from '@caseloom/contract/automation/tables'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { lookAt } from './axe.ts'
import { callApi } from './call-api.ts'
import { type Demo, startDemo } from './demo.ts'

const Rows = z.object({ items: z.array(TableRowView) })

/** People keep a table of networks together: types, expiry, conflicts, history, and imports. */
describe('rows of a table', () => {
  let demo: Demo
  let page: Page
  let tableApi: string
  beforeAll(async () => {
    demo = await startDemo()
    page = demo.browser.page
  })
  afterAll(() => demo?.close())

  const cell = (text: string) => page.getByRole('gridcell', { name: text, exact: true })
  const choose = async (label: string, option: string, exact = true) => {
    await page.getByRole('combobox', { name: label, exact }).click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }
  /** What someone else does meanwhile. */
  const changeElsewhere = async (key: string, values: Record<string, string>) => {
    const { items } = Rows.parse(await callApi(page, 'get', `${tableApi}/rows`))
    const row = items.find((one) => one.values?.['network'] === key)
    await callApi(page, 'put', `${tableApi}/rows/${row?.id}`, { values, revision: row?.revision })
  }
  const panel = () => page.getByRole('complementary', { name: '10.20.0.0/16' })

  it('have columns of networks, selections, and users', async () => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Orchestration' }).click()
    await page.getByRole('tab', { name: 'Tables', exact: true }).click()
    await page.getByRole('button', { name: 'New table' }).click()
    const dialog = page.getByRole('dialog', { name: 'New table' })
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Ranges')
    await dialog.getByRole('textbox', { name: 'Name of column 1' }).fill('Network')
    await choose('Type of column 1', 'IP address or network')
    const columns = [
      ['Site', 'Text'],
      ['Kind', 'Selection'],
      ['Owner', 'User'],
    ] as const
    for (const [at, [name, type]] of columns.entries()) {
      await dialog.getByRole('button', { name: 'Add column' }).click()
      await dialog.getByRole('textbox', { name: `Name of column ${at + 2}` }).fill(name)
      await choose(`Type of column ${at + 2}`, type)
    }
    await dialog.getByRole('button', { name: 'Create table' }).click()
    await dialog.getByRole('alert').getByText('A selection needs at least one option').waitFor()
    const options = dialog.locator('input[aria-label="Options of column 3"]')
    for (const option of ['Office', 'VPN']) {
      await options.fill(option)
      await options.press('Enter')
    }
    await lookAt(page, 'table-columns')
    await dialog.getByRole('button', { name: 'Create table' }).click()
    await dialog.waitFor({ state: 'hidden' })
    const api = `${demo.product.address}/api/tenant/${demo.tenantId}/orchestration/api/tables`
    const { items } = z.object({ items: z.array(TableView) }).parse(await callApi(page, 'get', api))
    tableApi = `${api}/${items[0]?.id}`
  })

  it('take values by type, and an expiry', async () => {
    await page.getByRole('button', { name: 'Add row' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add row to Ranges' })
    await dialog.getByRole('textbox', { name: 'Network' }).fill('10.20.7.1/33')
    await dialog.getByRole('button', { name: 'Add row' }).click()
    await dialog.getByRole('alert').getByText('Not an IP address or a network').waitFor()
    await dialog.getByRole('textbox', { name: 'Network' }).fill('10.20.7.1/16')
    await dialog.getByRole('textbox', { name: 'Site' }).fill('Berlin')
    await choose('Kind', 'VPN')
    await choose('Owner', 'Bob Brandt')
    await dialog.getByRole('button', { name: 'Add row' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await panel().getByText('Bob Brandt').waitFor()
    const old = { values: { network: '192.0.2.1', site: 'Fair' }, expiresAt: '2026-01-01T00:00:00Z' }
    await callApi(page, 'post', `${tableApi}/rows`, old)
    await page.reload()
    await page.getByText('1 row, 1 expired and ignored by lookups').waitFor()
    await page.getByRole('button', { name: 'State' }).click()
    await page.getByRole('menuitem', { name: 'Expired', exact: true }).click()
    await cell('192.0.2.1').waitFor()
    await expect.poll(() => cell('10.20.0.0/16').count()).toBe(0)
    await page.getByRole('button', { name: /Remove/ }).click()
    await cell('10.20.0.0/16').waitFor()
    await lookAt(page, 'table-rows')
  })

  it('are edited by two people at the same time: only what both changed is asked', async () => {
    await cell('10.20.0.0/16').click()
    const edit = () => panel().getByRole('button', { name: 'Edit', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit 10.20.0.0/16' })
    await edit()
    await changeElsewhere('10.20.0.0/16', { kind: 'Office' })
    await dialog.getByRole('textbox', { name: 'Site' }).fill('Bonn')
    await dialog.getByRole('button', { name: 'Save row' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await panel().getByText('Bonn').waitFor()
    await panel().getByText('Office').waitFor()
    await edit()
    await changeElsewhere('10.20.0.0/16', { site: 'Ulm' })
    await dialog.getByRole('textbox', { name: 'Site' }).fill('Trier')
    await dialog.getByRole('button', { name: 'Save row' }).click()
    const conflict = page.getByRole('dialog', { name: 'Someone else changed this' })
    await conflict.getByText('Ulm').waitFor()
    await lookAt(page, 'table-row-conflict')
    await conflict.getByRole('button', { name: 'Save chosen values' }).click()
    await conflict.waitFor({ state: 'hidden' })
    await panel().getByText('Trier').waitFor()
  })

  it('get earlier values back, and come back when they are deleted', async () => {
    await panel().getByRole('tab', { name: 'History' }).click()
    const history = panel().getByRole('list', { name: 'History' })
    const added = history.getByRole('listitem').filter({ hasText: 'Added' })
    await added.getByText('Berlin').waitFor()
    await lookAt(page, 'table-row-history')
    await added.getByRole('button', { name: 'Restore these values' }).click()
    await history.getByText('Restored').waitFor()
    await panel().getByRole('tab', { name: 'Row' }).click()
    await panel().getByText('Berlin').waitFor()
    await panel().getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete row' }).click()
    await expect.poll(() => cell('10.20.0.0/16').count()).toBe(0)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'History of rows' }).click()
    const dialog = page.getByRole('dialog', { name: 'History of Ranges' })
    await dialog.getByRole('button', { name: 'Restore row' }).click()
    await dialog.getByText('Restored').first().waitFor()
    await page.keyboard.press('Escape')
    await cell('10.20.0.0/16').waitFor()
  })

  it('are imported after a look at what would change', async () => {
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Import into Ranges' })
    const file = async (text: string) => {
      const chooser = page.waitForEvent('filechooser')
      await dialog.getByRole('button', { name: 'Choose CSV or XLSX file' }).click()
      await (await chooser).setFiles({ name: 'ranges.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
      await dialog.getByRole('button', { name: 'Check file' }).click()
    }
    await file('Network,Owner\n10.30.0.0/16,Bob Brant\n10.40.0.0/16,bob@demo.example\n')
    await dialog.getByRole('alert').getByText('did you mean "Bob Brandt"').waitFor()
    await file('Network,Site\n10.30.0.0/16,Mainz\n10.20.0.0/16,Köln\n')
    await dialog.getByText('1 row is added').waitFor()
    await dialog.getByText('1 row is changed').waitFor()
    await lookAt(page, 'table-import-plan')
    await dialog.getByRole('button', { name: 'Import', exact: true }).click()
    await dialog.waitFor({ state: 'hidden' })
    await cell('10.30.0.0/16').waitFor()
    await cell('Köln').waitFor()
  })
})

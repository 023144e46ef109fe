import { PlaybookView } from '@caseloom/contract/automation/automation'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lookAt } from './axe.ts'
import { callApi } from './call-api.ts'
import { type Demo, startDemo } from './demo.ts'

/** Looks a sender's domain up and counts it. */
const PLAYBOOK = {
  playbook: 'count-senders',
  title: 'Count senders',
  triggers: [{ key: 'hook', kind: 'webhook', with: { auth: 'none' } }],
  steps: [
    { key: 'own', action: 'table.lookup', with: { table: 'own_domains', key: 'EXAMPLE.com' } },
    {
      key: 'note',
      action: 'table.upsert',
      after: 'own',
      with: {
        table: 'own_domains',
        key: 'partner.example',
        values: { note: 'Like {% steps.own.output.row.note %}' },
      },
    },
  ],
}

/** A user creates a table, fills it by hand and from a file, and a playbook looks up and writes rows. */
describe('reference tables', () => {
  let demo: Demo
  let page: Page
  beforeAll(async () => {
    demo = await startDemo()
    page = demo.browser.page
  })
  afterAll(() => demo?.close())
  const cell = (text: string) => page.getByRole('gridcell', { name: text, exact: true })

  it('starts with a first table', async () => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Orchestration' }).click()
    await page.getByRole('tab', { name: 'Tables', exact: true }).click()
    await page.getByRole('heading', { name: 'No tables yet' }).waitFor()
    await page.getByRole('button', { name: 'New table' }).click()
    const dialog = page.getByRole('dialog', { name: 'New table' })
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Own domains')
    await dialog.getByRole('textbox', { name: 'Name of column 1' }).fill('Domain')
    await dialog.getByRole('button', { name: 'Add column' }).click()
    await dialog.getByRole('textbox', { name: 'Name of column 2' }).fill('Note')
    await dialog.getByRole('textbox', { name: 'Key of column 2' }).fill('domain')
    await dialog.getByRole('button', { name: 'Create table' }).click()
    await dialog.getByRole('alert').getByText('Another column has the key "domain"').waitFor()
    await dialog.getByRole('textbox', { name: 'Key of column 2' }).fill('note')
    await lookAt(page, 'table-form')
    await dialog.getByRole('button', { name: 'Create table' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('heading', { name: 'No rows yet' }).waitFor()
  })

  it('takes rows by hand', async () => {
    await page.getByRole('button', { name: 'Add row' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add row to Own domains' })
    await dialog.getByRole('textbox', { name: 'Note' }).fill('Main domain')
    await dialog.getByRole('button', { name: 'Add row' }).click()
    await dialog.getByRole('alert').getByText('A key is required').waitFor()
    await dialog.getByRole('textbox', { name: 'Domain' }).fill('example.com')
    await dialog.getByRole('button', { name: 'Add row' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('complementary', { name: 'example.com' }).getByText('Main domain').waitFor()
    await cell('example.com').waitFor()
  })

  it('imports a file, and nothing of a wrong one', async () => {
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Import into Own domains' })
    const choose = async (text: string) => {
      const chooser = page.waitForEvent('filechooser')
      await dialog.getByRole('button', { name: 'Choose CSV or XLSX file' }).click()
      await (await chooser).setFiles({ name: 'domains.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    }
    await choose('Domain,Notes\nexample.net,Mail\n')
    await dialog.getByRole('button', { name: 'Check file' }).click()
    await dialog.getByRole('alert').getByText('did you mean "note"').waitFor()
    await lookAt(page, 'table-import-faults')
    await choose('Domain,Note\nexample.net,Mail only\nexample.org,Foundation\n')
    await dialog.getByRole('button', { name: 'Check file' }).click()
    await dialog.getByText('2 rows are added').waitFor()
    await dialog.getByRole('button', { name: 'Import', exact: true }).click()
    await dialog.waitFor({ state: 'hidden' })
    await cell('example.org').waitFor()
    expect(await cell('example.net').count()).toBe(1)
  })

  it('is looked up and written by a playbook, whose row names the run', async () => {
    const api = `${demo.product.address}/api/tenant/${demo.tenantId}/orchestration/api`
    const made = PlaybookView.parse(await callApi(page, 'post', `${api}/playbooks`, { document: PLAYBOOK }))
    const published = PlaybookView.parse(
      await callApi(page, 'post', `${api}/playbooks/${made.id}/publish`, { revision: made.revision }),
    )
    await callApi(page, 'post', published.hooks[0]?.address ?? '', { from: 'news@example.com' })
    await expect
      .poll(
        async () => {
          await page.reload()
          await cell('example.org').waitFor()
          return cell('partner.example').count()
        },
        { timeout: 60_000 },
      )
      .toBe(1)
    await cell('partner.example').click()
    const panel = page.getByRole('complementary', { name: 'partner.example' })
    await panel.getByText('Like Main domain').waitFor()
    await panel.getByRole('link', { name: /^Run \d+$/ }).waitFor()
    await page.getByText('Used by Count senders').waitFor()
    await lookAt(page, 'tables')
  })
})

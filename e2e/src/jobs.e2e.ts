import { AppView } from '@caseloom/contract/apps/apps'
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { lookAt } from './axe.ts'
import { callApi } from './call-api.ts'
import { picture } from './browser.ts'
import { type Demo, startDemo } from './demo.ts'

const fields = [
  { key: 'title', label: 'Title', type: 'text', required: true },
  { key: 'ref', label: 'Reference', type: 'text', unique: true },
  {
    key: 'severity',
    label: 'Severity',
    type: 'selection',
    options: ['low', 'medium', 'high'].map((key) => ({
      key,
      label: `${key[0]?.toUpperCase()}${key.slice(1)}`,
    })),
  },
  { key: 'owner', label: 'Owner', type: 'user' },
]
const ANALYST = '0196c3a0-0000-7000-8000-000000000003'
const Named = z.looseObject({ id: z.string() })
const LINES = [
  'Name;Reference;Severity',
  'First;R-1;high',
  ';R-2;low',
  'Third;R-3;terrible',
  'Fourth;R-4;Medium',
]

/** Alice changes many records at a time, takes them along, and brings others from a file. */
describe('jobs over records', () => {
  let demo: Demo
  let page: Page
  let app: AppView

  beforeAll(async () => {
    demo = await startDemo()
    page = demo.browser.page
    app = AppView.parse(
      await api(`/api/tenant/${demo.tenantId}/apps`, {
        key: 'ticket',
        acronym: 'TIC',
        name: 'Ticket',
        titleField: 'title',
        listColumns: ['title', 'ref', 'severity'],
        layout: [{ title: 'Ticket', columns: 1, fields: fields.map((field) => field.key) }],
        fields,
      }),
    )
    const commands = Array.from({ length: 30 }, (_, at) => ({
      create: { title: `Ticket ${at + 1}`, ref: `T-${at + 1}`, severity: 'low' },
    }))
    await api(`/api/tenant/${demo.tenantId}/apps/${app.id}/records/batch`, { commands })
  })
  afterAll(() => demo?.close())

  const api = (path: string, data: unknown) => callApi(page, 'post', `${demo.product.address}${path}`, data)
  const recordsPath = () => `/api/tenant/${demo.tenantId}/apps/${app.id}/records`
  const idOf = async (title: string) => {
    const filter = { field: 'title', op: 'eq', value: title }
    const found = z.object({ items: z.array(Named) }).parse(await api(`${recordsPath()}/search`, { filter }))
    return found.items[0]?.id ?? ''
  }
  const openList = async () => {
    await page.goto(`${demo.product.address}${demo.place}/search/${app.id}`)
    await page.getByRole('grid', { name: 'Ticket' }).waitFor()
  }
  const bar = () => page.getByRole('toolbar').filter({ hasText: 'selected' })
  const tick = (name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).click()
  const toasts = () => page.getByRole('region', { name: 'Notices' })
  const severities = (word: string) => page.getByRole('gridcell', { name: word, exact: true })

  it('edits the selected records, and undoes it', async () => {
    await openList()
    await tick('Ticket 30')
    await tick('Ticket 29')
    await picture(page, 'jobs-bulk-bar')
    await bar().getByRole('button', { name: 'Edit' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit 2 records' })
    await dialog
      .getByRole('combobox', { name: 'Field' })
      .or(dialog.getByRole('textbox', { name: 'Field' }))
      .first()
      .click()
    await page.getByRole('option', { name: 'Severity' }).click()
    await dialog.getByLabel('Severity', { exact: true }).first().click()
    await page.getByRole('option', { name: 'High' }).click()
    await lookAt(page, 'jobs-bulk-edit')
    await dialog.getByRole('button', { name: 'Update 2 records' }).click()
    await toasts().getByText('2 updated').waitFor({ timeout: 30_000 })
    await picture(page, 'jobs-toast')
    await openList()
    await severities('High').nth(1).waitFor()
    await page.getByRole('button', { name: 'More list actions' }).click()
    await page.getByRole('menuitem', { name: 'Jobs' }).click()
    const panel = page.getByRole('dialog', { name: 'Jobs' })
    const job = panel.getByRole('region', { name: 'Bulk edit in Ticket' })
    await job.getByText('2 updated').waitFor()
    await lookAt(page, 'jobs-panel')
    await job.getByRole('button', { name: 'Undo' }).click()
    await panel
      .getByRole('region', { name: 'Undo in Ticket' })
      .getByText('2 updated')
      .waitFor({ timeout: 30_000 })
    await openList()
    await severities('Low').first().waitFor()
    await expect.poll(() => severities('High').count()).toBe(0)
  })

  it('deletes everything that the list finds, with the count on the button, and restores it', async () => {
    await openList()
    await tick('Ticket 30')
    await bar().getByRole('button', { name: 'Select all 30' }).click()
    await bar().getByRole('button', { name: 'Delete 30' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete 30 records?' })
    await lookAt(page, 'jobs-bulk-delete')
    await dialog.getByRole('button', { name: 'Delete 30 records' }).click()
    await toasts().getByText('30 deleted').waitFor({ timeout: 30_000 })
    await page.getByRole('heading', { name: 'No records yet' }).waitFor()
    await toasts().getByRole('button', { name: 'Undo' }).click()
    await toasts().getByText('30 restored').waitFor({ timeout: 30_000 })
    await page.getByRole('grid', { name: 'Ticket' }).getByText('Ticket 30', { exact: true }).waitFor()
  })

  it('exports what the list shows into a file', async () => {
    await openList()
    await page.getByRole('button', { name: 'More list actions' }).click()
    await page.getByRole('menuitem', { name: 'Export records' }).click()
    const dialog = page.getByRole('dialog', { name: 'Export Ticket' })
    await lookAt(page, 'jobs-export')
    await dialog.getByRole('button', { name: 'Export', exact: true }).click()
    const coming = page.waitForEvent('download')
    await toasts().getByRole('button', { name: 'Download' }).click({ timeout: 30_000 })
    const text = readFileSync(await (await coming).path(), 'utf8')
    expect(text.split('\r\n')[0]).toBe(
      '\uFEFFtracking_id,title,ref,severity,owner,created_at,updated_at,created_by,updated_by',
    )
    expect(text.split('\r\n')).toHaveLength(32)
  })

  it('imports a file with invalid rows: dry run, import, rejected rows to fix, undo', async () => {
    await openList()
    await page.getByRole('button', { name: 'More list actions' }).click()
    await page.getByRole('menuitem', { name: 'Import records' }).click()
    await page.getByRole('heading', { name: 'Import into Ticket' }).waitFor()
    await lookAt(page, 'jobs-import-upload')
    await page.locator('input[type="file"]').setInputFiles({
      name: 'tickets.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`${LINES.join('\r\n')}\r\n`, 'latin1'),
    })
    await page.getByText('4 rows, 3 columns, CSV').first().waitFor()
    const title = page.getByLabel('Field for Name')
    await title.first().click()
    await page.getByRole('option', { name: 'Title' }).click()
    await lookAt(page, 'jobs-import-mapping')
    await page.getByRole('button', { name: 'Dry run' }).click()
    const dry = page.getByRole('region', { name: 'Import dry run in Ticket' })
    await dry.getByText('2 would be created').waitFor({ timeout: 30_000 })
    await dry.getByText('2 would fail').waitFor()
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    const done = page.getByRole('region', { name: 'Import in Ticket', exact: true })
    await done.getByText('2 created').waitFor({ timeout: 30_000 })
    await done.getByText('Row 4').waitFor()
    await lookAt(page, 'jobs-import-result')
    const coming = page.waitForEvent('download')
    await done.getByRole('button', { name: 'Download failed rows' }).click()
    expect(readFileSync(await (await coming).path(), 'utf8')).toContain('Third,R-3,terrible,')
    await page.getByRole('link', { name: 'Back to list' }).click()
    await page.getByRole('grid', { name: 'Ticket' }).getByText('Fourth').waitFor()
    await page.getByRole('button', { name: 'More list actions' }).click()
    await page.getByRole('menuitem', { name: 'Jobs' }).click()
    const job = page
      .getByRole('dialog', { name: 'Jobs' })
      .getByRole('region', { name: 'Import in Ticket', exact: true })
    await job.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('dialog', { name: 'Jobs' }).getByText('2 deleted').waitFor({ timeout: 30_000 })
    // The browser also logs responses such as 401 before sign-in.
    const thrown = demo.browser.errors.filter((text) => !text.startsWith('Failed to load resource'))
    expect(thrown).toEqual([])
  })

  it('exports chosen columns of selected records with their comments and files, and imports them again', async () => {
    const talk = `${recordsPath()}/${await idOf('Ticket 30')}`
    await api(`${talk}/comments`, { body: '<p>Seen by the night shift</p>' })
    const { address: origin } = demo.product
    const sent = await page.request.post(`${origin}/api/tenant/${demo.tenantId}/files?name=log.txt`, {
      headers: { origin, 'content-type': 'application/octet-stream' },
      data: Buffer.from('line one'),
    })
    await api(`${talk}/files`, { files: [Named.parse(await sent.json()).id] })
    await openList()
    for (const name of ['Ticket 30', 'Ticket 29']) await tick(name)
    await bar().getByRole('button', { name: 'Export' }).click()
    const dialog = page.getByRole('dialog', { name: 'Export Ticket' })
    expect(await dialog.getByRole('radio', { name: 'Selected records (2)' }).isChecked()).toBe(true)
    // A dialog takes the focus after it opens, which would close a list opened before.
    await dialog.locator(':focus').waitFor()
    await dialog
      .getByRole('combobox', { name: 'Columns' })
      .or(dialog.getByRole('textbox', { name: 'Columns' }))
      .first()
      .click()
    for (const name of ['ID', 'Title', 'Reference'])
      await page.getByRole('option', { name, exact: true }).click()
    await page.keyboard.press('Tab')
    await dialog.getByRole('checkbox', { name: 'Comments, with author and time' }).check()
    await dialog.getByRole('checkbox', { name: 'Files, in a ZIP with the records' }).check()
    await dialog.getByText('You get a ZIP').waitFor()
    await lookAt(page, 'jobs-export-packed')
    await dialog.getByRole('button', { name: 'Export', exact: true }).click()
    const coming = page.waitForEvent('download')
    await toasts().getByRole('button', { name: 'Download' }).click({ timeout: 30_000 })
    const file = await coming
    expect(file.suggestedFilename()).toMatch(/^Ticket \d{4}-\d\d-\d\d\.zip$/)
    const zip = await file.path()
    await bar().getByRole('button', { name: 'Delete 2' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete 2 records' }).click()
    await toasts().getByText('2 deleted').waitFor({ timeout: 30_000 })
    await page.goto(`${demo.product.address}${demo.place}/record/${app.id}/import`)
    await page.locator('input[type="file"]').setInputFiles(zip)
    await page.getByText('2 rows, 5 columns, CSV').first().waitFor()
    await lookAt(page, 'jobs-import-packed')
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    const done = page.getByRole('region', { name: 'Import in Ticket', exact: true })
    await done.getByText('2 created').waitFor({ timeout: 30_000 })
    await page.getByRole('link', { name: 'Back to list' }).click()
    await page.getByRole('grid', { name: 'Ticket' }).getByText('Ticket 30', { exact: true }).click()
    await page.getByRole('heading', { name: 'Ticket 30' }).waitFor()
    await page.getByRole('tab', { name: 'Timeline' }).click()
    await page.getByText('Seen by the night shift').first().waitFor()
    await page.getByRole('tab', { name: /^Files/ }).click()
    await page.getByText('log.txt').first().waitFor()
  })

  it('shows before an import which names match no user, or several', async () => {
    const account = demo.place.split('/')[2] ?? ''
    await api(`/iam/account/${account}/users`, {
      email: 'other.bob@demo.example',
      name: 'Bob Brandt',
      roles: [{ roleId: ANALYST, tenantId: demo.tenantId }],
    })
    await page.goto(`${demo.product.address}${demo.place}/record/${app.id}/import`)
    const lines = ['Title;Owner', 'One;Bob Brandt', 'Two;Nemo Unknown', 'Three;bob@demo.example']
    await page.locator('input[type="file"]').setInputFiles({
      name: 'owners.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(lines.join('\n')),
    })
    await page.getByText('2 people are named “Bob Brandt”. Use the email address.').waitFor()
    await page.getByText('No user is named “Nemo Unknown”').waitFor()
    await lookAt(page, 'jobs-import-unclear')
    await page.getByRole('button', { name: 'Dry run' }).click()
    const dry = page.getByRole('region', { name: 'Import dry run in Ticket' })
    await dry.getByText('1 would be created').waitFor({ timeout: 30_000 })
    await dry.getByText('2 would fail').waitFor()
    await dry.getByText('No user is named “Nemo Unknown”').waitFor()
    await lookAt(page, 'jobs-import-dry')
  })

  it('merges selected records into one, to which their old addresses redirect, and unmerges them', async () => {
    await openList()
    for (const name of ['Ticket 27', 'Ticket 28']) await tick(name)
    await bar().getByRole('button', { name: 'Merge' }).click()
    const dialog = page.getByRole('dialog', { name: 'Merge 2 records' })
    await dialog.getByRole('radio', { name: 'TIC-28 Ticket 28' }).check()
    await lookAt(page, 'merge-dialog')
    await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
    await page.getByRole('heading', { name: 'Ticket 28' }).waitFor()
    await page.getByRole('tab', { name: /^Related/ }).click()
    const merged = page.getByRole('region', { name: 'Merged records' })
    await merged.getByText('TIC-27').waitFor()
    await lookAt(page, 'merge-related')
    await page.getByRole('tab', { name: 'Timeline' }).click()
    await page.getByText('merged into this record: TIC-27').waitFor()
    const list = z.object({ items: z.array(Named) })
    const survivor = await idOf('Ticket 28')
    const [old] = list.parse(
      await (
        await page.request.get(
          `${demo.product.address}/api/tenant/${demo.tenantId}/apps/${app.id}/records/${survivor}/merged`,
        )
      ).json(),
    ).items
    await page.goto(`${demo.product.address}${demo.place}/record/${app.id}/${old?.id}`)
    await page.waitForURL(new RegExp(`${survivor}$`))
    await page.getByRole('heading', { name: 'Ticket 28' }).waitFor()
    await page.getByRole('tab', { name: /^Related/ }).click()
    await merged.getByRole('button', { name: 'Unmerge TIC-27' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Unmerge' }).click()
    await merged.waitFor({ state: 'hidden' })
    await page.goto(`${demo.product.address}${demo.place}/record/${app.id}/${old?.id}`)
    await page.getByRole('heading', { name: 'Ticket 27' }).waitFor()
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Merge…' }).click()
    const into = page.getByRole('dialog', { name: 'Merge into TIC-27' })
    await into
      .getByRole('combobox', { name: 'Records to merge' })
      .or(into.getByRole('textbox', { name: 'Records to merge' }))
      .first()
      .fill('Ticket 5')
    await page.getByRole('option', { name: 'TIC-5 Ticket 5' }).click()
    await page.keyboard.press('Tab')
    await lookAt(page, 'merge-into')
    await into.getByRole('button', { name: 'Merge', exact: true }).click()
    await toasts().getByText('1 record merged into TIC-27').waitFor()
    await lookAt(page, 'merge-done')
    await toasts().getByRole('button', { name: 'Undo' }).click()
    await toasts().getByText('1 record unmerged').waitFor()
    await openList()
    await page.getByRole('grid', { name: 'Ticket' }).getByText('Ticket 5', { exact: true }).waitFor()
  })
})

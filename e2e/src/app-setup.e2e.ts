import { AppView } from '@caseloom/contract/apps/apps'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lookAt } from './axe.ts'
import { picture } from './browser.ts'
import { type Demo, startDemo } from './demo.ts'
import { anyRecord, appByKey, callTenant } from './demo-apps.ts'

/** An app without records, templates, and promotions that links to cases. */
const requestsFor = (caseId: string) => ({
  key: 'request',
  acronym: 'REQ',
  name: 'Request',
  titleField: 'title',
  listColumns: ['title', 'source'],
  fields: [
    { key: 'title', label: 'Title', type: 'text', required: true },
    { key: 'source', label: 'Source', type: 'text' },
    { key: 'todo', label: 'To do', type: 'tasks' },
    { key: 'case', label: 'Case', type: 'reference', app: caseId, columns: ['title'] },
  ],
  layout: [{ title: 'Request', columns: 1, fields: ['title', 'source', 'todo', 'case'] }],
})

/** What builders set up around the records of an app: templates and promotions, then a copy, and its archive. */
describe('the setup of an app', () => {
  let demo: Demo
  let page: Page
  let app: AppView

  beforeAll(async () => {
    demo = await startDemo()
    page = demo.browser.page
    const { id } = await appByKey(demo, 'case')
    app = AppView.parse(await callTenant(demo, 'post', '/apps', requestsFor(id)))
  })
  afterAll(() => demo?.close())

  const open = async (path: string) => page.goto(`${demo.product.address}${demo.place}/${path}`)
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const choose = async (action: string) => {
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: action }).click()
  }

  it('builds a template and a promotion, and publishes them', async () => {
    await open(`app-builder/${app.id}`)
    await page.getByRole('radiogroup', { name: 'App sections' }).getByText('Records', { exact: true }).click()
    await button('Add template').click()
    await page.getByRole('textbox', { name: 'Name' }).fill('New laptop')
    const template = page.getByRole('region', { name: 'Template New laptop' })
    await template.getByRole('textbox', { name: 'Key' }).fill('new_laptop')
    await template.getByRole('button', { name: 'Set a field' }).click()
    await template.getByRole('combobox', { name: 'Field' }).click()
    await page.getByRole('option', { name: 'Source', exact: true }).click()
    await template.getByRole('group', { name: 'Value of Source' }).getByRole('textbox').fill('Service desk')
    await template.getByRole('button', { name: 'Add task' }).click()
    await template.getByRole('textbox', { name: 'Task 1' }).fill('Order it')
    await button('Add promotion').click()
    const promotion = page.getByRole('region', { name: 'Promotion Promote to case' })
    await promotion.getByRole('button', { name: 'Copy a field' }).click()
    await button('Add export template').click()
    const order = page.getByRole('region', { name: 'Export template New export' }).getByLabel('Order')
    for (const by of ['Title, ascending', 'Created, descending', 'Title, descending']) {
      await order.fill(by)
      await page.getByRole('option', { name: by, exact: true }).click()
    }
    await order.press('Escape')
    await page.getByRole('listbox').waitFor({ state: 'hidden' })
    await lookAt(page, 'app-setup')
    await button('Publish').click()
    await page.getByText('Revision 2', { exact: true }).first().waitFor()
    const { templates, promotions, exports } = await appByKey(demo, 'request')
    // A column counts once, where and how it was chosen last.
    expect(exports?.[0]?.sort).toEqual([
      { field: 'created_at', direction: 'desc' },
      { field: 'title', direction: 'desc' },
    ])
    expect(templates).toMatchObject([
      { key: 'new_laptop', fields: { source: 'Service desk' }, tasks: { todo: [{ title: 'Order it' }] } },
    ])
    expect(promotions).toMatchObject([{ key: 'promote_to_case', link: 'case' }])
    expect(Object.values(promotions?.[0]?.copy ?? {})).toHaveLength(1)
  })

  it('starts a record from the template, which then has its values and tasks, and promotes it', async () => {
    await open(`record/${app.id}/new`)
    await page.getByRole('combobox', { name: 'Template' }).click()
    await page.getByRole('option', { name: 'New laptop' }).click()
    await page.getByText('Adds 1 task: Order it.').waitFor()
    await expect.poll(() => page.getByRole('textbox', { name: 'Source' }).inputValue()).toBe('Service desk')
    await page.getByRole('textbox', { name: 'Title' }).fill('Laptop for Kim')
    await lookAt(page, 'new-record-template')
    await button('Save').click()
    await page.getByRole('heading', { name: 'Laptop for Kim' }).waitFor()
    await page.getByText('Order it').first().waitFor()
    expect((await anyRecord(demo, app.id)).fields['source']).toBe('Service desk')
    await button('Promote to case').click()
    const dialog = page.getByRole('dialog', { name: 'Promote to case' })
    await dialog.getByRole('button', { name: 'Promote to case' }).click()
    const cases = await appByKey(demo, 'case')
    await page.waitForURL(new RegExp(`/record/${cases.id}/[0-9a-f-]{36}$`))
    await page.getByRole('heading', { level: 1, name: 'Laptop for Kim' }).waitFor()
  })

  it('copies the app with its templates and promotions, without its records', async () => {
    await open(`app-builder/${app.id}`)
    await choose('Copy app')
    const dialog = page.getByRole('dialog', { name: 'Copy Request' })
    await dialog.getByRole('textbox', { name: 'App name' }).fill('Order')
    await lookAt(page, 'copy-app')
    await dialog.getByRole('button', { name: 'Create copy' }).click()
    await page.getByRole('heading', { name: 'Order', level: 1 }).waitFor()
    const copy = await appByKey(demo, 'order')
    expect(new URL(page.url()).pathname).toBe(`${demo.place}/app-builder/${copy.id}`)
    expect(copy.templates?.map(({ name }) => name)).toEqual(['New laptop'])
    expect(copy.promotions?.map(({ label }) => label)).toEqual(['Promote to case'])
    await expect(anyRecord(demo, copy.id)).rejects.toThrow('No record was found')
  })

  it('archives an app, whose form then says that it is read-only, and restores it', async () => {
    await choose('Archive app')
    const dialog = page.getByRole('dialog', { name: 'Archive Order?' })
    const other = await demo.browser.context.newPage()
    const { id } = await appByKey(demo, 'order')
    await other.goto(`${demo.product.address}${demo.place}/record/${id}/new`)
    await other.getByRole('textbox', { name: 'Title' }).fill('Too late')
    await dialog.getByRole('button', { name: 'Archive app' }).click()
    await page.getByRole('heading', { name: 'Archived apps' }).waitFor()
    await lookAt(page, 'archived-apps')
    await other.getByRole('button', { name: 'Save', exact: true }).click()
    await other
      .getByRole('alert')
      .getByText(/This app is archived and read-only/)
      .waitFor()
    await picture(other, 'archived-refused')
    await other.close()
    await expect(anyRecord(demo, id)).rejects.toThrow('No record was found')
    await button('Restore Order').click()
    await page.getByRole('list', { name: 'Apps' }).getByRole('link', { name: 'Order', exact: true }).waitFor()
    expect((await appByKey(demo, 'order')).archived).not.toBe(true)
    await callTenant(demo, 'post', `/apps/${id}/records`, { fields: { title: 'In time' } })
  })
})

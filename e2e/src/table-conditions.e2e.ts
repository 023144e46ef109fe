import { AppView } from '@caseloom/contract/apps/apps'
import { TableView } from '@caseloom/contract/automation/tables'
import { RecordView } from '@caseloom/contract/records/records'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lookAt } from './axe.ts'
import { picture } from './browser.ts'
import { type Demo, startDemo } from './demo.ts'
import { appByKey, callTenant } from './demo-apps.ts'

const TABLE = {
  key: 'own_domains',
  name: 'Own domains',
  columns: [
    { key: 'domain', label: 'Domain', type: 'text' },
    { key: 'alias', label: 'Alias', type: 'text' },
  ],
}

/** An app with a rule that asks nothing of tables yet. */
const LETTERS = {
  key: 'letter',
  acronym: 'LTR',
  name: 'Letter',
  titleField: 'title',
  listColumns: ['title'],
  fields: [
    { key: 'title', label: 'Title', type: 'text', required: true },
    { key: 'sender', label: 'Sender domain', type: 'text' },
    { key: 'warning', label: 'Warning', type: 'text' },
  ],
  layout: [{ title: 'Letter', columns: 1, fields: ['title', 'sender', 'warning'] }],
  workflow: {
    stages: [
      {
        id: 'intake',
        title: 'Intake',
        on: ['new', 'open', 'edit', 'save', 'api'],
        branches: [
          {
            id: 'sender',
            subject: 'sender',
            rules: [
              {
                id: 'foreign',
                when: { field: 'sender', op: 'notEmpty' },
                actions: [
                  { id: 'show', do: 'show', items: [{ field: 'warning' }] },
                  {
                    id: 'set',
                    do: 'set',
                    field: 'warning',
                    to: { value: 'From outside' },
                    repeat: 'once',
                    onlyIfEmpty: true,
                  },
                ],
                branches: [],
              },
            ],
          },
        ],
      },
    ],
  },
}

/** Chooses in a select of a condition by typing, once it shows the option. */
async function choose(page: Page, name: string, option: string): Promise<void> {
  const select = page.getByRole('combobox', { name, exact: true })
  await select.click()
  await page.getByRole('option', { name: option, exact: true }).first().click()
}

/** What inputs of the condition say that is wider than they are. */
function cutOff(page: Page): Promise<string[]> {
  return page
    .getByRole('group', { name: 'When' })
    .getByRole('combobox')
    .evaluateAll((inputs) =>
      inputs.flatMap((one) =>
        one instanceof HTMLInputElement && one.scrollWidth > one.clientWidth ? [one.value] : [],
      ),
    )
}

/** A condition of form logic on a reference table: built, tried, published, followed by a form, and explained. */
describe('conditions on tables', () => {
  let demo: Demo
  let page: Page
  let app: AppView
  let table: TableView

  const go = (path: string) => page.goto(`${demo.product.address}${demo.place}${path}`)
  const shownFields = (name: string) => page.getByRole('button', { name: `Edit ${name}`, exact: true })

  beforeAll(async () => {
    demo = await startDemo()
    page = demo.browser.page
    table = TableView.parse(await callTenant(demo, 'post', '/orchestration/api/tables', TABLE))
    const values = { domain: 'own.test', alias: 'also-own.test' }
    await callTenant(demo, 'post', `/orchestration/api/tables/${table.id}/rows`, { values })
    app = AppView.parse(await callTenant(demo, 'post', '/apps', LETTERS))
  })
  afterAll(() => demo?.close())

  it('offers tables in a condition, and publishes it', async () => {
    await go(`/workflow/${app.id}`)
    await page.getByRole('treeitem', { name: 'is not empty' }).click()
    await choose(page, 'Condition', 'is not in table')
    await choose(page, 'Table', 'Own domains')
    await expect.poll(() => page.getByRole('combobox', { name: 'Column' }).inputValue()).toBe('Domain')
    await page.getByRole('treeitem', { name: 'is not in table Own domains' }).waitFor()
    await page.getByText(/When Sender domain is not in table Own domains/).waitFor()
    await lookAt(page, 'workflow-table-condition')
    await picture(page, 'workflow-table-condition')
    await choose(page, 'Condition', 'becomes: is not in table')
    for (const width of [960, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await picture(page, `workflow-table-condition-${width}`)
      await expect.poll(() => cutOff(page), { message: `at ${width} pixels` }).toEqual([])
    }
    await choose(page, 'Condition', 'is not in table')
    await choose(page, 'Column', 'Alias')
    await page.getByRole('treeitem', { name: 'is not in Alias of table Own domains' }).waitFor()
    await choose(page, 'Column', 'Domain')
    await page.getByRole('treeitem', { name: 'is not in table Own domains' }).waitFor()
    await page.getByRole('button', { name: 'Done' }).click()
  })

  it('tries it on what is typed', async () => {
    await page.getByRole('button', { name: 'Try it' }).click()
    const sender = page.getByRole('group', { name: 'Value of Sender domain' }).getByRole('textbox')
    await sender.fill('OWN.test')
    await page.getByText(/0 of 1 rules? fired/).waitFor()
    await sender.fill('elsewhere.test')
    await page.getByText(/1 of 1 rules? fired/).waitFor()
    await picture(page, 'workflow-table-trial')
    await page.getByRole('button', { name: 'Save as test' }).click()
    const dialog = page.getByRole('dialog', { name: 'Save as test' })
    await dialog.getByRole('listitem').filter({ hasText: 'From outside' }).first().waitFor()
    await dialog.getByRole('button', { name: 'Save test' }).click()
    await page.getByRole('tab', { name: 'Tests 1' }).click()
    await page.getByRole('img', { name: 'Passes' }).waitFor()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByText('Revision 2', { exact: true }).first().waitFor()
    const [stage] = (await appByKey(demo, LETTERS.key)).workflow?.stages ?? []
    expect(stage?.branches[0]?.rules[0]?.when).toEqual({
      field: 'sender',
      op: 'notInTable',
      table: 'own_domains',
    })
  })

  it('follows it in the open form while one types, and says why', async () => {
    const fields = { title: 'Invoice', sender: 'own.test' }
    const made = await callTenant(demo, 'post', `/apps/${app.id}/records`, { fields })
    const record = RecordView.parse(made)
    expect(record.fields['warning'] ?? null).toBeNull()
    await go(`/record/${app.id}/${record.id}`)
    await shownFields('Sender domain').click()
    await expect.poll(() => shownFields('Warning').count()).toBe(0)
    const sender = page.getByRole('textbox', { name: 'Sender domain' })
    await sender.fill('elsewhere.test')
    await page.getByRole('main').getByText('From outside').first().waitFor()
    await sender.press('Enter')
    const saved = async () =>
      RecordView.parse(await callTenant(demo, 'get', `/apps/${app.id}/records/${record.id}`)).fields
    await expect.poll(async () => (await saved())['warning']).toBe('From outside')
    await shownFields('Warning').focus()
    await page.keyboard.press('?')
    await page
      .getByText(/is not in table Own domains/)
      .first()
      .waitFor()
    await lookAt(page, 'workflow-table-why')
    await picture(page, 'workflow-table-why')
    await page.keyboard.press('Escape')
    await go(`/record/${app.id}/${record.id}`)
  })

  it('names the form logic on the page of the table, which can’t be deleted', async () => {
    await go(`/orchestration/tables?table=${table.id}`)
    await page
      .getByRole('region', { name: 'Own domains' })
      .getByRole('link', { name: 'Letter', exact: true })
      .waitFor()
    await page.getByText('(form logic)').waitFor()
    await lookAt(page, 'table-used-by-form-logic')
    const refused = callTenant(demo, 'delete', `/orchestration/api/tables/${table.id}`)
    await expect(refused).rejects.toThrow(/form logic of Letter|409/)
  })
})

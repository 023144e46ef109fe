import { AppView } from '@caseloom/contract/apps/apps'
import { RecordPage } from '@caseloom/contract/records/records'
import type { Product } from '@caseloom/testkit/product'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { lookAt } from './axe.ts'
import type { Browser } from './browser.ts'
import { completion } from './completion.ts'
import { type Demo, startDemo } from './demo.ts'
import { allSaved, leaveField } from './leave-field.ts'

const state = ['open', 'closed', 'old'].map((key) => ({
  key,
  label: key[0]?.toUpperCase() + key.slice(1),
  ...(key === 'old' ? { retired: true } : {}),
}))
const many = Array.from({ length: 10_000 }, (_one, at) => ({ key: `o${at}`, label: `Option ${at}` }))
const fields = [
  { key: 'title', label: 'Title', type: 'text', required: true, placeholder: 'What happened' },
  { key: 'likelihood', label: 'Likelihood', type: 'number', min: 1, max: 5, step: 1 },
  { key: 'impact', label: 'Impact', type: 'number', min: 1, max: 5 },
  { key: 'cost', label: 'Cost', type: 'number', prefix: '€ ', format: 'thousands' },
  { key: 'size', label: 'Size', type: 'number', format: 'bytes' },
  { key: 'state', label: 'State', type: 'selection', options: state, default: 'open' },
  { key: 'place', label: 'Place', type: 'selection', options: many },
  { key: 'seen', label: 'Seen on', type: 'date', default: 'today', limit: 'past' },
  { key: 'owner', label: 'Owner', type: 'user', default: 'me' },
  { key: 'technique', label: 'Technique', type: 'technique' },
  { key: 'techniques', label: 'Techniques', type: 'technique', multiple: true },
  { key: 'risk', label: 'Risk', type: 'formula', expression: 'likelihood * impact', result: 'number' },
  { key: 'urgent', label: 'Urgent', type: 'formula', expression: 'risk >= 12', result: 'boolean' },
  {
    key: 'summary',
    label: 'Summary',
    type: 'formula',
    expression: '"Risk " & risk & ": " & title',
    result: 'text',
  },
  { key: 'broken', label: 'Broken', type: 'formula', expression: 'title * 2', result: 'number' },
  {
    key: 'closed_at',
    label: 'Closed at',
    type: 'datetime',
    stamp: { when: { field: 'state', op: 'eq', value: 'closed' }, keep: 'first' },
  },
  { key: 'number', label: 'Number', type: 'system', of: 'tracking_id' },
  { key: 'made', label: 'Made', type: 'system', of: 'created_at' },
  { key: 'log', label: 'Last changes', type: 'system', of: 'history' },
]

/** Values that the product sets, techniques of ATT&CK, and the type of a field that changes. */
describe('computed fields', () => {
  let demo: Demo
  let product: Product
  let browser: Browser
  let page: Page
  let place = ''
  let api = ''
  let app: AppView

  beforeAll(async () => {
    demo = await startDemo()
    ;({ product, browser, place } = demo)
    page = browser.page
    api = `/api/tenant/${place.split('/').at(-1)}/apps`
    const keys = fields.map((field) => field.key)
    const layout = [{ title: 'Risk', columns: 2, fields: keys }]
    const listColumns = ['title', 'technique', 'risk', 'urgent', 'cost', 'size', 'closed_at', 'number']
    const shape = { key: 'risk', acronym: 'RSK', name: 'Risk', titleField: 'title', listColumns, layout }
    app = AppView.parse(await send('post', api, { ...shape, fields }, 201))
  })
  afterAll(() => demo?.close())

  async function send(method: 'post' | 'put' | 'get', path: string, data?: unknown, status = 200) {
    const reply = await page.request[method](`${product.address}${path}`, {
      ...(data === undefined ? {} : { data }),
      headers: { origin: product.address },
    })
    expect(reply.status(), `${path} ${await reply.text()}`).toBe(status)
    const json: unknown = await reply.json()
    return json
  }
  const section = () => page.getByRole('region', { name: 'Risk', exact: true })

  it('are left out of the form, where techniques are found by id, name and tactic', async () => {
    await page.goto(`${product.address}${place}/record/${app.id}/new`)
    await page.getByRole('textbox', { name: 'Title' }).fill('Macro drops a script')
    await page.getByLabel('Likelihood', { exact: true }).fill('4')
    await page.getByLabel('Impact', { exact: true }).fill('3')
    await page.getByLabel('Cost', { exact: true }).fill('12500')
    await page.getByLabel('Size', { exact: true }).fill('1572864')
    expect(await page.getByLabel('Summary', { exact: true }).count()).toBe(0)
    const technique = page.getByLabel('Technique', { exact: true }).first()
    await technique.fill('execution powershell')
    await page.getByRole('option', { name: /^T1059\.001/ }).waitFor()
    await lookAt(page, 'computed-new')
    await page.getByRole('option', { name: /^T1059\.001/ }).click()
    for (const [words, found] of [
      ['T1566.001', /^T1566\.001/],
      ['ransomware impact', null],
      ['encrypted for impact', /^T1486/],
    ] as const) {
      await page.getByLabel('Techniques', { exact: true }).first().fill(words)
      if (found !== null) await page.getByRole('option', { name: found }).click()
    }
    await page.keyboard.press('Escape')
    await page.getByLabel('Place', { exact: true }).first().fill('Option 9999')
    await page.getByRole('option', { name: 'Option 9999', exact: true }).click()
    await page.getByLabel('State', { exact: true }).first().click()
    await page.getByRole('option', { name: 'Open' }).waitFor()
    expect(await page.getByRole('option', { name: 'Old' }).count()).toBe(0)
    await page.getByRole('option', { name: 'Open' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'Macro drops a script' }).waitFor()
  })

  it('are read on the record, say why they are empty, and follow every change', async () => {
    await section().getByText('Risk 12: Macro drops a script').waitFor()
    await section().getByText('T1059.001 Command and Scripting Interpreter: PowerShell').waitFor()
    await section().getByText('T1486 Data Encrypted for Impact').waitFor()
    await section().getByText('€ 12,500').waitFor()
    await section().getByText('1.5 MB').waitFor()
    await section().getByText('Option 9999').waitFor()
    await section()
      .getByText(/^Couldn’t compute: /)
      .waitFor()
    await section().getByText('created it').waitFor()
    await section().getByText('RSK-1', { exact: true }).waitFor()
    expect(await section().getByRole('button', { name: 'Edit Risk' }).count()).toBe(0)
    await lookAt(page, 'computed-record')
    await section().getByRole('button', { name: 'Edit Impact' }).click()
    await section().getByRole('textbox', { name: 'Impact' }).fill('1')
    await leaveField(page)
    await section().getByRole('button', { name: 'Edit State' }).click()
    await section().getByLabel('State', { exact: true }).first().click()
    await page.getByRole('option', { name: 'Closed' }).click()
    await allSaved(page)
    await section().getByText('Risk 4: Macro drops a script').waitFor()
    const stored = async () =>
      RecordPage.parse(await send('post', `${api}/${app.id}/records/search`, {})).items[0]
    await expect.poll(async () => (await stored())?.fields).toMatchObject({ risk: 4, state: 'closed' })
    const record = await stored()
    expect(record?.fields).toMatchObject({ urgent: false, closed_at: record?.updatedAt })
  })

  it('filter lists: a technique with all below it, yes and no', async () => {
    const records = `${api}/${app.id}/records`
    const other = { title: 'Password spraying', likelihood: 5, impact: 5, technique: 'T1110.003' }
    await send('post', records, { fields: other }, 201)
    const grid = page.getByRole('grid', { name: 'Risk' }).getByRole('gridcell')
    for (const [field, condition, value, found, gone] of [
      ['Technique', 'is or is under', /^T1059 /, /^Macro drops a script$/, /^Password spraying$/],
      ['Urgent', 'is', 'Yes', /^Password spraying$/, /^Macro drops a script$/],
    ] as const) {
      await page.goto(`${product.address}${place}/search/${app.id}`)
      await grid.filter({ hasText: /^Macro drops a script$/ }).waitFor()
      await page.getByRole('button', { name: 'Filter', exact: true }).click()
      const form = page.getByRole('dialog')
      await form.getByLabel('Field', { exact: true }).first().click()
      await form.getByRole('option', { name: field, exact: true }).click()
      await form.getByLabel('Condition', { exact: true }).first().click()
      await form.getByRole('option', { name: condition, exact: true }).click()
      const input = form.getByLabel('Value').first()
      if (field === 'Technique') await input.fill('T1059')
      else await input.click()
      await form.getByRole('option', { name: value }).first().click()
      if (field === 'Technique') await lookAt(page, 'computed-filter')
      await form.getByRole('button', { name: 'Apply' }).press('Enter')
      await grid.filter({ hasText: gone }).waitFor({ state: 'detached' })
      await grid.filter({ hasText: found }).waitFor()
    }
    await page.goto(`${product.address}${place}/search/${app.id}`)
    await grid.filter({ hasText: /^Password spraying$/ }).waitFor()
    await lookAt(page, 'computed-list')
  })

  it('are tried with a record as one writes them', async () => {
    await page.goto(`${product.address}${place}/app-builder/${app.id}`)
    await page
      .getByRole('region', { name: 'Layout' })
      .getByRole('button', { name: /^Summary/ })
      .click()
    const panel = page.getByRole('complementary').last()
    const outcome = panel.getByRole('status')
    await outcome.getByText('Result: Risk 25: Password spraying').waitFor()
    await panel.getByLabel('Preview with').click()
    await page.getByRole('option', { name: 'RSK-1 Macro drops a script' }).click()
    await outcome.getByText('Result: Risk 4: Macro drops a script').waitFor()
    const formula = panel.getByRole('textbox', { name: 'Expression' })
    await formula.click()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('$uppercase(record.sta')
    await completion(page, 'stateSelection').click()
    await expect.poll(() => formula.innerText()).toBe('$uppercase(record.state)')
    await outcome.getByText('Result: CLOSED').waitFor()
    await formula.fill('$uppercase(state)')
    await outcome.getByText('Result: CLOSED').waitFor()
    await panel.getByLabel('Result type', { exact: true }).click()
    await page.getByRole('option', { name: 'Number', exact: true }).click()
    await outcome.getByText('The formula returns "CLOSED": Expected a number').waitFor()
    await lookAt(page, 'formula-preview')
  })

  it('change their type without losing a value', async () => {
    const { name, icon, titleField, listColumns, layout, revision } = app
    const next = app.fields.map((field) =>
      field.key === 'impact' ? { id: field.id, key: 'impact', label: 'Impact', type: 'text' } : field,
    )
    const risk = { expression: '$number(impact) * likelihood' }
    const body = {
      name,
      icon,
      titleField,
      listColumns,
      layout,
      revision,
      fields: next.map((field) => (field.key === 'risk' ? { ...field, ...risk } : field)),
      convert: [{ field: 'impact', onFault: 'refuse' }],
    }
    AppView.parse(await send('put', `${api}/${app.id}`, body))
    const done = async () => {
      const now = AppView.parse(await send('get', `${api}/${app.id}`))
      expect([now.changing, now.computing, now.fields.find(({ key }) => key === 'impact')?.type]).toEqual([
        undefined,
        undefined,
        'text',
      ])
    }
    await vi.waitFor(done, { timeout: 30_000, interval: 200 })
    const { items } = RecordPage.parse(await send('post', `${api}/${app.id}/records/search`, {}))
    expect(items.map((item) => [item.fields['impact'], item.fields['risk']])).toEqual([
      ['5', 25],
      ['1', 4],
    ])
    expect(browser.errors.filter((error) => !error.startsWith('Failed to load resource'))).toEqual([])
  })
})

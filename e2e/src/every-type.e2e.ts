import { AppView } from '@caseloom/contract/apps/apps'
import { RecordPage, type RecordView } from '@caseloom/contract/records/records'
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { lookAt } from './axe.ts'
import { picture } from './browser.ts'
import { type Demo, startDemo } from './demo.ts'

const Apps = z.object({ items: z.array(AppView) })
const Named = z.looseObject({ id: z.string() })
/** Alice's zone, which isn't her browser's. */
const ZONE = 'Asia/Kathmandu'
const SHA = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
const options = ['low', 'medium', 'high'].map((key) => ({ key, label: key.toUpperCase() }))
const several = { multiple: true }

/** Every type and input that the field has, and ours: one app of them all. */
const FIELDS = [
  { key: 'title', label: 'Title', type: 'text', required: true },
  {
    key: 'lines',
    label: 'Lines',
    type: 'text',
    multiline: true,
    minLength: 2,
    maxLength: 50,
    lengthUnit: 'words',
  },
  { key: 'rich', label: 'Rich', type: 'text', format: 'rich' },
  { key: 'data', label: 'Data', type: 'json' },
  { key: 'mail', label: 'Mail', type: 'text', format: 'email' },
  { key: 'link', label: 'Website', type: 'url' },
  { key: 'address', label: 'Address', type: 'text', format: 'ip' },
  { key: 'phone', label: 'Phone', type: 'text', format: 'telephone' },
  { key: 'digest', label: 'Digest', type: 'text', format: 'hash' },
  { key: 'reference', label: 'Reference', type: 'text', unique: true, prefix: 'REF-' },
  { key: 'amount', label: 'Amount', type: 'number', min: 0, max: 5000, step: 0.5, decimals: 2, suffix: '€' },
  {
    key: 'words',
    label: 'Words',
    type: 'list',
    minItems: 1,
    maxItems: 5,
    minItemLength: 2,
    maxItemLength: 20,
  },
  { key: 'figures', label: 'Figures', type: 'list', of: 'number', step: 0.5 },
  { key: 'day', label: 'Day', type: 'date' },
  { key: 'moment', label: 'Moment', type: 'datetime' },
  { key: 'hour', label: 'Hour', type: 'time' },
  { key: 'effort', label: 'Effort', type: 'duration' },
  { key: 'single', label: 'Single', type: 'selection', options },
  { key: 'many', label: 'Many', type: 'selection', options, ...several },
  { key: 'radio', label: 'Radio', type: 'selection', options, control: 'radio' },
  { key: 'ticks', label: 'Ticks', type: 'selection', options, control: 'checkbox', ...several },
  { key: 'person', label: 'Person', type: 'user' },
  { key: 'people', label: 'People', type: 'user', ...several },
  { key: 'team', label: 'Team', type: 'group' },
  { key: 'teams', label: 'Teams', type: 'group', ...several },
  { key: 'cases', label: 'Cases', type: 'reference', app: 'case', columns: ['title'], ...several },
  { key: 'asset', label: 'Asset of it', type: 'reference', app: 'asset' },
  { key: 'technique', label: 'Technique', type: 'technique', ...several },
  { key: 'spot', label: 'Spot', type: 'geopoint' },
  { key: 'evidence', label: 'Evidence', type: 'attachment', maxBytes: 1_000_000 },
  { key: 'talk', label: 'Talk', type: 'comments' },
  { key: 'seen', label: 'Seen', type: 'observables' },
  { key: 'todo', label: 'To do', type: 'tasks' },
  {
    key: 'twice',
    label: 'Twice',
    type: 'formula',
    result: 'number',
    expression: '$exists(amount) ? amount * 2',
  },
  { key: 'made', label: 'Made', type: 'system', of: 'created_at' },
  { key: 'maker', label: 'Maker', type: 'system', of: 'created_by' },
  { key: 'number', label: 'Number', type: 'system', of: 'tracking_id' },
  { key: 'changed', label: 'Changed', type: 'system', of: 'updated_at' },
  { key: 'changer', label: 'Changer', type: 'system', of: 'updated_by' },
  { key: 'past', label: 'Past', type: 'system', of: 'history' },
  {
    key: 'chosen_at',
    label: 'Chosen at',
    type: 'datetime',
    readOnly: true,
    stamp: { when: { field: 'single', op: 'notEmpty' }, keep: 'first' },
  },
  {
    key: 'clock',
    label: 'Clock',
    type: 'clock',
    target: 3600,
    start: { field: 'title', op: 'notEmpty' },
    stop: { field: 'single', op: 'eq', value: 'high' },
  },
]
const DEFINITION = {
  format: 'caseloom.app/1',
  app: {
    key: 'everything',
    acronym: 'EVE',
    name: 'Everything',
    titleField: 'title',
    listColumns: ['title', 'single', 'amount', 'day', 'twice', 'clock'],
    layout: [{ title: 'All of it', columns: 2, fields: FIELDS.map(({ key }) => key) }],
    fields: FIELDS,
  },
}
/** What does not come back: other people's threads, files, and what the product works out by the time. */
const OWN = [
  'talk',
  'evidence',
  'made',
  'maker',
  'changed',
  'changer',
  'number',
  'past',
  'chosen_at',
  'clock',
]

/** An app with every type: made from a file, filled by form, searched, exported, deleted, imported again, and equal. */
describe('an app of every type', () => {
  let demo: Demo
  let page: Page
  let app: AppView
  let before: RecordView
  let linked: { cases: string[]; asset: string }

  beforeAll(async () => {
    demo = await startDemo()
    page = demo.browser.page
    const { address: origin } = demo.product
    const zoned = await page.request.patch(`${origin}/iam/me`, {
      headers: { origin },
      data: { timeZone: ZONE },
    })
    expect(zoned.ok(), await zoned.text()).toBe(true)
    const account = demo.place.split('/')[2] ?? ''
    for (const name of ['Blue team', 'Red team']) await send(`/iam/account/${account}/groups`, { name })
    const tenant = `/api/tenant/${demo.tenantId}/apps`
    const { items } = Apps.parse(await (await page.request.get(`${demo.product.address}${tenant}`)).json())
    const idOf = (key: string) => items.find((one) => one.key === key)?.id ?? ''
    const make = async (appKey: string, fields: Record<string, string>) =>
      Named.parse(await send(`${tenant}/${idOf(appKey)}/records`, { fields })).id
    linked = {
      cases: [await make('case', { title: 'First case' }), await make('case', { title: 'Second case' })],
      asset: await make('asset', { name: 'Mail server', kind: 'server' }),
    }
  })
  afterAll(() => demo?.close())

  async function send(path: string, data: unknown): Promise<unknown> {
    const { address: origin } = demo.product
    const reply = await page.request.post(`${origin}${path}`, { data, headers: { origin } })
    expect(reply.ok(), `${path}: ${await reply.text()}`).toBe(true)
    return reply.json()
  }
  const records = async (): Promise<RecordView[]> =>
    RecordPage.parse(await send(`/api/tenant/${demo.tenantId}/apps/${app.id}/records/search`, {})).items
  const field = (name: string) => page.getByLabel(name, { exact: true }).first()
  const choose = async (name: string, ...wanted: string[]) => {
    for (const option of wanted) {
      await page
        .getByRole('combobox', { name, exact: true })
        .or(page.getByRole('textbox', { name, exact: true }))
        .first()
        .click()
      await page.getByRole('option', { name: option }).first().click()
    }
    await page.keyboard.press('Escape')
  }
  const openList = async () => {
    await page.goto(`${demo.product.address}${demo.place}/search/${app.id}`)
    await page
      .getByRole('grid', { name: 'Everything' })
      .or(page.getByRole('heading', { name: 'No records yet' }))
      .waitFor()
  }
  const listAction = async (name: string) => {
    await page.getByRole('button', { name: 'More list actions' }).click()
    await page.getByRole('menuitem', { name }).click()
  }

  it('is created from a definition file', async () => {
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Apps', exact: true })
      .click()
    await page.getByRole('button', { name: 'Import definition' }).waitFor()
    await page.locator('input[type="file"]').setInputFiles({
      name: 'everything.app.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(DEFINITION)),
    })
    await page.getByRole('button', { name: 'Create app' }).click()
    await page.getByRole('heading', { name: 'Everything', level: 1 }).waitFor()
    await lookAt(page, 'every-type-builder')
    const reply = await page.request.get(`${demo.product.address}/api/tenant/${demo.tenantId}/apps`)
    const made = Apps.parse(await reply.json()).items.find(({ key }) => key === 'everything')
    if (made === undefined) throw new Error('The app was not made')
    app = made
    expect(app.fields.map(({ key }) => key)).toEqual(FIELDS.map(({ key }) => key))
  })

  it('is filled by its form', async () => {
    await page.goto(`${demo.product.address}${demo.place}/record/${app.id}/new`)
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('=SUM(1) שלום 日本')
    await field('Lines').fill('first line\nsecond, "line"; third')
    await field('Rich').click()
    await page.keyboard.type('A word in bold')
    await field('Data').fill('{"a": [1, null, "x"]}')
    await field('Mail').fill('ana@example.com')
    await field('Website').fill('https://example.com/a?b=1&c=2')
    await field('Address').fill('2001:db8::1')
    await field('Phone').fill('+49 30 1234567')
    await field('Digest').fill(SHA)
    await field('Reference').fill('R-1')
    await field('Amount').fill('12.5')
    for (const [name, items] of [
      ['Words', ['alpha', 'be,ta']],
      ['Figures', ['7', '2.5']],
    ] as const)
      for (const item of items) {
        await field(name).fill(item.replace(',', ' '))
        await page.keyboard.press('Enter')
      }
    await field('Day').fill('2026-02-28')
    await field('Moment').fill('2026-02-28T23:59:30')
    await field('Hour').fill('07:02:03')
    await field('Effort').fill('2h 30m')
    await choose('Single', 'MEDIUM')
    await choose('Many', 'LOW', 'HIGH')
    await page.getByRole('radiogroup', { name: 'Radio' }).getByRole('radio', { name: 'HIGH' }).check()
    const ticks = page.getByRole('group', { name: 'Ticks' })
    await ticks.getByRole('checkbox', { name: 'LOW' }).check()
    await ticks.getByRole('checkbox', { name: 'HIGH' }).check()
    await choose('Person', 'Alice')
    await choose('People', 'Alice', 'Bob')
    await choose('Team', 'Blue team')
    await choose('Teams', 'Blue team', 'Red team')
    await field('Technique').fill('T1059.001')
    await page.getByRole('option', { name: /^T1059\.001/ }).click()
    await page.keyboard.press('Escape')
    await field('Spot').fill('52.520,13.405')
    await picture(page, 'every-type-form')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: /=SUM\(1\)/ }).waitFor()
    // 5 hours and 45 minutes earlier in UTC; the record shows what was typed.
    await page.getByText('28 Feb 2026, 23:59').first().waitFor()
    const [record] = await records()
    expect(record?.fields['moment']).toBe('2026-02-28T18:14:30.000Z')
  })

  it('accepts links, observables, tasks, and comments on its page', async () => {
    const [record] = await records()
    if (record === undefined) throw new Error('There is no record')
    const path = `/api/tenant/${demo.tenantId}/apps/${app.id}/records/${record.id}`
    const { address: origin } = demo.product
    const reply = await page.request.patch(`${origin}${path}`, {
      headers: { origin },
      data: {
        version: record.version,
        fields: { ...linked, seen: [{ value: 'hxxp://bad[.]example/x' }] },
      },
    })
    expect(reply.ok(), await reply.text()).toBe(true)
    await page.reload()
    await page.getByRole('textbox', { name: 'Add a task' }).fill('Call the owner')
    await page.keyboard.press('Enter')
    await page.getByText('0 of 1 done').first().waitFor()
    await page.getByText('Mail server').first().waitFor()
    await lookAt(page, 'every-type-record')
  })

  it('is found by words, by value and by link', async () => {
    await openList()
    const grid = page.getByRole('grid', { name: 'Everything' })
    await grid.getByText(/=SUM\(1\)/).waitFor()
    await lookAt(page, 'every-type-list')
    const found = async (body: unknown) => {
      const base = `/api/tenant/${demo.tenantId}/apps/${app.id}/records/search`
      return RecordPage.parse(await send(base, body)).items.length
    }
    for (const text of ['שלום', '日本', 'bold', 'second', SHA, 'bad.example', 'alpha'])
      await expect.poll(() => found({ text }), { message: text }).toBe(1)
    for (const filter of [
      { field: 'twice', op: 'eq', value: 25 },
      { field: 'clock', op: 'in', value: ['running'] },
      { field: 'technique', op: 'startsWith', value: 'T1059' },
      { field: 'spot', op: 'eq', value: '52.52, 13.405' },
      { field: 'people', op: 'contains', value: 'me' },
      { has: 'cases', where: { field: 'title', op: 'contains', value: 'Second' } },
      { field: 'day', op: 'between', value: ['2026-02-01', '2026-02-28'] },
    ])
      await expect.poll(() => found({ filter }), { message: JSON.stringify(filter) }).toBe(1)
    expect(await found({ filter: { not: { has: 'cases' } } })).toBe(0)
  })

  it.each(['CSV', 'Excel (XLSX)', 'JSON'])(
    'is identical after an export and import as %s',
    async (format) => {
      ;[before] = (await records()) as [RecordView]
      await openList()
      await listAction('Export records')
      const dialog = page.getByRole('dialog', { name: 'Export Everything' })
      await dialog.getByText(format, { exact: true }).first().click()
      await picture(page, `every-type-export-${format.slice(0, 3).toLowerCase()}`)
      await dialog.getByRole('button', { name: 'Export', exact: true }).click()
      const coming = page.waitForEvent('download')
      await page
        .getByRole('region', { name: 'Notices' })
        .getByRole('button', { name: 'Download' })
        .click({ timeout: 30_000 })
      const download = await coming
      const buffer = readFileSync(await download.path())
      const { address: origin } = demo.product
      const gone = await page.request.delete(
        `${origin}/api/tenant/${demo.tenantId}/apps/${app.id}/records/${before.id}`,
        { headers: { origin } },
      )
      expect(gone.ok()).toBe(true)
      await openList()
      await listAction('Import records')
      await page.getByRole('heading', { name: 'Import into Everything' }).waitFor()
      await page
        .locator('input[type="file"]')
        .setInputFiles({ name: download.suggestedFilename(), mimeType: 'application/octet-stream', buffer })
      await page.waitForLoadState('networkidle')
      await picture(page, `every-type-import-${format.slice(0, 3).toLowerCase()}`)
      await page
        .getByText(/1 row, /)
        .first()
        .waitFor()
      await page.getByRole('button', { name: 'Import', exact: true }).click()
      const done = page.getByRole('region', { name: 'Import in Everything', exact: true })
      await done.getByText('1 created').waitFor({ timeout: 30_000 })
      const [after] = await records()
      expect(comparable(after)).toEqual(comparable(before))
    },
  )
})

/** What must be equal: everything a file can contain, except newly assigned ids. */
function comparable(record: RecordView | undefined): unknown {
  const entries = Object.entries(record?.fields ?? {}).filter(([key]) => !OWN.includes(key))
  const text = JSON.stringify(
    Object.fromEntries(entries.sort(([a], [b]) => a.localeCompare(b))),
    (key, value) => (key === 'id' ? undefined : (value as unknown)),
  )
  return JSON.parse(text) as unknown
}

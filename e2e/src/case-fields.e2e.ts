import { AppView } from '@caseloom/contract/apps/apps'
import { RecordView } from '@caseloom/contract/records/records'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { lookAt } from './axe.ts'
import { type Demo, startDemo } from './demo.ts'
import { callTenant } from './demo-apps.ts'
import { allSaved } from './leave-field.ts'

const HOUR = 3_600_000
const state = (...value: string[]) => ({ field: 'state', op: 'in', value })

/** What a case is worked with: observables from pasted text, tasks to tick, clocks that run. */
describe('observables, tasks and clocks', () => {
  let demo: Demo
  let page: Page
  let app: AppView
  const cases: RecordView[] = []

  const create = async (fields: object) =>
    RecordView.parse(await callTenant(demo, 'post', `/apps/${app.id}/records`, { fields }))
  const open = async (record: RecordView | undefined) => {
    if (record === undefined) throw new Error('no case')
    await page.goto(`${demo.product.address}${demo.place}/record/${record.appId}/${record.id}`)
    await page.getByRole('tab', { name: 'Timeline' }).waitFor()
  }

  beforeAll(async () => {
    demo = await startDemo()
    page = demo.browser.page
    const option = (key: string, label: string) => ({ key, label })
    const definition = {
      key: 'incident',
      acronym: 'INC',
      name: 'Incident',
      icon: 'briefcase',
      titleField: 'title',
      listColumns: ['title', 'state', 'sla', 'todo', 'seen'],
      layout: [
        { title: 'Incident', columns: 2, fields: ['title', 'state', 'sla', 'ack'] },
        { title: 'Work', columns: 1, fields: ['todo'] },
        { title: 'Evidence', columns: 1, fields: ['seen'] },
      ],
      fields: [
        { key: 'title', label: 'Title', type: 'text', required: true },
        {
          key: 'state',
          label: 'State',
          type: 'selection',
          default: 'new',
          display: 'state',
          options: [option('new', 'New'), option('waiting', 'Waiting'), option('closed', 'Closed')],
        },
        { key: 'seen', label: 'Observables', type: 'observables' },
        { key: 'todo', label: 'Tasks', type: 'tasks' },
        {
          key: 'sla',
          label: 'Resolution',
          type: 'clock',
          start: state('new'),
          pause: state('waiting'),
          stop: state('closed'),
          target: 4 * 3600,
        },
        {
          key: 'ack',
          label: 'Response',
          type: 'clock',
          start: state('new'),
          stop: state('waiting', 'closed'),
          target: 60,
        },
      ],
    }
    app = AppView.parse(await callTenant(demo, 'post', '/apps', definition))
    const seen = ['198.51.100.23', 'lure.example']
    cases.push(await create({ title: 'Phishing wave at finance' }))
    cases.push(await create({ title: 'The same sender a week ago', seen, state: 'closed' }))
    cases.push(await create({ title: 'Waits for the provider', state: 'waiting', seen: ['lure.example'] }))
  })
  afterAll(() => demo?.close())

  it('extracts observables from a pasted mail and refangs them', async () => {
    await open(cases[0])
    await page.getByRole('button', { name: 'Add observables' }).click()
    const text =
      'Subject: Overdue invoice\n\nopen hxxps://lure[.]example/pay from 198[.]51[.]100.23 or lure[.]example\nbill@lure.example'
    await page.getByRole('textbox', { name: 'Text with observables' }).fill(text)
    await page.getByText('5 found').first().waitFor()
    await lookAt(page, 'case-paste')
    await page.getByRole('button', { name: /^Exclude .*Overdue/ }).click()
    await page.getByRole('button', { name: 'Add 4 observables' }).click()
    const table = page.getByRole('region', { name: 'Observables: observables' })
    await table.getByText('hxxps://lure[.]example/pay').waitFor()
    await expect.poll(() => table.getByRole('row').count()).toBe(5)
    await table
      .getByRole('checkbox', { name: /Indicator of compromise: lure/ })
      .first()
      .check()
    await table.getByRole('combobox', { name: /^TLP of 198/ }).click()
    await page.getByRole('option', { name: 'TLP:RED' }).click()
    const stored = async () =>
      RecordView.parse(await callTenant(demo, 'get', `/apps/${app.id}/records/${cases[0]?.id}`)).fields[
        'seen'
      ]
    await expect
      .poll(stored)
      .toEqual(
        expect.arrayContaining([
          expect.objectContaining({ kind: 'ipv4', value: '198.51.100.23', tlp: 'red' }),
          expect.objectContaining({ kind: 'domain', value: 'lure.example', ioc: true }),
        ]),
      )
  })

  it('hides values of warning lists, shows their lists, and adds one anyway', async () => {
    const region = page.getByRole('region', { name: 'Warning lists' })
    await page.goto(`${demo.product.address}${demo.place}/apps/warning-lists`)
    await region.getByRole('button', { name: 'Own domains', exact: true }).click()
    const entries = page.getByRole('textbox', { name: 'Entries' })
    await entries.fill('acme.example\nnot a name')
    await page.getByRole('button', { name: 'Save list' }).click()
    await page.getByText('Line 2: “not a name” isn’t a domain or host name').waitFor()
    await lookAt(page, 'warning-list-form')
    await entries.fill('acme.example')
    await page.getByRole('button', { name: 'Save list' }).click()
    await page.getByText('Own domains saved').waitFor()
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    const file = (list: string[]) => ({
      name: 'list.json',
      mimeType: 'application/json',
      buffer: Buffer.from(
        JSON.stringify({ name: 'Scanners', type: 'cidr', matching_attributes: ['ip-src'], list }),
      ),
    })
    const chooser = page.locator('input[type=file]')
    await chooser.setInputFiles(file(['203.0.113.0/24', 'x']))
    await page.getByRole('button', { name: 'Import list' }).click()
    await page.getByText('Entry 2: “x” isn’t an IP address or a network').waitFor()
    await chooser.setInputFiles(file(['203.0.113.0/24']))
    await page.getByRole('button', { name: 'Import list' }).click()
    await region.getByRole('button', { name: 'Scanners', exact: true }).waitFor()
    await lookAt(page, 'warning-lists')
    await open(cases[2])
    await page.getByRole('button', { name: 'Add observables' }).click()
    const text = '203.0.113.9 and 198.51.100.99 asked 10.1.2.3 for https://www.acme.example/x'
    await page.getByRole('textbox', { name: 'Text with observables' }).fill(text)
    await page.getByRole('button', { name: '3 values hidden by warning lists' }).click()
    const hidden = page.getByRole('list', { name: 'Values named by warning lists' })
    await hidden.getByText('In Scanners (203.0.113.0/24)').waitFor()
    await hidden.getByText('In Own domains (acme.example)').waitFor()
    await lookAt(page, 'case-hidden')
    await hidden.getByRole('button', { name: 'Add 10[.]1[.]2[.]3 anyway' }).click()
    await page.getByRole('button', { name: '2 values hidden by warning lists' }).waitFor()
    await page.getByRole('button', { name: 'Add 2 observables' }).click()
    const table = page.getByRole('region', { name: 'Observables: observables' })
    await table.getByText('198[.]51[.]100[.]99').waitFor()
    await page.getByRole('button', { name: '1 value named by warning lists' }).click()
    await hidden.getByText('In Private and reserved addresses (10.0.0.0/8)').waitFor()
    await open(cases[0])
  })

  it('names the records that share them', async () => {
    await page.getByRole('tab', { name: /^Related/ }).click()
    const similar = page.getByRole('region', { name: 'Similar records' })
    await similar.getByRole('link', { name: 'The same sender a week ago' }).waitFor()
    await similar.getByText('50% similar').waitFor()
    await lookAt(page, 'case-similar')
    await page.getByRole('tab', { name: 'Details' }).click()
  })

  it('shows tasks as a checklist: Enter adds, Space checks, and each change is saved immediately', async () => {
    const add = page.getByRole('textbox', { name: 'Add a task' })
    for (const title of ['Block the domain', 'Ask who opened it', 'Write the report']) {
      await add.fill(title)
      await add.press('Enter')
      await page.getByRole('checkbox', { name: `Done: ${title}` }).waitFor()
      // A text that is typed before the box is cleared would be cleared as well.
      await expect.poll(() => add.inputValue()).toBe('')
    }
    await page.getByRole('checkbox', { name: 'Done: Block the domain' }).focus()
    await page.keyboard.press('Space')
    await page.getByText('1 of 3 done').first().waitFor()
    await page.getByRole('button', { name: 'Edit task Write the report' }).click()
    const form = page.getByRole('form', { name: 'Edit task Write the report' })
    await form.getByRole('combobox', { name: 'Assignee' }).click()
    await page.getByRole('option', { name: 'Alice Adams' }).click()
    const due = new Date(Date.now() + 30 * HOUR).toISOString().slice(0, 16)
    await form.getByLabel('Due').fill(due)
    await form.getByRole('combobox', { name: 'Depends on' }).click()
    await page.getByRole('option', { name: 'Ask who opened it' }).click()
    await page.keyboard.press('Tab')
    await lookAt(page, 'case-task')
    await form.getByRole('button', { name: 'Save task' }).click()
    await page.getByText('waiting for “Ask who opened it”').first().waitFor()
    expect(await page.getByRole('checkbox', { name: 'Done: Write the report' }).isDisabled()).toBe(true)
    await lookAt(page, 'case-record')
  })

  it('shows clocks and open tasks beside every tab, and behind a button where the window is narrow', async () => {
    const summary = page.getByRole('complementary', { name: 'Record summary' })
    const tasks = (within: Locator) => within.getByRole('region', { name: /^Tasks/ })
    await page.getByRole('tab', { name: /^Related/ }).click()
    await summary.getByText(/^3h .* left$/).waitFor()
    await tasks(summary).getByText('1 of 3').waitFor()
    expect(await tasks(summary).getByRole('button').count()).toBe(2)
    await lookAt(page, 'case-summary')
    await tasks(summary)
      .getByRole('button', { name: /Write the report/ })
      .click()
    await page.getByRole('tab', { name: 'Details', selected: true }).waitFor()

    await page.setViewportSize({ width: 960, height: 650 })
    await summary.waitFor({ state: 'detached' })
    await page.getByRole('tab', { name: /^Related/ }).click()
    await page.getByRole('button', { name: 'Record summary' }).click()
    const drawer = page.getByRole('dialog', { name: 'Record summary' })
    await lookAt(page, 'case-summary-drawer')
    await tasks(drawer)
      .getByRole('button', { name: /Write the report/ })
      .click()
    await drawer.waitFor({ state: 'hidden' })
    await page.getByRole('tab', { name: 'Details', selected: true }).waitFor()
    await page.setViewportSize({ width: 1440, height: 900 })
    await summary.waitFor()
  })

  it('shows the clocks in the summary and the list, and finds records by them', async () => {
    await page.getByText(/left$/).first().waitFor()
    await page.goto(`${demo.product.address}${demo.place}/search/${app.id}`)
    await page.getByText('Phishing wave at finance').first().waitFor()
    await lookAt(page, 'case-list')
    const found = await callTenant(demo, 'post', `/apps/${app.id}/records/search`, {
      filter: { field: 'sla', op: 'in', value: ['running', 'warning'] },
    })
    expect(
      z
        .object({ items: z.array(RecordView) })
        .parse(found)
        .items.map((one) => one.id),
    ).toEqual([cases[0]?.id])
  })

  it('shows what changed, item by item', async () => {
    await open(cases[0])
    await page.getByRole('tab', { name: 'Timeline' }).click()
    // Changes in a row by one person are one line until it is unfolded.
    const folded = page
      .getByRole('listitem')
      .filter({ hasText: /changed the record \d+ times/ })
      .getByRole('button', { expanded: false })
    await folded.first().waitFor()
    while ((await folded.count()) > 0) await folded.first().click()
    await page.getByText('completed the task “Block the domain”').first().waitFor()
    await page
      .getByText(/: TLP [A-Z]+ → RED$/)
      .first()
      .waitFor()
    await lookAt(page, 'case-timeline')
  })

  it('lists one’s own tasks on the home page', async () => {
    await page.goto(`${demo.product.address}${demo.place}/home`)
    const mine = page.getByRole('region', { name: 'My tasks' })
    await mine.getByRole('link', { name: 'Write the report' }).waitFor()
    await lookAt(page, 'case-my-tasks')
    await mine.getByRole('link', { name: 'Write the report' }).click()
    await page.getByRole('heading', { level: 1, name: 'Phishing wave at finance' }).waitFor()
  })

  it('creates a record with tasks and with observables from a pasted text', async () => {
    await page.goto(`${demo.product.address}${demo.place}/record/${app.id}/new`)
    await page.getByRole('textbox', { name: 'Title' }).fill('Begun whole')
    const todo = app.fields.find(({ key }) => key === 'todo')?.label ?? ''
    const seen = app.fields.find(({ key }) => key === 'seen')?.label ?? ''
    await page.getByRole('textbox', { name: todo }).fill('Call back\n\n Look at the log ')
    await page
      .getByRole('textbox', { name: seen })
      .fill('It came from 198.51.100[.]9, see hxxps://bad.example/a')
    await page
      .getByText(/^2 found: /)
      .first()
      .waitFor()
    await lookAt(page, 'case-new')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { level: 1, name: 'Begun whole' }).waitFor()
    const id = page.url().split('/').at(-1) ?? ''
    const { fields } = RecordView.parse(await callTenant(demo, 'get', `/apps/${app.id}/records/${id}`))
    expect(fields['todo']).toMatchObject([{ title: 'Call back' }, { title: 'Look at the log' }])
    expect(fields['seen']).toMatchObject([{ value: 'https://bad.example/a' }, { value: '198.51.100.9' }])
  })

  it('an alert is assigned and joins another in a case, which closes only with a disposition', async () => {
    const { items } = z.object({ items: z.array(AppView) }).parse(await callTenant(demo, 'get', '/apps'))
    const [alerts, caseApp] = ['alert', 'case'].map((key) => items.find((one) => one.key === key)?.id)
    for (const fields of [
      { title: 'Beacon of the mail gateway', severity: 'low', observables: ['203.0.113.77'] },
      { title: 'Beacon of the print server', severity: 'critical', observables: ['198.51.100.77'] },
    ])
      await callTenant(demo, 'post', `/apps/${alerts}/records`, { fields })
    await page.goto(`${demo.product.address}${demo.place}/search/${alerts}?q=beacon`)
    const rows = page.getByRole('grid', { name: 'Alert' }).getByRole('row')
    await rows.filter({ hasText: 'mail gateway' }).click()
    await page.getByRole('button', { name: 'Assignee: Unassigned' }).click()
    await page.getByRole('option', { name: 'Alice Adams' }).waitFor()
    await page.getByRole('combobox', { name: 'Assign to' }).press('Enter')
    await page.getByRole('button', { name: 'Assignee: Alice Adams' }).waitFor()
    await page.goBack()
    for (const name of ['mail gateway', 'print server'])
      await rows.filter({ hasText: name }).getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Promote to case' }).click()
    const dialog = page.getByRole('dialog', { name: 'Promote to case' })
    await dialog.getByText('The 2 records are linked to it and aren’t moved.').waitFor()
    await lookAt(page, 'case-promote')
    await dialog.getByRole('button', { name: 'Promote to case' }).click()
    await page.getByRole('heading', { level: 1, name: /^Beacon of the/ }).waitFor()
    const caseId = new RegExp(`record/${caseApp}/([0-9a-f-]{36})`).exec(page.url())?.[1]
    const stored = async () =>
      RecordView.parse(await callTenant(demo, 'get', `/apps/${caseApp}/records/${caseId}`)).fields
    expect(await stored()).toMatchObject({ severity: 'critical', status: 'new' })
    expect((await stored())['observables']).toHaveLength(2)
    await page.getByRole('tab', { name: /^Related/ }).click()
    await page.getByRole('link', { name: /Beacon of the print server.*Critical/ }).waitFor()
    await page.getByRole('tab', { name: 'Overview' }).click()

    const set = async (field: string, option: string) => {
      await page.getByRole('button', { name: `Edit ${field}` }).click()
      await page.getByRole('option', { name: option }).click()
    }
    await set('Status', 'Closed')
    // The field is on another tab of the form, which is selected automatically.
    await page.getByRole('tab', { name: 'Closure', selected: true }).waitFor()
    await page.getByText('This field is now required').last().waitFor()
    await lookAt(page, 'case-close')
    await page.getByText(/^Not saved: Disposition: /).waitFor()
    await set('Disposition', 'Benign')
    await allSaved(page)
    await expect.poll(async () => (await stored())['status']).toBe('closed')
    expect((await stored())['time_to_resolve']).toBeGreaterThanOrEqual(0)
  })
})

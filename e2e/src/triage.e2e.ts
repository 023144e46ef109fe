import { AppView } from '@caseloom/contract/apps/apps'
import { RecordView } from '@caseloom/contract/records/records'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { lookAt } from './axe.ts'
import { appByKey, callTenant } from './demo-apps.ts'
import { type Demo, startDemo } from './demo.ts'
import { focusIn } from './focus.ts'

/** What the same work took before: opening, assigning, two edits and two saves with a rejection between, and the way back. */
const BEFORE = 11

/** One alert after the other, by keys: as few of them as the work allows. */
describe('triage', () => {
  let demo: Demo
  let page: Page
  let alerts: AppView
  let count = 0

  beforeAll(async () => {
    demo = await startDemo()
    page = demo.browser.page
    page.setDefaultTimeout(30_000)
    alerts = await appByKey(demo, 'alert')
    for (const at of [3, 2, 1])
      await add(alerts, { title: `Triage ${at}`, severity: 'high', observables: ['203.0.113.77'] })
    for (const at of [3, 2, 1]) await add(alerts, { title: `Sweep ${at}`, severity: 'high' })
  }, 180_000)
  afterAll(() => demo?.close())

  async function add(app: AppView, fields: Record<string, unknown>): Promise<RecordView> {
    return RecordView.parse(await callTenant(demo, 'post', `/apps/${app.id}/records`, { fields }))
  }
  async function stored(app: AppView, id: string): Promise<RecordView> {
    return RecordView.parse(await callTenant(demo, 'get', `/apps/${app.id}/records/${id}`))
  }
  const press = async (key: string) => {
    count += 1
    await page.keyboard.press(key)
  }
  const click = async (target: Locator) => {
    count += 1
    await target.click()
  }
  const grid = (name = 'Alert') => page.getByRole('grid', { name })
  const rowOf = (title: string) => grid().getByRole('row').filter({ hasText: title })
  const cursorAt = (title: string) => grid().locator('[data-cursor]').filter({ hasText: title }).waitFor()
  const heading = (title: string) => page.getByRole('heading', { level: 1, name: title, exact: true })
  const menu = (name: string) => page.getByRole('combobox', { name, exact: true })
  /** The menu has the focus, and the people to choose from are there. */
  const assignsToMe = async () => {
    await focusIn(menu('Assign to'))
    await page.getByRole('option', { name: 'Alice Adams' }).waitFor()
  }
  const dialog = (name: string | RegExp) => page.getByRole('dialog', { name, exact: true })
  const opened = () => page.url().split('/').at(-1)?.split('?')[0] ?? ''
  const openList = async () => {
    await page.goto(`${demo.product.address}${demo.place}/search/${alerts.id}?q=triage&sort=title`)
    await rowOf('Triage 3').waitFor()
  }
  const openRecord = async (app: AppView, { id }: RecordView, title: string) => {
    await page.goto(`${demo.product.address}${demo.place}/record/${app.id}/${id}`)
    await heading(title).waitFor()
  }

  it('an alert is assigned, viewed, closed with a disposition, and followed by the next in six interactions', async () => {
    await openList()
    count = 0
    await click(rowOf('Triage 1'))
    await heading('Triage 1').waitFor()
    const id = opened()
    await page.getByText('203[.]0[.]113[.]77').waitFor()
    await page.getByRole('button', { name: 'Assignee: Unassigned' }).waitFor()
    await press('a')
    await assignsToMe()
    await press('Enter')
    await page.getByRole('button', { name: 'Assignee: Alice Adams' }).waitFor()
    await press('e')
    await dialog('Close ALR-43').getByRole('radio', { name: 'Benign' }).waitFor()
    await dialog('Close ALR-43').getByText('Then opens ALR-42, next in Alert.').waitFor()
    await focusIn(dialog('Close ALR-43'))
    await press('2')
    await press('Control+Enter')
    await heading('Triage 2').waitFor()
    // The notice stays while the pointer is on it; what follows may take longer than it would.
    await page.getByRole('button', { name: 'Reopen' }).hover()
    process.stdout.write(`triage of one alert: ${count} interactions, before: ${BEFORE} and a rejection\n`)
    expect(count).toBeLessThanOrEqual(6)
    await page.getByText('2 of 3', { exact: true }).waitFor()
    const fields = async () => (await stored(alerts, id)).fields
    await expect.poll(fields).toMatchObject({ status: 'closed', disposition: 'benign' })
    expect((await fields())['assignee']).toBe((await stored(alerts, id)).updatedBy.id)
  })

  it('the notice reopens the alert with what rules had set', async () => {
    const [closed] = await found('Triage 1')
    await page.getByRole('button', { name: 'Reopen' }).click()
    await page.getByText('ALR-43 is as it was before').first().waitFor()
    expect(closed?.fields['closed_at']).not.toBeNull()
    const [open] = await found('Triage 1')
    expect(open?.fields).toMatchObject({ status: 'new', disposition: null })
  })

  async function found(title: string): Promise<RecordView[]> {
    const filter = { field: 'title', op: 'eq', value: title }
    const reply = await callTenant(demo, 'post', `/apps/${alerts.id}/records/search`, { filter })
    return z.object({ items: z.array(RecordView) }).parse(reply).items
  }

  it('J and K go through the list in its order, and Escape and Back lead to its row', async () => {
    // The tab that was clicked has the focus; it handles arrows alone.
    await page.getByRole('tab', { name: 'Timeline' }).click()
    await page.keyboard.press('j')
    await heading('Triage 3').waitFor()
    await page.getByRole('tab', { name: 'Timeline', selected: true }).waitFor()
    await page.getByRole('tab', { name: 'Details' }).click()
    await page.getByText('3 of 3', { exact: true }).waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Next record' }).isDisabled()).toBe(true)
    await page.keyboard.press('k')
    await heading('Triage 2').waitFor()
    await lookAt(page, 'triage-record')
    await page.reload()
    await page.getByText('2 of 3', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await page.waitForURL(`**/search/${alerts.id}?q=triage&sort=title`)
    await cursorAt('Triage 2')
    await page.keyboard.press('Enter')
    await heading('Triage 2').waitFor()
    await page.keyboard.press('k')
    await heading('Triage 1').waitFor()
    await page.goBack()
    await cursorAt('Triage 1')
  })

  it('a record that is deleted meanwhile is passed over', async () => {
    await add(alerts, { title: 'Triage 15' })
    await page.goto(`${demo.product.address}${demo.place}/search/${alerts.id}?q=triage&sort=title`)
    await rowOf('Triage 15').waitFor()
    await rowOf('Triage 1').first().click()
    await page.keyboard.press('Enter')
    await page.getByText('1 of 4', { exact: true }).waitFor()
    const [next] = await found('Triage 15')
    await callTenant(demo, 'delete', `/apps/${alerts.id}/records/${next?.id}`)
    await page.getByText('1 of 3', { exact: true }).waitFor()
    await page.keyboard.press('j')
    await heading('Triage 2').waitFor()
    await openList()
  })

  it('keys are text in a field, are listed by ?, and can be turned off', async () => {
    await rowOf('Triage 3').click()
    await heading('Triage 3').waitFor()
    await page.keyboard.press('?')
    const keys = dialog('Keyboard shortcuts')
    for (const name of ['Set status', 'Set severity', 'Assign', 'Close', 'Next record', 'Back to the list'])
      await keys.getByText(name, { exact: true }).waitFor()
    await lookAt(page, 'triage-keys')
    await keys.getByRole('switch', { name: 'Single-key shortcuts' }).uncheck({ force: true })
    await page.keyboard.press('Escape')
    await keys.waitFor({ state: 'detached' })
    await page.keyboard.press('s')
    expect(await menu('Set status').count()).toBe(0)
    await page.getByRole('button', { name: 'all shortcuts' }).click()
    await keys.getByRole('switch', { name: 'Single-key shortcuts' }).check({ force: true })
    await page.keyboard.press('Escape')
    await keys.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Add observables' }).click()
    const text = page.getByRole('textbox', { name: 'Text with observables' })
    await text.fill('')
    await text.press('s')
    await text.press('e')
    expect(await text.inputValue()).toBe('se')
    expect(await menu('Set status').count()).toBe(0)
    await text.fill('')
    await page.keyboard.press('Escape')
  })

  it('a state that the menu closes with asks for the disposition, and others are saved with undo', async () => {
    const record = await add(alerts, { title: 'Triage by mouse', severity: 'low' })
    await openRecord(alerts, record, 'Triage by mouse')
    await page.getByRole('button', { name: 'Severity: Low' }).click()
    await menu('Set severity').pressSequentially('crit')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Severity: Critical' }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'Severity: Low' }).waitFor()
    await page.getByRole('button', { name: 'Status: New' }).click()
    await page.getByRole('option', { name: 'Closed' }).click()
    const close = dialog(`Close ${record.trackingId}`)
    await close.getByRole('radio', { name: 'False positive' }).check()
    await close.getByRole('textbox', { name: 'Summary' }).fill('The scanner <of> ours')
    await lookAt(page, 'triage-close')
    await close.getByRole('button', { name: 'Close', exact: true }).last().click()
    await page.getByRole('button', { name: 'Status: Closed' }).waitFor()
    await expect
      .poll(async () => (await stored(alerts, record.id)).fields)
      .toMatchObject({ disposition: 'false_positive' })
    await page.getByRole('tab', { name: /^Comments/ }).click()
    await page.getByText('The scanner <of> ours').waitFor()
  })

  it('a required open task blocks closing and is named; a rule asks for more as one chooses', async () => {
    const cases = await appByKey(demo, 'case')
    const todo = [{ title: 'Block the sender', required: true }, { title: 'Write a note' }]
    const record = await add(cases, { title: 'Phish of the day', tasks: todo })
    await openRecord(cases, record, 'Phish of the day')
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    const close = dialog(`Close ${record.trackingId}`)
    await close.getByText('1 required task is open').waitFor()
    await close.getByText('Block the sender').waitFor()
    await close.getByText('Write a note').waitFor()
    const confirm = close.getByRole('button', { name: 'Close', exact: true }).last()
    expect(await confirm.isDisabled()).toBe(true)
    await lookAt(page, 'triage-blocked')
    await close.getByRole('button', { name: 'Mark done' }).click()
    await close.getByText('1 required task is open').waitFor({ state: 'detached' })
    expect(await close.getByText('Impact').count()).toBe(0)
    // The button that had the focus is gone: it goes to another place of the dialog.
    await focusIn(close)
    await page.keyboard.press('1')
    await close.getByText('Impact').first().waitFor()
    await close.getByRole('radio', { name: 'Benign' }).check()
    await close.getByText('Impact').first().waitFor({ state: 'detached' })
    await confirm.click()
    await page.getByRole('button', { name: 'Status: Closed' }).waitFor()
    await expect
      .poll(async () => (await stored(cases, record.id)).fields)
      .toMatchObject({ disposition: 'benign' })
  })

  const sweepAddress = () => `${demo.product.address}${demo.place}/search/${alerts.id}?q=sweep&sort=title`
  const notice = (text: string) => page.locator('[role="presentation"]', { hasText: text }).last()

  it('the row under the cursor is assigned and closed in its list in six key presses, and the next one follows', async () => {
    await page.goto(sweepAddress())
    await rowOf('Sweep 3').waitFor()
    const [first] = await found('Sweep 1')
    await page.keyboard.press('a')
    await page
      .getByText(/^Choose a row first/)
      .first()
      .waitFor()
    count = 0
    await press('j')
    await cursorAt('Sweep 1')
    await press('a')
    await assignsToMe()
    await lookAt(page, 'triage-list-menu')
    await press('Enter')
    await notice('Assignee set to Alice Adams')
      .getByText(first?.trackingId ?? '')
      .waitFor()
    await press('e')
    await dialog(`Close ${first?.trackingId}`).getByRole('radio', { name: 'Benign' }).waitFor()
    await focusIn(dialog(`Close ${first?.trackingId}`))
    await press('2')
    await press('Control+Enter')
    await page.getByText(`${first?.trackingId} closed`).first().waitFor()
    await cursorAt('Sweep 2')
    process.stdout.write(`triage of one alert in its list: ${count} interactions\n`)
    expect(count).toBeLessThanOrEqual(6)
    expect(page.url()).toBe(sweepAddress())
    const [closed] = await found('Sweep 1')
    expect(closed?.fields).toMatchObject({ status: 'closed', disposition: 'benign' })
    expect(closed?.fields['assignee']).toBe(closed?.updatedBy.id)
  })

  it('keys of the row open its menus with undo, say why they can’t, and are listed by ?', async () => {
    await page.keyboard.press('e')
    await dialog(/^Close ALR/).waitFor()
    await page.keyboard.press('Escape')
    await dialog(/^Close ALR/).waitFor({ state: 'detached' })
    await page.keyboard.press('p')
    await menu('Set severity').pressSequentially('crit')
    await page.keyboard.press('Enter')
    await notice('Severity set to Critical').getByRole('button', { name: 'Undo' }).click()
    await page
      .getByText(/is as it was before/)
      .first()
      .waitFor()
    expect((await found('Sweep 2'))[0]?.fields).toMatchObject({ severity: 'high', status: 'new' })
    await page.keyboard.press('s')
    await menu('Set status').pressSequentially('closed')
    await page.keyboard.press('Enter')
    await dialog(/^Close ALR/).waitFor()
    await page.keyboard.press('Escape')
    await dialog(/^Close ALR/).waitFor({ state: 'detached' })
    await page.keyboard.press('k')
    await cursorAt('Sweep 1')
    await page.keyboard.press('e')
    await page
      .getByText(/ALR-\d+ is already closed/)
      .first()
      .waitFor()
    await page.keyboard.press('?')
    const keys = dialog('Keyboard shortcuts')
    const close = 'Close the row or the selected rows'
    for (const name of ['Row menu', 'Set status', 'Set severity', 'Assign', close, 'New record'])
      await keys.getByText(name, { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await keys.waitFor({ state: 'detached' })
    await page.keyboard.press('c')
    await page.waitForURL(`**/record/${alerts.id}/new*`)
  })

  const notices = () => page.getByRole('region', { name: 'Notices' })
  const bar = () => page.getByRole('toolbar').filter({ hasText: 'selected' })
  const openSearch = async (app: AppView, text: string) => {
    await page.goto(`${demo.product.address}${demo.place}/search/${app.id}?q=${text}&sort=title`)
  }

  it('five alerts of a list are closed with one disposition in eight key presses, and reopened as a whole', async () => {
    for (const at of [5, 4, 3, 2, 1]) await add(alerts, { title: `Noise ${at}`, severity: 'low' })
    await openSearch(alerts, 'noise')
    await rowOf('Noise 5').waitFor()
    count = 0
    await press('j')
    await cursorAt('Noise 1')
    await press('x')
    await bar().getByText('1 selected').waitFor()
    await press('End')
    await cursorAt('Noise 5')
    await press('Shift+X')
    await bar().getByText('5 selected').waitFor()
    await press('e')
    const close = dialog('Close 5 records')
    await close.getByRole('radio', { name: 'Benign' }).waitFor()
    await close.getByText('5 records will be closed.').waitFor()
    await focusIn(close)
    await press('2')
    await press('Control+Enter')
    await close.waitFor({ state: 'detached' })
    await notices().getByText('5 closed').waitFor()
    await notices().getByRole('button', { name: 'Undo' }).hover()
    process.stdout.write(`five alerts closed in their list: ${count} interactions\n`)
    expect(count).toBeLessThanOrEqual(8)
    for (const at of [1, 5])
      expect((await found(`Noise ${at}`))[0]?.fields).toMatchObject({
        status: 'closed',
        disposition: 'benign',
      })
    await expect.poll(() => bar().count()).toBe(0)
    await notices().getByRole('button', { name: 'Undo' }).click()
    await notices().getByText('5 updated').waitFor()
    for (const at of [1, 5])
      expect((await found(`Noise ${at}`))[0]?.fields).toMatchObject({ status: 'new', disposition: null })
  })

  it('closing several cases names those that can’t be closed, and leaves closed ones as they are', async () => {
    const cases = await appByKey(demo, 'case')
    const tasks = [{ title: 'Warn the customer', required: true }]
    const busy = await add(cases, { title: 'Errand with a task', tasks })
    const free = await add(cases, { title: 'Errand without one' })
    await add(cases, { title: 'Errand of last week', status: 'closed', disposition: 'benign' })
    await openSearch(cases, 'errand')
    await grid('Case').getByRole('row').filter({ hasText: 'Errand without one' }).waitFor()
    await page.keyboard.press('Control+a')
    await bar().getByText('3 selected').waitFor()
    await bar().getByRole('button', { name: 'Close' }).click()
    const close = dialog('Close 3 records')
    await close.getByText('1 record will be closed. 1 is already closed and stays as it is.').waitFor()
    const blocked = close.getByRole('list', { name: '1 can’t be closed' })
    await blocked.getByRole('link', { name: busy.trackingId }).waitFor()
    await blocked.getByText('A required task is open: "Warn the customer"').waitFor()
    await lookAt(page, 'triage-close-several')
    await close.getByRole('radio', { name: 'True positive' }).check()
    await close.getByText('Impact').first().waitFor()
    await close.getByRole('radio', { name: 'Benign' }).check()
    await close.getByText('Impact').first().waitFor({ state: 'detached' })
    await close.getByRole('textbox', { name: 'Summary' }).fill('A drill')
    await close.getByRole('button', { name: 'Close 1 record' }).click()
    await close.waitFor({ state: 'detached' })
    await notices().getByText('1 closed, 1 already closed, 1 not closed').waitFor()
    expect((await stored(cases, free.id)).fields).toMatchObject({ status: 'closed', disposition: 'benign' })
    expect((await stored(cases, busy.id)).fields['status']).not.toBe('closed')
    await page.goto(`${demo.product.address}${demo.place}/record/${cases.id}/${free.id}?tab=comments`)
    await page.getByText('A drill').waitFor()
  })

  it('a key of a row says that its field is read-only', async () => {
    const options = [
      { key: 'low', label: 'Low' },
      { key: 'high', label: 'High' },
    ]
    const level = { key: 'level', label: 'Level', type: 'selection', display: 'severity', options }
    const fields = [
      { key: 'name', label: 'Name', type: 'text', required: true },
      { ...level, default: 'low', readOnly: true },
    ]
    const shape = {
      key: 'errand',
      acronym: 'ERR',
      name: 'Errand',
      titleField: 'name',
      listColumns: ['name', 'level'],
    }
    const layout = [{ title: 'All', columns: 1, fields: ['name', 'level'] }]
    const app = AppView.parse(await callTenant(demo, 'post', '/apps', { ...shape, layout, fields }))
    await add(app, { name: 'New chair' })
    await page.goto(`${demo.product.address}${demo.place}/search/${app.id}`)
    await grid('Errand').getByRole('row').filter({ hasText: 'New chair' }).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('p')
    await page.getByText('Level can’t be changed: it’s read-only for you').first().waitFor()
    expect(await menu('Set severity').count()).toBe(0)
  })

  it('an app of one’s own closes by its state alone', async () => {
    const options = [
      { key: 'open', label: 'Open' },
      { key: 'waiting', label: 'Waiting' },
      { key: 'resolved', label: 'Resolved' },
    ]
    const fields = [
      { key: 'name', label: 'Name', type: 'text', required: true },
      { key: 'stage', label: 'Stage', type: 'selection', display: 'state', default: 'open', options },
    ]
    const shape = {
      key: 'request',
      acronym: 'REQ',
      name: 'Request',
      titleField: 'name',
      listColumns: ['name'],
    }
    const layout = [{ title: 'All', columns: 1, fields: ['name', 'stage'] }]
    const app = AppView.parse(await callTenant(demo, 'post', '/apps', { ...shape, layout, fields }))
    const record = await add(app, { name: 'New laptop' })
    await openRecord(app, record, 'New laptop')
    await page.getByRole('button', { name: 'Stage: Open' }).waitFor()
    await page.keyboard.press('e')
    const close = dialog(`Close ${record.trackingId}`)
    const summary = close.getByRole('textbox', { name: 'Summary' })
    await summary.fill('It works')
    // Meanwhile, someone else sets the state: with theirs, nothing is saved, and nothing typed is lost.
    const address = `/apps/${app.id}/records/${record.id}`
    const { version } = await stored(app, record.id)
    await callTenant(demo, 'patch', address, { version, fields: { stage: 'waiting' } })
    await page.keyboard.press('Control+Enter')
    const conflict = dialog('Someone else changed this')
    // Escape closes one dialog, the upper one.
    await conflict.getByRole('button', { name: 'Use all theirs' }).press('Escape')
    await conflict.waitFor({ state: 'detached' })
    await summary.press('Control+Enter')
    await conflict.getByRole('button', { name: 'Use all theirs' }).click()
    await conflict.getByRole('button', { name: 'Save chosen values' }).click()
    await conflict.waitFor({ state: 'detached' })
    expect(await summary.inputValue()).toBe('It works')
    expect((await stored(app, record.id)).fields['stage']).toBe('waiting')
    await summary.press('Control+Enter')
    await conflict.getByRole('button', { name: 'Keep all mine' }).click()
    await conflict.getByRole('button', { name: 'Save chosen values' }).click()
    await page.getByRole('button', { name: 'Stage: Resolved' }).waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Close', exact: true }).count()).toBe(0)
  })

  it('a summary that can’t be saved becomes the draft of a comment', async () => {
    const record = await add(alerts, { title: 'Scanner', severity: 'low' })
    await openRecord(alerts, record, 'Scanner')
    await page.route('**/comments', (route) => route.fulfill({ status: 500, body: '' }))
    await page.keyboard.press('e')
    const close = dialog(`Close ${record.trackingId}`)
    await close.getByRole('radio', { name: 'Benign' }).check()
    await close.getByRole('textbox', { name: 'Summary' }).fill('Weekly scan')
    await page.keyboard.press('Control+Enter')
    await page
      .getByText(/Your text is a draft under Comments/)
      .first()
      .waitFor()
    await page.unroute('**/comments')
    await page.goto(`${demo.product.address}${demo.place}/record/${alerts.id}/${record.id}?tab=comments`)
    const box = page.getByRole('textbox', { name: 'Write a comment' })
    await box.getByText('Weekly scan').waitFor()
    demo.browser.errors.length = 0
  })
})

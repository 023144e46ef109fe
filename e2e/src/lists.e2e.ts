import { AppView } from '@caseloom/contract/apps/apps'
import { RecordPage } from '@caseloom/contract/records/records'
import { ReportView } from '@caseloom/contract/workspaces/reports'
import type { Product } from '@caseloom/testkit/product'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { lookAt } from './axe.ts'
import { type Browser, picture } from './browser.ts'
import { type Demo, startDemo } from './demo.ts'

const options = [
  { key: 'low', label: 'Low' },
  { key: 'high', label: 'High' },
]
const fields = [
  { key: 'title', label: 'Title', type: 'text', required: true },
  { key: 'level', label: 'Level', type: 'selection', options },
  { key: 'seen_at', label: 'Seen', type: 'datetime' },
  { key: 'notes', label: 'Notes', type: 'text', multiline: true },
  { key: 'score', label: 'Score', type: 'number' },
  { key: 'owner', label: 'Owner', type: 'user' },
]

const SCRIPTS = ['דוח חדירה (1)', 'Invoice \u202egpj.exe', 'Za\u0337lgo étude', '👩‍👩‍👧 🚨 警报']

/** The list of an app with all that people do in it, and the search across apps. */
describe('lists and search', () => {
  let demo: Demo
  let product: Product
  let browser: Browser
  let page: Page
  let place = ''
  let app: AppView
  let wideId = ''

  beforeAll(async () => {
    demo = await startDemo()
    ;({ product, browser, place } = demo)
    page = browser.page
    page.setDefaultTimeout(30_000)
    const shape = { key: 'finding', acronym: 'FND', name: 'Finding', titleField: 'title' }
    const layout = [{ title: 'All', columns: 2, fields: fields.map((field) => field.key) }]
    app = AppView.parse(
      await post(
        '/apps',
        { ...shape, listColumns: ['title', 'level', 'seen_at', 'owner'], layout, fields },
        201,
      ),
    )
    for (let at = 1; at <= 60; at += 1)
      await add({ title: `Finding ${at}`, level: at % 3 === 0 ? 'high' : 'low' })
    await add({
      title: 'Änderung of the gateway',
      level: 'high',
      notes: 'A turbine was seen beside the lake',
    })
    wideId = await aWideApp()
  }, 180_000)
  afterAll(() => demo?.close())

  async function post(path: string, data: unknown, status = 200): Promise<unknown> {
    const tenant = place.split('/').at(-1)
    const reply = await page.request.post(`${product.address}/api/tenant/${tenant}${path}`, {
      data,
      headers: { origin: product.address },
    })
    expect(reply.status(), `${path} ${await reply.text()}`).toBe(status)
    return z.unknown().parse(await reply.json())
  }
  /** 500 fields, one of them with 10,000 options, and records with names of every script. */
  async function aWideApp(): Promise<string> {
    const many = Array.from({ length: 10_000 }, (_one, at) => ({ key: `o${at}`, label: `Option ${at}` }))
    const more = Array.from({ length: 498 }, (_one, at) => ({
      key: `f${at}`,
      label: `Field ${at}`,
      type: 'text',
    }))
    const shape = { key: 'wide', acronym: 'WID', name: 'Wide', titleField: 'title' }
    const layout = [{ title: 'All', columns: 2, fields: ['title', 'choice', ...more.map(({ key }) => key)] }]
    const choice = { key: 'choice', label: 'Choice', type: 'selection', options: many }
    const listColumns = ['title', 'choice', 'f0', 'f1']
    const made = await post(
      '/apps',
      { ...shape, listColumns, layout, fields: [fields[0], choice, ...more] },
      201,
    )
    const { id } = AppView.parse(made)
    const values = Object.fromEntries(more.slice(0, 100).map(({ key }) => [key, `value of ${key}`]))
    for (const record of [
      ...SCRIPTS.map((title) => ({ title })),
      { title: 'Wide one', choice: 'o9999', ...values },
    ])
      await post(`/apps/${id}/records`, { fields: record }, 201)
    return id
  }
  const add = (values: Record<string, unknown>) => post(`/apps/${app.id}/records`, { fields: values }, 201)
  /** Sets the level of a record without the page; returns the one before. */
  async function changeLevel(title: string, level: unknown): Promise<unknown> {
    const filter = { field: 'title', op: 'eq', value: title }
    const found = RecordPage.parse(await post(`/apps/${app.id}/records/search`, { filter }))
    const [record] = found.items
    if (record === undefined) throw new Error(`No record is called ${title}`)
    const tenant = place.split('/').at(-1)
    const url = `${product.address}/api/tenant/${tenant}/apps/${app.id}/records/${record.id}`
    const data = { version: record.version, fields: { level } }
    const reply = await page.request.patch(url, { data, headers: { origin: product.address } })
    expect(reply.status()).toBe(200)
    return record.fields['level']
  }
  const rows = () => page.getByRole('grid', { name: 'Finding' }).getByRole('row')
  const rowOf = (name: string) => rows().filter({ hasText: name })
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const choose = async (name: string, option: string) => {
    const open = page.getByRole('dialog').last()
    await open
      .getByRole('combobox', { name, exact: true })
      .or(open.getByRole('textbox', { name, exact: true }))
      .first()
      .click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }

  it('narrows a list by conditions that are changed in their chips, and keeps all of it in the address', async () => {
    await page.goto(`${product.address}${place}/search/${app.id}`)
    await rowOf('Änderung').waitFor()
    await button('Filter').click()
    await choose('Field', 'Level')
    await choose('Value', 'High')
    await button('Apply').press('Enter')
    await page.getByText('21 of 21').first().waitFor()
    const chip = page.getByRole('group', { name: 'Level is any of High' })
    await chip.getByRole('button', { name: 'is any of' }).click()
    await choose('Condition', 'is none of')
    await choose('Value', 'High')
    await button('Apply').press('Enter')
    await page.getByText('40 of 40').first().waitFor()
    await page.reload()
    await page.getByRole('group', { name: 'Level is none of High' }).waitFor()
    await page.getByText('40 of 40').first().waitFor()
    await lookAt(page, 'list-filtered')
    await page.getByRole('button', { name: 'Remove filter Level' }).click()
    await page.getByText('61 of 61').first().waitFor()
  })

  it('accepts a condition by typing alone, and Escape saves it once it is complete', async () => {
    await button('Filter').press('Enter')
    await page.getByRole('option', { name: 'Title', exact: true }).waitFor()
    await page.keyboard.type('titl')
    await page.keyboard.press('Enter')
    const value = page.getByRole('textbox', { name: 'Value', exact: true })
    await expect.poll(() => value.evaluate((node) => node === document.activeElement)).toBe(true)
    const operator = page.getByRole('combobox', { name: 'Condition', exact: true })
    await operator.focus()
    await page.keyboard.type('star')
    const others = page.getByRole('option', { name: 'contains', exact: true })
    await others.waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await page.getByRole('option').first().waitFor({ state: 'detached' })
    await expect.poll(() => operator.inputValue()).toBe('contains')
    const form = page.getByRole('dialog', { name: 'Filter', exact: true })
    await form.waitFor()
    await operator.fill('star')
    await others.waitFor({ state: 'detached' })
    await page.keyboard.press('Tab')
    await expect.poll(() => operator.inputValue()).toBe('starts with')
    await expect.poll(() => value.evaluate((node) => node === document.activeElement)).toBe(true)
    await page.keyboard.type('Änderung of')
    await picture(page, 'list-filter-typed')
    await page.keyboard.press('Escape')
    await form.waitFor({ state: 'detached' })
    await page.getByText('1 of 1').first().waitFor()
    await page.getByRole('button', { name: 'Remove filter Title' }).click()
    await page.getByText('61 of 61').first().waitFor()
  })

  it('closes the command palette with Escape and with a click outside', async () => {
    const search = page.getByRole('textbox', { name: 'Command palette' })
    for (const close of [() => page.keyboard.press('Escape'), () => page.mouse.click(20, 880)]) {
      await page.keyboard.press('ControlOrMeta+k')
      await search.waitFor()
      await close()
      await search.waitFor({ state: 'detached' })
    }
  })

  it('filters by calendar periods, and by groups of conditions', async () => {
    await button('Filter').click()
    await choose('Field', 'Created')
    const operator = page.getByRole('combobox', { name: 'Condition', exact: true })
    await operator.fill('betw')
    await page.getByRole('option', { name: 'within', exact: true }).waitFor({ state: 'detached' })
    // The click takes the match, which replaces the input under the pointer: its successor has the focus.
    await page.getByRole('combobox', { name: 'Value', exact: true }).click()
    await expect.poll(() => operator.inputValue()).toBe('is between')
    await page.locator('input:focus:not([data-typed-select] *)').waitFor()
    await choose('Condition', 'within')
    await choose('Value', 'this week')
    await button('Apply').press('Enter')
    await page.getByRole('group', { name: 'Created within this week' }).waitFor()
    await page.getByText('61 of 61').first().waitFor()
    await button('Advanced').click()
    const dialog = page.getByRole('dialog', { name: 'Filter' })
    await dialog.getByText('Any of these', { exact: true }).first().click()
    await dialog.getByRole('button', { name: 'Add condition' }).first().click()
    await lookAt(page, 'list-advanced')
    await dialog.getByRole('button', { name: 'Clear' }).click()
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await page.getByRole('group', { name: 'Created within this week' }).waitFor({ state: 'detached' })
  })

  it('builds groups by keyboard alone, and focus follows the change', async () => {
    await button('Advanced').press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Filter' })
    const parts = () => dialog.locator('[data-part] [data-part]').count()
    /** The index of the focused line or group, in the order of the dialog. */
    const hand = () =>
      dialog.evaluate((node) => {
        const here = document.activeElement?.closest('[data-part]') ?? null
        return here === null ? -1 : [...node.querySelectorAll('[data-part]')].indexOf(here)
      })
    const named = (name: string) => dialog.getByRole('button', { name, exact: true })
    const move = async (line: number, where: string) => {
      await named('Move condition').nth(line).press('Enter')
      await dialog.getByRole('menuitem', { name: where, exact: true }).press('Enter')
    }
    await expect.poll(parts).toBe(1)
    await named('Add group').press('Enter')
    await expect.poll(parts).toBe(3)
    await expect.poll(hand).toBe(3)
    await move(0, 'To group 1: Any of these')
    await expect.poll(hand).toBe(3)
    await expect.poll(parts).toBe(3)
    await lookAt(page, 'list-groups')
    await move(1, 'Out of this group')
    await expect.poll(hand).toBe(3)
    await move(1, 'To a new group')
    await expect.poll(parts).toBe(4)
    await expect.poll(hand).toBe(4)
    await named('Remove condition').nth(1).press('Enter')
    await expect.poll(parts).toBe(3)
    await expect.poll(hand).toBe(3)
    await named('Remove group').nth(0).press('Enter')
    await expect.poll(parts).toBe(1)
    await expect.poll(hand).toBe(1)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  it('highlights the searched words, even in fields without a column', async () => {
    const box = page.getByRole('searchbox', { name: 'Search text' })
    await box.fill('turbine')
    await page.keyboard.press('Enter')
    await rowOf('Änderung').getByText('turbine').waitFor()
    await box.fill('and')
    await page.keyboard.press('Enter')
    await rowOf('Änderung').locator('mark').getByText('Änd').waitFor()
    await box.fill('')
    await page.getByText('61 of 61').first().waitFor()
  })

  it('shows the values beside the list, and a press narrows it', async () => {
    await button('Values').click()
    await page.getByRole('button', { name: 'High 21' }).click()
    await page.getByText('21 of 21').first().waitFor()
    await lookAt(page, 'list-values')
    await page.getByRole('button', { name: 'High 21' }).click()
    await page.getByText('61 of 61').first().waitFor()
    await button('Values').click()
  })

  it('groups a list by keys, with counts, and collapsed groups stay so when one comes back', async () => {
    const tree = page.getByRole('treegrid', { name: 'Finding' })
    const heading = (name: string) => tree.getByRole('row', { name, expanded: true })
    await page.goto(`${product.address}${place}/search/${app.id}`)
    await rowOf('Änderung').waitFor()
    await page.keyboard.press('g')
    const menu = page.getByRole('combobox', { name: 'Group by' })
    await expect.poll(() => menu.evaluate((node) => node === document.activeElement)).toBe(true)
    await page.keyboard.type('leve')
    await page.getByRole('option', { name: 'Level', exact: true }).waitFor()
    await page.keyboard.press('Enter')
    await heading('Low 40').waitFor()
    await button('Group: Level').waitFor()
    await tree.getByRole('row').filter({ hasText: 'Finding 58' }).waitFor()
    await lookAt(page, 'list-grouped')
    const cursor = () =>
      tree.evaluate((node) => {
        const id = node.getAttribute('aria-activedescendant') ?? ''
        return document.getElementById(id)?.textContent ?? ''
      })
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await expect.poll(cursor).toContain('Finding 59')
    await page.keyboard.press('ArrowLeft')
    await tree.getByRole('row', { name: 'Low 40', expanded: false }).waitFor()
    await expect.poll(cursor).toContain('Low')
    await tree.getByRole('row').filter({ hasText: 'Änderung' }).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.getByText('21 selected').first().waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('21 selected').waitFor({ state: 'detached' })
    await page.keyboard.press('j')
    await expect.poll(cursor).toContain('Änderung')
    await page.keyboard.press('Enter')
    await page.getByText('1 of 21').first().waitFor()
    await page.goBack()
    await tree.getByRole('row', { name: 'Low 40', expanded: false }).waitFor()
    await expect.poll(cursor).toContain('Änderung')
  })

  it('saves groups with a view, moves a changed record, and groups by days', async () => {
    const tree = page.getByRole('treegrid', { name: 'Finding' })
    await button('Save as new view').click()
    const dialog = page.getByRole('dialog', { name: 'Save as view' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('By level')
    await dialog.getByRole('button', { name: 'Save report' }).click()
    await page.getByRole('tab', { name: 'By level', selected: true }).waitFor()
    await page.reload()
    // Its 40 records fill the page.
    await tree.getByRole('row', { name: 'Low 40', expanded: true }).click()
    await tree.getByRole('row', { name: 'High 21', expanded: true }).waitFor()
    await tree.getByRole('row').filter({ hasText: 'Änderung' }).waitFor()
    const level = await changeLevel('Änderung of the gateway', null)
    await tree.getByRole('row', { name: 'Empty 1', expanded: true }).waitFor()
    await tree.getByRole('row', { name: 'High 20', expanded: true }).waitFor()
    await changeLevel('Änderung of the gateway', level)
    await tree.getByRole('row', { name: 'High 21', expanded: true }).waitFor()
    await button('Group: Level').click()
    await page.getByRole('option', { name: 'Created by day', exact: true }).click()
    await page.getByText('Edited', { exact: true }).first().waitFor()
    const days = tree.getByRole('row', { expanded: true })
    await days
      .filter({ hasText: String(new Date().getUTCFullYear()) })
      .first()
      .waitFor()
    await button('Group: Created by day').click()
    await page.getByRole('option', { name: 'No groups', exact: true }).click()
    await page.getByText('61 of 61').first().waitFor()
    await page.goto(`${product.address}${place}/search/${app.id}`)
    await rowOf('Änderung').waitFor()
  })

  it('keeps columns that were chosen, moved and pinned', async () => {
    await button('Columns').click()
    await page.getByRole('checkbox', { name: 'Score' }).check()
    await page.getByRole('button', { name: 'Pin ID' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('columnheader', { name: 'Score' }).waitFor()
    const header = page.getByRole('columnheader', { name: 'Level' }).getByRole('button')
    await header.focus()
    await page.keyboard.press('Alt+Shift+ArrowRight')
    await expect
      .poll(() => page.getByRole('columnheader').allInnerTexts())
      .toSatisfy((names: string[]) => names.indexOf('Seen') < names.indexOf('Level'))
    await vi.waitFor(() => expect(page.url()).toContain('cols='), { timeout: 15_000 })
    await page.reload()
    await page.getByRole('columnheader', { name: 'Score' }).waitFor()
  })

  it('sorts by several columns, by headers with Shift and from the menu', async () => {
    const header = (name: string) => page.getByRole('columnheader', { name })
    await header('Level').getByRole('button').click()
    // What is added is added to what the list shows.
    await expect.poll(() => header('Level').getAttribute('aria-sort')).toBe('ascending')
    await header('Score')
      .getByRole('button')
      .click({ modifiers: ['Shift'] })
    await vi.waitFor(() => expect(page.url()).toMatch(/sort=level(,|%2C)score/), { timeout: 15_000 })
    await expect.poll(() => header('Score').getAttribute('aria-sort')).toBe('ascending')
    await header('Score').getByText('2', { exact: true }).waitFor()
    await button('Sort by 2').click()
    const menu = page.getByRole('dialog', { name: 'Sort by' })
    await menu.getByRole('button', { name: 'Raise sort priority of Score' }).click()
    await vi.waitFor(() => expect(page.url()).toMatch(/sort=score(,|%2C)level/), { timeout: 15_000 })
    await lookAt(page, 'list-sorted')
    await menu.getByRole('button', { name: 'Remove Level from sort' }).click()
    await menu.getByRole('button', { name: 'Remove Level from sort' }).waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await button('Sort').waitFor()
    await vi.waitFor(() => expect(page.url()).toMatch(/sort=score(&|$)/), { timeout: 15_000 })
  })

  it('saves a view, shows that it has changes, and opens it by its address [S2.25]', async () => {
    await page.getByRole('button', { name: 'Values' }).click()
    await page.getByRole('button', { name: 'High 21' }).click()
    await page.getByText('21 of 21').first().waitFor()
    await button('Save as new view').click()
    const dialog = page.getByRole('dialog', { name: 'Save as view' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('High ones')
    await dialog.getByRole('radio', { name: 'Shared' }).check()
    await lookAt(page, 'list-save-view')
    await dialog.getByRole('button', { name: 'Save report' }).click()
    await page.getByRole('tab', { name: 'High ones', selected: true }).waitFor()
    const reportId = /search\/[^/]+\/([0-9a-f-]+)/.exec(page.url())?.[1] ?? ''
    await page.goto(`${product.address}${place}/search/${app.id}/${reportId}`)
    await page.getByText('21 of 21').first().waitFor()
    await page.getByRole('columnheader', { name: 'Score' }).waitFor()
    await page.getByRole('button', { name: 'Remove filter Level' }).click()
    await page.getByText('Edited', { exact: true }).first().waitFor()
    await lookAt(page, 'list-view-edited')
    await button('Reset').click()
    await page.getByText('21 of 21').first().waitFor()
    const tenant = place.split('/').at(-1)
    const reply = await page.request.get(`${product.address}/api/tenant/${tenant}/reports/${reportId}`)
    expect(ReportView.parse(await reply.json())).toMatchObject({ name: 'High ones', sharing: null })
  })

  it('lists saved views of all apps on a page of their own [S2.23]', async () => {
    const view = page.url()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Reports' }).click()
    const row = page.getByRole('grid', { name: 'Reports' }).getByRole('row').filter({ hasText: 'High ones' })
    await row.getByText('Finding').waitFor()
    await lookAt(page, 'reports')
    await row.click()
    await page.getByRole('tab', { name: 'High ones', selected: true }).waitFor()
    await expect.poll(() => page.url()).toBe(view)
  })

  it('redirects the old address of statistics to the view [S2.26]', async () => {
    const reportId = /search\/[^/]+\/([0-9a-f-]+)/.exec(page.url())?.[1] ?? ''
    await page.goto(`${product.address}${place}/stats?appId=${app.id}&reportId=${reportId}`)
    await page.getByRole('tab', { name: 'High ones', selected: true }).waitFor()
    await expect.poll(() => page.url()).toContain(`/search/${app.id}/${reportId}`)
  })

  it('navigates by keyboard, selects a range, and opens a record', async () => {
    await page.goto(`${product.address}${place}/search/${app.id}`)
    await rowOf('Änderung').waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('Shift+X')
    await page.getByText('3 selected').first().waitFor()
    await page.keyboard.press('Control+a')
    await page.getByText('61 selected').first().waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('61 selected').waitFor({ state: 'detached' })
    await page.keyboard.press('Enter')
    await page.getByRole('tab', { name: 'Timeline' }).waitFor()
    await page.goBack()
    await rowOf('Änderung').waitFor()
  })

  it('shows a record beside its list, and leads through it', async () => {
    const beside = page.getByRole('complementary', { name: 'Records in Finding' })
    const list = beside.getByRole('grid', { name: 'Records in Finding' })
    const shown = () =>
      page
        .locator('[data-split] header')
        .getByText(/^[A-Z]+-\d+$/)
        .first()
        .textContent()
    const current = () =>
      list.evaluate((node) => {
        const id = node.getAttribute('aria-activedescendant') ?? ''
        return document.getElementById(id)?.textContent ?? ''
      })
    await page.keyboard.press('v')
    await list.getByRole('row').filter({ hasText: 'Änderung' }).waitFor()
    await page.getByText('3 of 61').first().waitFor()
    await page.keyboard.press('j')
    await page.getByText('4 of 61').first().waitFor()
    await expect.poll(async () => (await current()).startsWith((await shown()) ?? '-')).toBe(true)
    await list.getByRole('row').nth(2).click()
    await page.getByText('2 of 61').first().waitFor()
    await list.press('ArrowDown')
    await page.getByText('3 of 61').first().waitFor()
    await expect.poll(async () => (await current()).startsWith((await shown()) ?? '-')).toBe(true)
    await lookAt(page, 'record-beside-list')
    const divider = page.getByRole('separator', { name: 'Width of the list' })
    await divider.press('ArrowRight')
    await expect.poll(() => divider.getAttribute('aria-valuenow')).toBe('660')
    await page.reload()
    await list.waitFor()
    await page.getByText('3 of 61').first().waitFor()
    await expect.poll(() => divider.getAttribute('aria-valuenow')).toBe('660')
    await page.setViewportSize({ width: 1100, height: 900 })
    await list.waitFor({ state: 'detached' })
    await page.keyboard.press('v')
    await page.getByText('Split view needs a wider window').first().waitFor()
    await page.setViewportSize({ width: 1440, height: 900 })
    await list.waitFor()
    await page.keyboard.press('v')
    await list.waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await rowOf('Änderung').waitFor()
  })

  it('searches the records of all apps by words and by tracking id, by keys alone [S2.25]', async () => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Search' }).click()
    const box = page.getByRole('searchbox', { name: 'Search all records' })
    await box.waitFor()
    await lookAt(page, 'search-empty')
    await box.fill('turbine')
    const results = page.getByRole('list', { name: 'Results' })
    await results.getByText('Änderung of the gateway').waitFor()
    await results.locator('mark').getByText('turbine').waitFor()
    await page.getByRole('button', { name: /^Finding/ }).click()
    await lookAt(page, 'search-found')
    await box.fill('FND-7')
    await results.getByRole('link').first().getByText('Finding 7').waitFor()
    await box.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Finding 7', exact: true }).waitFor()
    await page.goto(`${product.address}${place}/search?q=nothingofthekind`)
    await page.getByText('No results').first().waitFor()
  })

  it('shows names in every script and direction without reversing the text next to them', async () => {
    const wide = page.getByRole('grid', { name: 'Wide' }).getByRole('row')
    await page.goto(`${product.address}${place}/search/${wideId}`)
    // What would turn the words after it is not drawn.
    for (const title of SCRIPTS) await wide.filter({ hasText: title.replace('\u202e', '') }).waitFor()
    await lookAt(page, 'list-scripts')
    // The menu of a row lies over its cells.
    const menu = page.locator('[aria-haspopup="menu"]')
    const ofRow = wide.filter({ hasText: 'gpj.exe' }).getByRole('gridcell')
    const cells = await ofRow.filter({ hasNot: menu }).all()
    const lefts = await Promise.all(cells.map(async (cell) => (await cell.boundingBox())?.x ?? 0))
    expect(lefts.length).toBeGreaterThan(3)
    expect(lefts).toEqual(lefts.toSorted((one, other) => one - other))
    await wide.filter({ hasText: 'gpj.exe' }).getByText('gpj.exe').click()
    await page.getByRole('heading', { level: 1 }).filter({ hasText: 'gpj.exe' }).waitFor()
    // What would turn the words after it is taken out of the title of the window.
    await expect.poll(() => page.title()).toMatch(/^WID-2 Invoice gpj\.exe · /)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: /^Delete/ }).click()
    await page.getByRole('dialog').waitFor()
    await picture(page, 'record-scripts')
    await page.keyboard.press('Escape')
    await page.goto(`${product.address}${place}/search?q=gpj`)
    await page.getByRole('list', { name: 'Results' }).locator('mark').getByText('gpj').first().waitFor()
    await picture(page, 'search-scripts')
  })

  it('handles 500 fields and 10,000 options: menus are searched, not rendered in full', async () => {
    await page.goto(`${product.address}${place}/search/${wideId}`)
    await page.getByRole('grid', { name: 'Wide' }).getByText('Option 9999').waitFor()
    await button('Filter').click()
    await choose('Field', 'Choice')
    const dialog = page.getByRole('dialog').last()
    const value = dialog
      .getByRole('combobox', { name: 'Value' })
      .or(dialog.getByRole('textbox', { name: 'Value' }))
      .first()
    await value.click()
    await page.getByRole('option', { name: 'Option 0', exact: true }).waitFor()
    expect(await page.getByRole('option').count()).toBeLessThan(300)
    await value.fill('Option 9999')
    await page.getByRole('option', { name: 'Option 9999', exact: true }).click()
    await button('Apply').press('Enter')
    await page.getByText('1 of 1').first().waitFor()
    await page.getByRole('grid', { name: 'Wide' }).getByText('Wide one').click()
    await page.getByRole('heading', { name: 'Wide one' }).waitFor()
    await page.getByText('value of f99').first().waitFor()
    await picture(page, 'record-wide')
  })

  it('shows what a tenant shows for an app that is not there', async () => {
    await page.goto(`${product.address}${place}/search/01890000-0000-7000-8000-000000000000`)
    await vi.waitFor(() => expect(new URL(page.url()).pathname).toBe('/tenant-error'), { timeout: 30_000 })
    await page.getByRole('heading').first().waitFor()
    await lookAt(page, 'list-no-app')
  })

  it('throws no errors along the way', () => {
    expect(browser.errors.filter((one) => !one.includes('status of 4'))).toEqual([])
  })
})

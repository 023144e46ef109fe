import { AppView } from '@caseloom/contract/apps/apps'
import { RecordView } from '@caseloom/contract/records/records'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lookAt } from './axe.ts'
import { type Demo, openAs, startDemo } from './demo.ts'
import { callTenant } from './demo-apps.ts'
import { focusIn } from './focus.ts'
import { allSaved, leaveField } from './leave-field.ts'

const levels = ['low', 'high'].map((key) => ({ key, label: key.toUpperCase() }))
const fields = [
  { key: 'title', label: 'Title', type: 'text', required: true },
  { key: 'count', label: 'Count', type: 'number' },
  { key: 'mail', label: 'Mail', type: 'text', format: 'email' },
  { key: 'level', label: 'Level', type: 'selection', options: levels },
  { key: 'urgency', label: 'Urgency', type: 'selection', options: levels, control: 'radio' },
  { key: 'many', label: 'Many', type: 'selection', options: levels, multiple: true },
  { key: 'words', label: 'Words', type: 'list' },
  { key: 'lines', label: 'Lines', type: 'text', multiline: true },
  { key: 'report', label: 'Report', type: 'text', format: 'rich' },
]

/** Alice works on one record, in a browser that loses its connection and is reloaded. */
describe('the fields of a record', () => {
  let demo: Demo
  let page: Page
  let app: AppView
  let record: RecordView

  beforeAll(async () => {
    demo = await startDemo()
    page = demo.browser.page
    app = AppView.parse(
      await callTenant(demo, 'post', '/apps', {
        key: 'sheet',
        acronym: 'SHT',
        name: 'Sheet',
        titleField: 'title',
        listColumns: ['title'],
        layout: [{ title: 'Sheet', columns: 1, fields: fields.map(({ key }) => key) }],
        fields,
      }),
    )
    const made = await callTenant(demo, 'post', `/apps/${app.id}/records`, { fields: { title: 'First' } })
    record = RecordView.parse(made)
  })
  afterAll(() => demo?.close())

  const address = () => `${demo.product.address}${demo.place}/record/${app.id}/${record.id}`
  const stored = async () =>
    RecordView.parse(await callTenant(demo, 'get', `/apps/${app.id}/records/${record.id}`)).fields
  const edit = async (label: string, on = page) => {
    await on.getByRole('button', { name: `Edit ${label}`, exact: true }).click()
    return on.getByRole('textbox', { name: label, exact: true }).or(on.getByRole('combobox', { name: label }))
  }
  const write = async (label: string, text: string) => (await edit(label)).fill(text)

  it('are saved as they are left, without a button, and a notice takes each change back', async () => {
    await page.goto(address())
    await write('Title', 'Second')
    await page.getByText('Unsaved changes', { exact: true }).waitFor()
    expect((await stored())['title']).toBe('First')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Second' }).waitFor()
    await allSaved(page)
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('heading', { level: 1, name: 'First' }).waitFor()
    await edit('Level')
    await page.getByRole('option', { name: 'HIGH' }).click()
    await allSaved(page)
    await expect.poll(stored).toMatchObject({ title: 'First', level: 'high' })
  })

  it('are saved by every way to leave them: another field, a click beside, Ctrl Enter, and Ctrl S', async () => {
    await write('Count', '3')
    const words = await edit('Words')
    await page.getByText('Count set to 3').first().waitFor()
    await focusIn(words)
    await page.keyboard.type('alpha')
    await page.keyboard.press('Enter')
    await page.keyboard.type('beta')
    await leaveField(page)
    await edit('Many')
    await page.getByRole('option', { name: 'LOW' }).click()
    await page.getByRole('option', { name: 'HIGH' }).click()
    expect((await stored())['many'] ?? null).toBeNull()
    await page.keyboard.press('Escape')
    await edit('Many')
    await page.getByRole('option', { name: 'LOW' }).click()
    await leaveField(page)
    await write('Lines', 'one\ntwo')
    await page.getByText('Sheet', { exact: true }).last().click()
    await allSaved(page)
    await page.getByRole('textbox', { name: 'Lines', exact: true }).waitFor({ state: 'detached' })
    const report = await edit('Report')
    await report.click()
    await page.keyboard.type('It looks odd')
    await page.keyboard.press('Control+Enter')
    await allSaved(page)
    await write('Mail', 'ana@example.com')
    await page.keyboard.press('Control+s')
    await allSaved(page)
    await expect.poll(stored).toMatchObject({
      count: 3,
      words: ['alpha', 'beta'],
      many: ['low'],
      lines: 'one\ntwo',
      report: '<p>It looks odd</p>',
      mail: 'ana@example.com',
    })
  })

  it('with radio buttons are saved by a click, and with the arrow keys when they are left', async () => {
    await page.getByRole('button', { name: 'Edit Urgency' }).click()
    const group = page.getByRole('radiogroup', { name: 'Urgency' })
    await group.getByRole('radio', { name: 'LOW' }).check()
    await page.getByText('Urgency set to LOW').first().waitFor()
    await focusIn(group)
    await page.keyboard.press('ArrowDown')
    await page.getByText('Unsaved changes', { exact: true }).waitFor()
    expect((await stored())['urgency']).toBe('low')
    await leaveField(page)
    await expect.poll(async () => (await stored())['urgency']).toBe('high')
  })

  it('get their stored value back with Escape, and hold up no other when they are invalid', async () => {
    await write('Title', 'Third')
    await page.keyboard.press('Escape')
    await allSaved(page)
    await write('Mail', 'nobody')
    await page.keyboard.press('Tab')
    await page.getByText(/^Not saved: Mail: /).waitFor()
    await lookAt(page, 'field-saves-rejected')
    await write('Count', '4')
    await page.keyboard.press('Tab')
    await expect.poll(async () => (await stored())['count']).toBe(4)
    await page.getByText(/^Not saved: Mail: /).waitFor()
    await write('Mail', 'bob@example.com')
    await leaveField(page)
    await expect.poll(stored).toMatchObject({ title: 'First', mail: 'bob@example.com' })
  })

  it('are saved before the page is left, which asks only about what can’t be', async () => {
    await write('Count', '5')
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Alert', exact: true })
      .click()
    await page.getByRole('grid', { name: 'Alert' }).waitFor()
    await expect.poll(async () => (await stored())['count']).toBe(5)
    await page.goto(address())
    await write('Count', 'many')
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Alert', exact: true })
      .click()
    const asking = page.getByRole('dialog', { name: 'Leave without saving?' })
    await asking.getByRole('button', { name: 'Stay' }).click()
    await asking.waitFor({ state: 'detached' })
    await page.getByText('Not saved: Count: Enter a number').waitFor()
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await allSaved(page)
  })

  it('are sent when the connection is back', async () => {
    await demo.browser.context.setOffline(true)
    await write('Count', '6')
    await page.keyboard.press('Tab')
    await page.getByText(/^Not saved: The server/).waitFor()
    await demo.browser.context.setOffline(false)
    await allSaved(page)
    await expect.poll(async () => (await stored())['count']).toBe(6)
  })

  it('retain a long text across a reload, for the person who typed it, until sign-out', async () => {
    const report = await edit('Report')
    await report.click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(' and long')
    await page.reload()
    await page.getByText('Restored draft').waitFor()
    expect((await stored())['report']).toBe('<p>It looks odd</p>')
    await lookAt(page, 'field-saves-restored')
    const other = await openAs(demo, 'bob')
    await other.page.goto(address())
    await other.page.getByText('It looks odd', { exact: true }).waitFor()
    expect(await other.page.getByText('Restored draft').count()).toBe(0)
    await (await edit('Lines', other.page)).fill('Half a')
    const drafts = () =>
      other.page.evaluate(() => Object.keys(localStorage).filter((name) => /\.text\./.test(name)))
    await expect.poll(async () => (await drafts()).length).toBe(1)
    await other.page.goto(`${demo.product.address}/logout`)
    await other.page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
    expect(await drafts()).toEqual([])
    await other.close()
    await (await edit('Report')).click()
    await page.keyboard.press('Control+Enter')
    await allSaved(page)
    await page.getByText('Restored draft').waitFor({ state: 'detached' })
    await expect.poll(async () => (await stored())['report']).toBe('<p>It looks odd and long</p>')
    await write('Lines', 'three')
    await page.reload()
    await page.getByRole('button', { name: 'Discard draft' }).click()
    await allSaved(page)
    await page.reload()
    await allSaved(page)
    expect((await stored())['lines']).toBe('one\ntwo')
    expect(demo.browser.errors.filter((text) => !/40[01349]|ERR_INTERNET|WebSocket/.test(text))).toEqual([])
  })
})

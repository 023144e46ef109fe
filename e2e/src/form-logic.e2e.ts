import { AppUpdate, AppView } from '@caseloom/contract/apps/apps'
import { RecordView } from '@caseloom/contract/records/records'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { lookAt } from './axe.ts'
import { picture } from './browser.ts'
import { type Demo, openAs, startDemo } from './demo.ts'
import { anyRecord, appByKey, callTenant } from './demo-apps.ts'
import {
  FORMER,
  LINKED_HIGH,
  RENEWALS,
  REQUESTS,
  SEALED,
  TRIAGE,
  VISITS,
  severeAndClosed,
} from './form-logic-apps.ts'
import { allSaved } from './leave-field.ts'

const Runs = z.object({ items: z.array(z.object({ runId: z.string(), sequence: z.number() })) })
const Taking = z.object({ items: z.array(z.object({ record: z.object({ id: z.string() }) })) })
const Run = z.looseObject({ rules: z.array(z.looseObject({})) })

/** The panel of a rule says how it comes out for another record, and as a role. */
async function sayOfOther(page: Page, panel: Locator, trackingId: string): Promise<void> {
  const trial = page.getByRole('complementary', { name: 'Try it' })
  const choose = async (box: string, option: RegExp, said: string) => {
    await panel.getByRole('button', { name: 'Done' }).click()
    await trial.getByRole('combobox', { name: box }).click()
    await page.getByRole('option', { name: option }).click()
    await page.getByRole('treeitem', { name: /^Urgent/ }).click()
    await panel.getByText(said, { exact: true }).waitFor()
  }
  await choose('Record', new RegExp(`^${trackingId} `), `False for ${trackingId}`)
  await choose('View as', /^Analyst$/, `False for ${trackingId} as Analyst`)
}

/** Saves what is tried as a test, with the name typed once the dialog is there. */
async function saveTest(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Save as test' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save as test' })
  await dialog.getByText('Source: required').waitFor()
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  await lookAt(page, 'workflow-save-test')
  await picture(page, 'workflow-save-test')
  await dialog.getByRole('button', { name: 'Save test' }).click()
  await dialog.waitFor({ state: 'detached' })
}

/** The form logic of an app in a browser: built, tried, published, followed by a form, and explained. */
describe('form logic', () => {
  let demo: Demo
  let page: Page

  const request = () => appByKey(demo, REQUESTS.key)

  beforeAll(async () => {
    demo = await startDemo()
    page = demo.browser.page
    const { id } = AppView.parse(await callTenant(demo, 'post', '/apps', REQUESTS))
    const fields = { title: 'New laptop', severity: 'high', status: 'new' }
    await callTenant(demo, 'post', `/apps/${id}/records`, { fields })
  })
  afterAll(() => demo?.close())

  it('lists the workflows, and starts one from a pattern [S2.20]', async () => {
    await page.goto(`${demo.product.address}${demo.place}/workflow`)
    await page.getByRole('heading', { name: 'Workflows', level: 1 }).waitFor()
    await lookAt(page, 'workflows')
    await page.getByRole('main').getByRole('link', { name: 'Request', exact: true }).click()
    await page.getByRole('heading', { name: 'No rules yet' }).waitFor()
    await page.getByRole('button', { name: /Start from a pattern/ }).click()
    await page.getByRole('button', { name: /Require a reason/ }).click()
    await page.getByRole('tree', { name: 'Workflow' }).waitFor()
    expect(new URL(page.url()).pathname).toBe(`${demo.place}/workflow/${(await request()).id}`)
    await lookAt(page, 'workflow-editor')
  })

  it('adds a rule by keyboard, disables it, and undoes both', async () => {
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('treeitem', { name: 'Status is any of Closed' }).focus()
    await page.keyboard.press('a')
    await page.getByRole('button', { name: 'Done' }).click()
    const added = page.getByRole('treeitem', { name: 'always' })
    await added.focus()
    await page.keyboard.press('d')
    await page.getByText('off', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => added.count()).toBe(0)
  })

  it('tries the draft without saving anything, and publishes it', async () => {
    await page.getByRole('button', { name: 'Try it' }).click()
    const status = page.getByRole('group', { name: 'Value of Status' })
    await status.getByRole('combobox').click()
    await page.getByRole('option', { name: 'Closed' }).click()
    await page.getByText(/1 of 2 rules fired/).waitFor()
    await lookAt(page, 'workflow-trial')
    await picture(page, 'workflow-trial')
    await saveTest(page, 'Closing needs a reason')
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByText('Revision 2', { exact: true }).first().waitFor()
    const { stages, tests } = (await request()).workflow ?? { stages: [] }
    expect(stages).toHaveLength(1)
    expect(tests).toMatchObject([{ name: 'Closing needs a reason', given: { status: 'closed' } }])
  })

  it('says what differs when a rule changes the outcome of a test, and asks before publishing it', async () => {
    const rule = page.getByRole('treeitem', { name: 'Status is any of Closed' })
    await rule.focus()
    await page.keyboard.press('d')
    const panel = page.getByRole('complementary', { name: 'Try it' })
    await page.getByRole('button', { name: /Test “Closing needs a reason”/ }).click()
    await panel.getByRole('tab', { name: 'Tests 1', selected: true }).waitFor()
    await panel.getByText('Source: expected required, now optional').waitFor()
    await lookAt(page, 'workflow-tests')
    await picture(page, 'workflow-tests')
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    const asked = page.getByRole('dialog', { name: 'Publish with warnings?' })
    await asked.getByText('The test “Closing needs a reason” fails').waitFor()
    await asked.getByText('Source: expected required, now optional').waitFor()
    await lookAt(page, 'workflow-publish-warnings')
    await asked.getByRole('button', { name: 'Cancel' }).click()
    await asked.waitFor({ state: 'detached' })
    expect((await request()).revision).toBe(2)
    await panel.getByRole('button', { name: 'Open in Try it: Closing needs a reason' }).click()
    await panel.getByText('you changed this').waitFor()
    await panel.getByRole('tab', { name: 'Tests 1' }).click()
    await panel.getByRole('button', { name: 'Accept new outcome: Closing needs a reason' }).click()
    await panel.getByRole('img', { name: 'Passes' }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await panel.getByRole('img', { name: 'Fails' }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await panel.getByRole('img', { name: 'Passes' }).waitFor()
    await page
      .getByText(/Revision 2/)
      .first()
      .waitFor()
  })

  it('edits a test in place: its name, what is entered, and what it expects', async () => {
    const panel = page.getByRole('complementary', { name: 'Try it' })
    await panel.getByRole('button', { name: 'Edit: Closing needs a reason' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit test' })
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Closing')
    // The test expects that Source is shown and that it is required.
    await dialog.getByRole('combobox', { name: 'State of Source' }).last().click()
    await page.getByRole('option', { name: 'optional' }).click()
    await dialog.getByRole('combobox', { name: 'Add value' }).click()
    await page.getByRole('option', { name: 'Severity' }).click()
    await dialog.getByRole('group', { name: 'Value of Severity' }).getByRole('combobox').click()
    await page.getByRole('option', { name: 'High' }).click()
    await lookAt(page, 'workflow-edit-test')
    await picture(page, 'workflow-edit-test')
    await dialog.getByRole('button', { name: 'Save test' }).click()
    await dialog.waitFor({ state: 'detached' })
    await panel.getByText('Source: expected optional, now required').waitFor()
    await panel.getByRole('button', { name: 'Edit: Closing', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await panel.getByRole('img', { name: 'Passes' }).waitFor()
    await panel.getByRole('button', { name: 'Edit: Closing needs a reason' }).waitFor()
  })

  it('asks about everything that names a role that no longer exists, leads there, and publishes when confirmed', async () => {
    const app = AppView.parse(await callTenant(demo, 'post', '/apps', FORMER))
    await page.goto(`${demo.product.address}${demo.place}/workflow/${app.id}`)
    await page.getByRole('treeitem', { name: 'Status is any of Closed' }).focus()
    await page.keyboard.press('d')
    await page.getByText('off', { exact: true }).waitFor()
    const publish = page.getByRole('button', { name: 'Publish', exact: true })
    const asked = page.getByRole('dialog', { name: 'Publish with warnings?' })
    await publish.click()
    await asked.getByText('A rule names a role that doesn’t exist: For the former team').waitFor()
    await asked.getByText('The layout “Former team” names a role that doesn’t exist').waitFor()
    await lookAt(page, 'publish-missing-roles')
    await picture(page, 'publish-missing-roles')
    await asked.getByRole('button', { name: 'Show Former team' }).click()
    await asked.waitFor({ state: 'detached' })
    await page.getByText('1 role no longer exists. Remove it.').waitFor()
    await publish.click()
    await asked.getByRole('button', { name: 'Publish with warnings' }).click()
    await asked.waitFor({ state: 'detached' })
    await page.getByText('Revision 2', { exact: true }).first().waitFor()
    expect((await appByKey(demo, FORMER.key)).revision).toBe(2)
  })

  it('follows the workflow in the form of a record, says why, and explains the save at its address [S2.22]', async () => {
    const app = await request()
    const record = await anyRecord(demo, app.id)
    await page.goto(`${demo.product.address}${demo.place}/record/${app.id}/${record.id}`)
    await page.getByRole('button', { name: 'Edit Severity', exact: true }).waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Edit Source', exact: true }).count()).toBe(0)
    await page.getByRole('button', { name: '1 item isn’t shown' }).click()
    await page.getByRole('button', { name: 'Why is Source as it is?' }).click()
    await page.getByRole('heading', { name: 'Why is this hidden?' }).waitFor()
    await lookAt(page, 'workflow-why-hidden')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Edit Status', exact: true }).click()
    await page.getByRole('option', { name: 'Closed' }).click()
    await page.getByText(/^Not saved: Source: /).waitFor()
    await page.getByRole('button', { name: 'Edit Source', exact: true }).focus()
    await page.keyboard.press('?')
    await page.getByText('Because Status is any of Closed.').waitFor()
    await lookAt(page, 'workflow-why')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await page.getByRole('button', { name: 'Edit Severity', exact: true }).click()
    await page.getByRole('option', { name: 'Low' }).click()
    await allSaved(page)
    await page.getByRole('button', { name: 'Edit Severity', exact: true }).click()
    await page.getByRole('option', { name: 'High' }).click()
    await allSaved(page)
    const runs = async () => {
      const found = await callTenant(demo, 'get', `/apps/${app.id}/records/${record.id}/workflow-runs`)
      return Runs.parse(found).items
    }
    await expect.poll(async () => (await runs()).length).toBe(2)
    const [run] = await runs()
    if (run === undefined) throw new Error('No run')
    const parts = `id=${app.id}&recordId=${record.id}&runId=${run.runId}&sequence=${run.sequence}`
    await page.goto(
      `${demo.product.address}${demo.place}/workflow-run?${parts}&workflowId=${app.id}&workflowVersion=2`,
    )
    await page.getByRole('heading', { name: `Sequence ${run.sequence}` }).waitFor()
    expect(new URL(page.url()).pathname).toBe(
      `${demo.place}/workflow/${app.id}/record/${record.id}/run/${run.runId}/sequence/${run.sequence}/workflowId/${app.id}/workflowVersion/2`,
    )
    await page.getByRole('treeitem', { name: /Hide Source/ }).waitFor()
    await page.getByText('Severity set to High', { exact: true }).waitFor()
    const strip = page.getByRole('navigation', { name: 'Workflow runs' })
    const names = () =>
      strip
        .getByRole('button', { name: /^Sequence/ })
        .evaluateAll((all) => all.map((one) => one.getAttribute('title')))
    // The rule held since the first of the two.
    await expect
      .poll(names)
      .toEqual([`Sequence ${run.sequence - 1}, changed something`, `Sequence ${run.sequence}`])
    await page.getByRole('heading', { name: 'Rules', exact: true }).click()
    await page.keyboard.press('c')
    await page.getByText(/^Different from sequence \d+: 0 rules and 1 field$/).waitFor()
    await lookAt(page, 'workflow-run')
    await picture(page, 'workflow-run')
    await page.getByText('Cards', { exact: true }).click()
    await page.getByRole('treeitem', { name: /Hide Source/ }).click()
    await page.getByRole('heading', { name: 'What would have to be different' }).waitFor()
    await lookAt(page, 'workflow-run-cards')
    await page.getByText('Outline', { exact: true }).click()
  })

  it('tries what would have to be different in the editor, with the change made', async () => {
    await page.getByRole('treeitem', { name: /Hide Source/ }).click()
    await page.getByRole('heading', { name: 'What would have to be different' }).waitFor()
    await page.getByRole('link', { name: 'Try it' }).first().click()
    await page.getByText('Nothing is saved').waitFor()
    await page.getByText('you changed this').waitFor()
    await lookAt(page, 'workflow-try-linked')
  })

  it('finds an older record to try, and applies rules on its linked records', async () => {
    const cases = AppView.parse(
      await callTenant(demo, 'post', '/apps', { ...REQUESTS, key: 'trial_case', acronym: 'TCA' }),
    )
    const reference = { key: 'cases', label: 'Cases', type: 'reference', app: cases.id, multiple: true }
    const fields = [...REQUESTS.fields, reference]
    const shape = { ...REQUESTS, key: 'trial_request', acronym: 'TRQ', fields }
    const app = AppView.parse(await callTenant(demo, 'post', '/apps', { ...shape, workflow: LINKED_HIGH }))
    const create = async ({ id }: AppView, values: object) =>
      RecordView.parse(await callTenant(demo, 'post', `/apps/${id}/records`, { fields: values }))
    const other = await create(cases, { title: 'Outage', severity: 'high' })
    const first = await create(app, { title: 'Gateway down', cases: { add: [other.id] } })
    for (let n = 0; n < 20; n += 1) await create(app, { title: `Later ${n}` })
    await page.goto(`${demo.product.address}${demo.place}/workflow/${app.id}`)
    await page.getByRole('button', { name: 'Try it' }).click()
    const panel = page.getByRole('complementary', { name: 'Try it' })
    await panel.getByText('Rules on linked records apply only when you choose a record.').waitFor()
    await panel.getByText(/0 of 1 rule fired/).waitFor()
    await panel.getByRole('combobox', { name: 'Record' }).click()
    await page.getByRole('option', { name: /Later 19/ }).waitFor()
    expect(await page.getByRole('option', { name: /Gateway down/ }).count()).toBe(0)
    await panel.getByRole('combobox', { name: 'Record' }).fill(first.trackingId)
    await page.getByRole('option', { name: `${first.trackingId} Gateway down` }).click()
    await panel.getByText(/1 of 1 rule fired/).waitFor()
    await expect.poll(() => panel.getByText(/apply only when you choose a record/).count()).toBe(0)
    await lookAt(page, 'workflow-try-links')
    await picture(page, 'workflow-try-links')
    await panel.getByRole('combobox', { name: 'Record' }).click()
    await panel.getByRole('combobox', { name: 'Record' }).fill('Later 7')
    await page.getByRole('option', { name: /Later 7$/ }).click()
    await panel.getByText(/0 of 1 rule fired/).waitFor()
  })

  it('repeats a run with what linked records said then: what would be different, and what is today', async () => {
    const cases = AppView.parse(
      await callTenant(demo, 'post', '/apps', { ...REQUESTS, key: 'then_case', acronym: 'THC' }),
    )
    const reference = { key: 'cases', label: 'Cases', type: 'reference', app: cases.id, multiple: true }
    const shape = { ...REQUESTS, key: 'then_request', acronym: 'THR', workflow: severeAndClosed() }
    const made = { ...shape, fields: [...REQUESTS.fields, reference] }
    const app = AppView.parse(await callTenant(demo, 'post', '/apps', made))
    const create = async ({ id }: AppView, values: object) =>
      RecordView.parse(await callTenant(demo, 'post', `/apps/${id}/records`, { fields: values }))
    const other = await create(cases, { title: 'Outage', severity: 'high' })
    const record = await create(app, { title: 'Gateway', status: 'closed', cases: { add: [other.id] } })
    const revised = AppUpdate.strip().parse({ ...app, workflow: severeAndClosed(['low']) })
    await callTenant(demo, 'put', `/apps/${app.id}`, revised)
    const found = await callTenant(demo, 'get', `/apps/${app.id}/records/${record.id}/workflow-runs`)
    const [run] = Runs.parse(found).items
    const parts = `id=${app.id}&recordId=${record.id}&runId=${run?.runId ?? ''}&sequence=1`
    await page.goto(
      `${demo.product.address}${demo.place}/workflow-run?${parts}&workflowId=${app.id}&workflowVersion=1`,
    )
    await page.getByRole('treeitem', { name: /Hide Source/ }).click()
    await page.getByText('Status is New', { exact: true }).waitFor()
    await page.getByText('Severity would also be Empty.', { exact: false }).first().waitFor()
    await page
      .getByText('There is no linked record in Cases in which Severity is any of High', { exact: true })
      .waitFor()
    expect(await page.getByText(/^Cases is/).count()).toBe(0)
    await page.getByRole('button', { name: 'Compare with today' }).click()
    await page
      .getByText(
        /^Different from today: 0 rules and 0 fields\. Linked records count with their values at that time\.$/,
      )
      .waitFor()
    await lookAt(page, 'workflow-run-linked')
    await picture(page, 'workflow-run-linked')
  })

  it('counts the records that took a rule, lists them, and says in its panel how it comes out in the trial', async () => {
    const { id } = AppView.parse(await callTenant(demo, 'post', '/apps', TRIAGE))
    const make = async (fields: object) =>
      RecordView.parse(await callTenant(demo, 'post', `/apps/${id}/records`, { fields }))
    const urgent = { title: 'Outage', status: 'new', severity: 'high', source: 'Phone' }
    const first = await make(urgent)
    const second = await make({ ...urgent, title: 'Fire' })
    const calm = await make({ ...urgent, title: 'Question', severity: 'low' })
    const saved = { version: second.version, fields: { title: 'Fire alarm' } }
    await callTenant(demo, 'patch', `/apps/${id}/records/${second.id}`, saved)
    await page.goto(`${demo.product.address}${demo.place}/workflow/${id}`)
    await page.getByText('3 = records that took it in 90 days').waitFor()
    await page.getByTitle('Taken by 2 of 3 records in 90 days').first().click()
    const dialog = page.getByRole('dialog', { name: 'Urgent' })
    await dialog.getByText('Fire alarm').waitFor()
    const listed = dialog.getByRole('list', { name: 'Records' }).getByRole('link')
    expect(await listed.allInnerTexts()).toEqual([second.trackingId, first.trackingId])
    await lookAt(page, 'workflow-taken')
    await picture(page, 'workflow-taken')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Try it' }).click()
    const trial = page.getByRole('complementary', { name: 'Try it' })
    await trial.getByRole('combobox', { name: 'Record' }).click()
    await page.getByRole('option', { name: new RegExp(`^${first.trackingId} `) }).click()
    await trial.getByText(/1 of 2 rules fired/).waitFor()
    await page.getByRole('treeitem', { name: /^Urgent/ }).click()
    const panel = page.getByRole('complementary', { name: 'Urgent' })
    await panel.getByText('Stage 1, Rules. Taken by 2 of 3 records in 90 days').waitFor()
    await panel.getByText(`True for ${first.trackingId}`, { exact: true }).waitFor()
    await lookAt(page, 'workflow-rule-trial')
    await picture(page, 'workflow-rule-trial')
    await sayOfOther(page, panel, calm.trackingId)
    await panel.getByRole('button', { name: 'Show 2 records' }).click()
    await dialog.getByText('Fire alarm').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  /** Drags a condition by its grip to an edge of another one, and waits for the line there. */
  const dragCondition = async (from: number, to: number, edge: 'top' | 'bottom') => {
    const grips = page.getByTitle('Drag to move')
    await grips.nth(from).scrollIntoViewIfNeeded()
    const row = page.locator('[data-row]').nth(to)
    const [start, end] = [await grips.nth(from).boundingBox(), await row.boundingBox()]
    if (start === null || end === null) throw new Error('A grip isn’t on the page')
    await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2)
    await page.mouse.down()
    await page.mouse.move(start.x + start.width / 2 + 6, start.y + start.height / 2, { steps: 2 })
    const y = edge === 'top' ? end.y + 4 : end.y + end.height - 4
    await page.mouse.move(end.x + 12, y, { steps: 8 })
    await page.mouse.move(end.x + 14, y)
    await page.locator(`[data-edge="${edge}"]`).waitFor()
    await picture(page, `workflow-condition-drag-${edge}`)
    await page.mouse.up()
    await page.locator('[data-edge]').waitFor({ state: 'detached' })
  }

  /** A condition without a value yet goes into the group and out of it, and keeps its field and operator. */
  const moveIncomplete = async (panel: Locator, fields: () => Promise<string[]>) => {
    const operators = panel.getByRole('combobox', { name: 'Condition', exact: true })
    await panel.getByRole('button', { name: 'Condition', exact: true }).last().click()
    await panel.getByRole('combobox', { name: 'Field' }).nth(2).click()
    await page.getByRole('option', { name: 'Title', exact: true }).click()
    await operators.nth(2).click()
    await page.getByRole('option', { name: 'starts with', exact: true }).click()
    await expect.poll(fields).toEqual(['Status', 'Severity', 'Title'])
    const menus = panel.getByRole('button', { name: 'Condition actions' })
    await menus.nth(2).focus()
    await page.keyboard.press('Alt+ArrowUp')
    await panel.locator('fieldset fieldset').getByRole('combobox', { name: 'Field' }).nth(2).waitFor()
    expect(await fields()).toEqual(['Status', 'Severity', 'Title'])
    expect(await operators.nth(2).inputValue()).toBe('starts with')
    await dragCondition(3, 0, 'top')
    await expect.poll(fields).toEqual(['Title', 'Status', 'Severity'])
    expect(await operators.first().inputValue()).toBe('starts with')
    await menus.first().click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expect.poll(fields).toEqual(['Status', 'Severity'])
  }

  it('copies, moves, groups, drags, and deletes conditions by menu, keys, and mouse, and keeps the focus with them', async () => {
    const panel = page.getByRole('complementary', { name: 'Urgent' })
    const menus = panel.getByRole('button', { name: 'Condition actions' })
    const fields = () =>
      panel
        .getByRole('combobox', { name: 'Field' })
        .evaluateAll((all) => all.map((one) => (one instanceof HTMLInputElement ? one.value : '')))
    const hasFocus = (at: number) => menus.nth(at).evaluate((one) => one === document.activeElement)
    const choose = async (at: number, item: string) => {
      await menus.nth(at).click()
      await page.getByRole('menuitem', { name: item }).click()
    }
    await expect.poll(fields).toEqual(['Status', 'Severity'])
    await choose(0, 'Duplicate')
    await expect.poll(fields).toEqual(['Status', 'Status', 'Severity'])
    await expect.poll(() => hasFocus(1)).toBe(true)
    await page.keyboard.press('Alt+ArrowDown')
    await expect.poll(fields).toEqual(['Status', 'Severity', 'Status'])
    await expect.poll(() => hasFocus(2)).toBe(true)
    await page.keyboard.press('Alt+ArrowUp')
    await page.keyboard.press('Alt+ArrowUp')
    await expect.poll(() => hasFocus(0)).toBe(true)
    await choose(2, 'Turn into a group')
    await panel.getByRole('button', { name: 'Group actions' }).waitFor()
    await expect.poll(() => hasFocus(2)).toBe(true)
    await lookAt(page, 'workflow-conditions')
    await picture(page, 'workflow-conditions')
    await choose(1, 'Move down')
    await expect.poll(fields).toEqual(['Status', 'Status', 'Severity'])
    await expect.poll(() => hasFocus(1)).toBe(true)
    await choose(0, 'Delete')
    await expect.poll(fields).toEqual(['Status', 'Severity'])
    await panel.getByText(/^False for|^True for/).waitFor()
    // The head of the group, its two conditions: out of the group, and back to its end.
    await dragCondition(2, 0, 'top')
    await expect.poll(fields).toEqual(['Severity', 'Status'])
    await expect.poll(() => hasFocus(0)).toBe(true)
    await dragCondition(0, 2, 'bottom')
    await expect.poll(fields).toEqual(['Status', 'Severity'])
    await expect.poll(() => hasFocus(1)).toBe(true)
    await moveIncomplete(panel, fields)
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByText('Revision 2', { exact: true }).first().waitFor()
    const { workflow } = await appByKey(demo, TRIAGE.key)
    const [status, severity] = TRIAGE.workflow.stages[0]?.branches[0]?.rules[0]?.when.all ?? []
    expect(workflow?.stages[0]?.branches[0]?.rules[0]?.when).toEqual({ any: [status, severity] })
  })

  it('says in the head of a run with which role it was saved, and what a smaller change would alter besides', async () => {
    const { id } = await appByKey(demo, TRIAGE.key)
    const list = await callTenant(demo, 'get', `/apps/${id}/workflow-coverage/urgent/records`)
    const [taking] = Taking.parse(list).items
    const record = taking?.record ?? { id: '' }
    const runs = `/apps/${id}/records/${record.id}/workflow-runs`
    const [run] = Runs.parse(await callTenant(demo, 'get', runs)).items.toReversed()
    const parts = `run/${run?.runId}/sequence/${run?.sequence}/workflowId/${id}/workflowVersion/1`
    await page.goto(`${demo.product.address}${demo.place}/workflow/${id}/record/${record.id}/${parts}`)
    await page.getByText(/^Alice .*, .*administrator$/i).waitFor()
    await page.getByText('Record created', { exact: true }).waitFor()
    await page.getByRole('treeitem', { name: /^Require Source/ }).click()
    await page.getByText('Still required in sequence 2').waitFor()
    await page.getByText('1 change. “Call the lead” wouldn’t be shown.').first().waitFor()
    await lookAt(page, 'workflow-run-head')
    await picture(page, 'workflow-run-head')
  })

  it('says dates and times in a reason, in the timeline, and of a run as the form does', async () => {
    const { id } = AppView.parse(await callTenant(demo, 'post', '/apps', RENEWALS))
    const records = `/apps/${id}/records`
    const first = { title: 'Firewall support', due: '2026-07-28T05:00:00.000Z', day: '2026-07-01' }
    const record = RecordView.parse(await callTenant(demo, 'post', records, { fields: first }))
    const fields = { due: '2026-07-29T05:30:00.000Z', day: '2026-07-02' }
    await callTenant(demo, 'patch', `${records}/${record.id}`, { version: record.version, fields })
    await page.goto(`${demo.product.address}${demo.place}/record/${id}/${record.id}`)
    await page.getByRole('button', { name: '1 item isn’t shown' }).click()
    await page.getByRole('button', { name: 'Why is Note as it is?' }).click()
    const why = page.getByRole('dialog').filter({ hasText: 'Why is this hidden?' })
    await why.getByText('Because Due is before 1 Aug 2026, 00:00.').waitFor()
    await why.getByText('29 Jul 2026, 06:30', { exact: true }).waitFor()
    const condition = why.getByText('Due is before 1 Aug 2026, 00:00', { exact: true })
    expect(await condition.evaluate((text) => text.scrollWidth <= text.clientWidth)).toBe(true)
    await picture(page, 'workflow-why-date')
    await page.goto(`${demo.product.address}${demo.place}/record/${id}/${record.id}`)
    await page.getByRole('tab', { name: 'Timeline' }).click()
    const change = page.getByRole('tabpanel').getByRole('listitem').filter({ hasText: '→' })
    await change.getByText('28 Jul 2026, 06:00:00').first().waitFor()
    await change.getByText('29 Jul 2026, 06:30:00').first().waitFor()
    await change.getByText('1 Jul 2026', { exact: true }).first().waitFor()
    await change.getByText('2 Jul 2026', { exact: true }).first().waitFor()
    await picture(page, 'timeline-dates')
    const found = await callTenant(demo, 'get', `${records}/${record.id}/workflow-runs`)
    const [run] = Runs.parse(found).items
    if (run === undefined) throw new Error('No run')
    await page.goto(
      `${demo.product.address}${demo.place}/workflow/${id}/record/${record.id}/run/${run.runId}/sequence/${run.sequence}/workflowId/${id}/workflowVersion/1`,
    )
    await page.getByRole('treeitem', { name: /^Due is before 1 Aug 2026, 00:00/ }).click()
    await page.getByRole('cell', { name: '29 Jul 2026, 06:30' }).waitFor()
    await picture(page, 'workflow-run-dates')
  })

  it('says in a message what the fields that it names hold, to those who can read them', async () => {
    const { id } = AppView.parse(await callTenant(demo, 'post', '/apps', VISITS))
    const records = `/apps/${id}/records`
    await page.goto(`${demo.product.address}${demo.place}/workflow/${id}`)
    await page.getByRole('treeitem', { name: /Every visit/ }).click()
    await page.getByRole('tab', { name: /^Then/ }).click()
    await page.getByRole('button', { name: 'Add action' }).click()
    await page.getByRole('menuitem', { name: 'Message' }).click()
    const text = page.getByRole('textbox', { name: 'Text' })
    const insert = async (field: string) => {
      await page.getByRole('combobox', { name: 'Insert field' }).click()
      await page.getByRole('option', { name: field, exact: true }).click()
    }
    await text.fill('Due , host ')
    await insert('Host')
    await expect.poll(() => text.inputValue()).toBe('Due , host {{host}}')
    await expect.poll(() => text.evaluate((input) => input === document.activeElement)).toBe(true)
    await text.evaluate((input) => input instanceof HTMLTextAreaElement && input.setSelectionRange(4, 4))
    await insert('Due')
    await expect.poll(() => text.inputValue()).toBe('Due {{due}}, host {{host}}')
    await page.getByRole('treeitem', { name: /Message Due \[Due\], host \[Host\]/ }).waitFor()
    await lookAt(page, 'workflow-message')
    await picture(page, 'workflow-message')
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByText('Revision 2', { exact: true }).first().waitFor()

    const fields = { title: 'Audit', due: '2026-07-28T05:00:00.000Z', host: 'Ms. Lake' }
    const record = RecordView.parse(await callTenant(demo, 'post', records, { fields }))
    const found = Runs.parse(await callTenant(demo, 'get', `${records}/${record.id}/workflow-runs`))
    const { runId } = found.items[0] ?? {}
    const place = `${demo.product.address}${demo.place}`
    const run = `${place}/workflow/${id}/record/${record.id}/run/${runId}/sequence/1/workflowId/${id}/workflowVersion/2`
    await page.goto(`${place}/record/${id}/${record.id}`)
    await page.getByText('Due 28 Jul 2026, 06:00, host Ms. Lake', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Why this message?' }).waitFor()
    await lookAt(page, 'message-values')
    await picture(page, 'message-values')
    await page.goto(run)
    await page.getByRole('treeitem', { name: /Message Due 28 Jul 2026, 06:00, host Ms\. Lake/ }).waitFor()
    const analyst = await openAs(demo, 'bob')
    try {
      const bob = analyst.page
      await bob.goto(`${place}/record/${id}/${record.id}`)
      await bob.getByText('Due 28 Jul 2026, 06:00, host …', { exact: true }).waitFor()
      await bob.goto(run)
      await bob.getByRole('treeitem', { name: /Message Due 28 Jul 2026, 06:00, host …/ }).waitFor()
      expect(await bob.locator('body').innerText()).not.toMatch(/Lake|\bHost\b|\{\{/)
    } finally {
      await analyst.close()
    }
  })

  it('shows an analyst of a run that a condition is hidden, and of an expired one which rules applied', async () => {
    const { id } = AppView.parse(await callTenant(demo, 'post', '/apps', SEALED))
    const records = `/apps/${id}/records`
    const fields = { title: 'Tip', status: 'closed', informer: 'Mr. Fox' }
    const record = RecordView.parse(await callTenant(demo, 'post', records, { fields }))
    const found = Runs.parse(await callTenant(demo, 'get', `${records}/${record.id}/workflow-runs`))
    const { runId } = found.items[0] ?? {}
    const address = `${demo.product.address}${demo.place}/workflow/${id}/record/${record.id}/run/${runId}/sequence/1/workflowId/${id}/workflowVersion/1`
    const analyst = await openAs(demo, 'bob')
    try {
      const bob = analyst.page
      await bob.goto(address)
      const hidden = bob.getByRole('treeitem', { name: 'Hidden condition hidden' })
      await hidden.waitFor()
      await bob.getByText('1 of 1 fired, 1 hidden').waitFor()
      await bob.getByText('You don’t have permission to read 1 field', { exact: true }).waitFor()
      await bob.getByText('Taken', { exact: true }).click()
      await hidden.click()
      await bob.getByText('Its condition reads something that you can’t see.').waitFor()
      expect(await bob.locator('body').innerText()).not.toMatch(/informer|Fox/i)
      await lookAt(bob, 'workflow-run-hidden')
      await bob.route('**/workflow-runs/1', async (route) => {
        const reply = await route.fetch()
        const run = Run.parse(await reply.json())
        // As the server answers once the retention has ended.
        const rules = run.rules.map((rule) => ({ ...rule, operands: [] }))
        await route.fulfill({
          response: reply,
          json: { ...run, rules, fields: {}, before: null, expiredAt: '2026-11-20T09:00:00.000Z' },
        })
      })
      await bob.reload()
      await bob.getByRole('heading', { name: 'No longer stored' }).waitFor()
      await bob
        .getByText('On 20 Nov 2026, 09:00, the values that this run read and changed were deleted.')
        .waitFor()
      await bob.getByText('“Retention” in the settings of this app is 90 days.').waitFor()
      await bob.getByRole('treeitem', { name: /^Hide Source changed/ }).waitFor()
      await lookAt(bob, 'workflow-run-expired')
    } finally {
      await analyst.close()
    }
  })
})

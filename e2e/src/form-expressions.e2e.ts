import { AppView } from '@caseloom/contract/apps/apps'
import { RecordView } from '@caseloom/contract/records/records'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lookAt } from './axe.ts'
import { picture } from './browser.ts'
import { completion } from './completion.ts'
import { type Demo, startDemo } from './demo.ts'
import { callTenant } from './demo-apps.ts'
import { oneStage } from './form-logic-apps.ts'

const options = (...labels: string[]) => labels.map((label) => ({ key: label.toLowerCase(), label }))

const CAMPAIGNS = {
  key: 'campaign',
  acronym: 'CMP',
  name: 'Campaign',
  titleField: 'title',
  listColumns: ['title'],
  fields: [
    { key: 'title', label: 'Title', type: 'text', required: true },
    { key: 'level', label: 'Level', type: 'selection', options: options('Calm', 'Hot') },
  ],
  layout: [{ title: 'Campaign', columns: 2, fields: ['title', 'level'] }],
}

const huntsOf = (campaigns: string) => ({
  key: 'hunt',
  acronym: 'HNT',
  name: 'Hunt',
  titleField: 'title',
  listColumns: ['title'],
  fields: [
    { key: 'title', label: 'Title', type: 'text', required: true },
    { key: 'boxes', label: 'Mailboxes', type: 'number' },
    { key: 'severity', label: 'Severity', type: 'selection', options: options('Low', 'Medium', 'High') },
    { key: 'campaign', label: 'Campaign', type: 'reference', app: campaigns },
  ],
  layout: [{ title: 'Hunt', columns: 2, fields: ['title', 'boxes', 'severity', 'campaign'] }],
  workflow: oneStage('Rules', [
    {
      id: 'branch',
      rules: [{ id: 'wide', name: 'Wide', when: { all: [] }, actions: [], branches: [] }],
    },
  ]),
})

describe('expressions of form logic', () => {
  let demo: Demo
  let page: Page
  let app: AppView
  let campaigns: AppView

  beforeAll(async () => {
    demo = await startDemo()
    page = demo.browser.page
    campaigns = AppView.parse(await callTenant(demo, 'post', '/apps', CAMPAIGNS))
    app = AppView.parse(await callTenant(demo, 'post', '/apps', huntsOf(campaigns.id)))
    const hot = { title: 'Tax season', level: 'hot' }
    const campaign = RecordView.parse(
      await callTenant(demo, 'post', `/apps/${campaigns.id}/records`, { fields: hot }),
    )
    const fields = { title: 'First hunt', campaign: [campaign.id] }
    await callTenant(demo, 'post', `/apps/${app.id}/records`, { fields })
    await page.goto(`${demo.product.address}${demo.place}/workflow/${app.id}`)
  })
  afterAll(() => demo?.close())

  const rule = () => page.getByRole('treeitem', { name: /^Wide/ })
  const panel = () => page.getByRole('complementary', { name: 'Wide' })
  const editor = () => panel().getByRole('textbox', { name: 'Expression' })
  const write = async (text: string) => {
    await editor().click()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(text)
  }

  it('complete fields with their types, show them as pills, and say what they give in the trial', async () => {
    await page.getByRole('button', { name: 'Try it' }).click()
    const trial = page.getByRole('complementary', { name: 'Try it' })
    await trial.getByRole('group', { name: 'Value of Mailboxes' }).getByRole('textbox').fill('30')
    await rule().click()
    await panel().getByRole('button', { name: 'Expression', exact: true }).click()
    await editor().waitFor()
    await write('record.bo')
    await completion(page, 'boxesNumber').click()
    await expect.poll(() => editor().innerText()).toBe('record.boxes')
    await page.keyboard.type(' > 25')
    await expect.poll(() => panel().locator('.cm-pill').allTextContents()).toEqual(['Mailboxes'])
    await panel().getByText('30 > 25', { exact: true }).waitFor()
    await panel().getByText('true or false', { exact: true }).first().waitFor()
    await lookAt(page, 'workflow-expression')
    await picture(page, 'workflow-expression')
  })

  it('name a problem where it is, and keep what was typed', async () => {
    await write('record.gone > 25')
    await panel().getByText('Unknown field "gone" (at character 7)').waitFor()
    await expect.poll(() => editor().getAttribute('aria-invalid')).toBe('true')
    await page.getByRole('button', { name: /Unknown field "gone"/ }).waitFor()
    await lookAt(page, 'workflow-expression-problem')
    await write('record.boxes >')
    await panel().getByRole('tab', { name: /^Then/ }).click()
    await panel().getByRole('tab', { name: 'When' }).click()
    await expect.poll(() => editor().innerText()).toBe('Mailboxes >')
    await write('record.boxes > 25')
    await expect.poll(() => editor().getAttribute('aria-invalid')).toBe('false')
  })

  it('set a value only if the current one is lower', async () => {
    await panel().getByRole('tab', { name: /^Then/ }).click()
    await panel().getByRole('button', { name: 'Add action' }).click()
    await page.getByRole('menuitem', { name: 'Set', exact: true }).click()
    const action = panel().getByRole('region', { name: 'Set' })
    const choose = async (label: string, option: string) => {
      await action.getByRole('combobox', { name: label }).click()
      await page.getByRole('option', { name: option, exact: true }).click()
    }
    await choose('Field', 'Severity')
    await action.getByText('Expression', { exact: true }).click()
    await write('record.boxes > 100 ? "high" : "medium"')
    await panel().getByText('30 > 100 ? "high" : "medium"', { exact: true }).waitFor()
    await choose('Current value', 'Replace only if lower')
    await page.getByRole('treeitem', { name: /Set Severity by expression, only if lower/ }).waitFor()
    await lookAt(page, 'workflow-only-if')
    await picture(page, 'workflow-only-if')
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByText('Revision 2', { exact: true }).first().waitFor()
  })

  it('compare a field of the linked record like one of the record itself', async () => {
    await panel().getByRole('button', { name: 'Done' }).click()
    const trial = page.getByRole('complementary', { name: 'Try it' })
    await trial.getByRole('combobox', { name: 'Record' }).click()
    await page.getByRole('option', { name: /First hunt/ }).click()
    await rule().click()
    await panel().getByRole('tab', { name: 'When' }).click()
    await panel().getByRole('button', { name: 'Condition', exact: true }).click()
    const choose = async (label: string, option: string) => {
      await panel().getByRole('combobox', { name: label }).click()
      await page.getByRole('option', { name: option, exact: true }).click()
    }
    await choose('Field', 'Campaign, Level')
    await choose('Value', 'Hot')
    await panel().getByText('Hot', { exact: true }).last().waitFor()
    await panel().getByRole('img', { name: 'true' }).last().waitFor()
    await panel()
      .getByText(/ and Campaign, Level is one of Hot: set Severity/)
      .waitFor()
    await panel().getByPlaceholder('record.boxes > 25, Campaign, Level is any of Hot').waitFor()
    await lookAt(page, 'workflow-linked-field')
    await picture(page, 'workflow-linked-field')
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByText('Revision 3', { exact: true }).first().waitFor()
    const stored = AppView.parse(await callTenant(demo, 'get', `/apps/${app.id}`))
    expect(stored.workflow?.stages[0]?.branches[0]?.rules[0]).toMatchObject({
      when: {
        all: [
          { expression: 'record.boxes > 25' },
          { linked: 'campaign', where: { field: 'level', op: 'in', value: ['hot'] } },
        ],
      },
      actions: [{ do: 'set', field: 'severity', onlyIf: 'lower', onlyIfEmpty: false }],
    })
  })

  it('are asked about by the labels of the linked app', async () => {
    const role = '0190a000-0000-7000-8000-000000000009'
    const isHot = { linked: 'campaign', where: { field: 'level', op: 'eq', value: 'hot' } }
    const when = { all: [isHot, { actor: 'role', in: [role] }] }
    const actions = [{ id: 'need', do: 'require', fields: ['boxes'] }]
    const branches = [{ id: 'branch', rules: [{ id: 'hot', when, actions, branches: [] }] }]
    const workflow = { stages: [{ id: 'stage', title: 'Rules', on: ['open'], branches }] }
    const names = { key: 'sweep', acronym: 'SWP', name: 'Sweep' }
    const sweep = { ...huntsOf(campaigns.id), ...names, workflow, confirmed: true }
    const { id } = AppView.parse(await callTenant(demo, 'post', '/apps', sweep))
    await page.goto(`${demo.product.address}${demo.place}/workflow/${id}`)
    await page.getByRole('treeitem', { name: /^Campaign, Level is Hot, user has role / }).focus()
    await page.keyboard.press('d')
    await page.getByText('off', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    const asked = page.getByRole('dialog', { name: 'Publish with warnings?' })
    await asked.getByText(/doesn’t exist: When Campaign, Level is Hot and the user has the role /).waitFor()
    await lookAt(page, 'publish-linked-names')
    await picture(page, 'publish-linked-names')
  })
})

import { AppView } from '@caseloom/contract/apps/apps'
import { RecordView } from '@caseloom/contract/records/records'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { lookAt } from './axe.ts'
import { type Demo, startDemo } from './demo.ts'
import { callTenant } from './demo-apps.ts'
import { allSaved } from './leave-field.ts'

const PATIENCE = { timeout: 20_000 }

/** Alerts lead to cases, cases to assets: chosen, made in place, followed in both directions. */
describe('references', () => {
  let demo: Demo
  let page: Page
  let apps: AppView[]
  let alerts: RecordView[]
  const made: Record<string, RecordView> = {}

  const app = (key: string) => {
    const found = apps.find((one) => one.key === key)
    if (found === undefined) throw new Error(`no app ${key}`)
    return found
  }
  const create = async (key: string, fields: object) =>
    RecordView.parse(await callTenant(demo, 'post', `/apps/${app(key).id}/records`, { fields }))
  const open = async (record: RecordView) => {
    await page.goto(`${demo.product.address}${demo.place}/record/${record.appId}/${record.id}`)
    await page.getByRole('tab', { name: 'Timeline' }).waitFor()
  }

  beforeAll(async () => {
    demo = await startDemo()
    page = demo.browser.page
    apps = z.object({ items: z.array(AppView) }).parse(await callTenant(demo, 'get', '/apps')).items
    const found = await callTenant(demo, 'post', `/apps/${app('alert').id}/records/search`, { limit: 30 })
    alerts = z.object({ items: z.array(RecordView) }).parse(found).items
    for (const [at, title] of ['Ransomware note on the finance share', 'Stolen laptop'].entries())
      made[`case${at}`] = await create('case', { title })
    const kind = app('asset').fields.find((field) => field.key === 'kind')
    const options = kind?.type === 'selection' ? kind.options : []
    for (const [at, name] of ['WKS-0447', 'NW-DC01', 'FS-02'].entries())
      made[`asset${at}`] = await create('asset', { name, kind: options[at]?.key ?? '' })
  })
  afterAll(() => demo?.close())

  const picker = (name: RegExp | string) => page.getByRole('combobox', { name })

  it('chooses a record while one types, by keys alone', async () => {
    const [alert] = alerts
    if (alert === undefined) throw new Error('no alerts')
    await open(alert)
    await page.getByRole('button', { name: 'Edit Case' }).focus()
    await page.keyboard.press('Enter')
    await picker('Case').pressSequentially('ransom')
    const option = page.getByRole('option', { name: /Ransomware note/ })
    await option.waitFor()
    await lookAt(page, 'references-picker')
    await picker('Case').press('Enter')
    await page.getByText('Ransomware note on the finance share').first().waitFor()
    await allSaved(page)
    await page.getByRole('link', { name: /Ransomware note/ }).waitFor()
    await lookAt(page, 'references-single')
    await page.getByRole('tab', { name: 'Timeline' }).click()
    const thread = page.getByRole('tabpanel')
    await thread.getByText('linked a record').first().waitFor()
    await thread
      .getByRole('link', { name: /^CAS-\d+ Ransomware note/ })
      .first()
      .waitFor()
  })

  it('makes the missing record in place, and asks for what it requires', async () => {
    const [, alert] = alerts
    if (alert === undefined) throw new Error('no alerts')
    await open(alert)
    await page.getByRole('button', { name: 'Edit Case' }).click()
    await picker('Case').fill('Invoice fraud by a lookalike domain')
    await page.getByRole('option', { name: 'Create new case…' }).click()
    const dialog = page.getByRole('dialog', { name: 'New case' })
    await expect
      .poll(() => dialog.getByRole('textbox', { name: /^Title/ }).inputValue())
      .toBe('Invoice fraud by a lookalike domain')
    await lookAt(page, 'references-create')
    await dialog.getByRole('textbox', { name: /^Title/ }).fill('')
    await dialog.getByRole('button', { name: 'Create and select' }).click()
    await dialog.getByText('This field is required').first().waitFor()
    await dialog.getByRole('textbox', { name: /^Title/ }).fill('Invoice fraud')
    await dialog.getByRole('button', { name: 'Create and select' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await allSaved(page)
    await page.getByRole('link', { name: /Invoice fraud/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Invoice fraud' }).waitFor()
  })

  it('shows several with their columns, adds and removes them as one chooses', async () => {
    const record = made['case0']
    if (record === undefined) throw new Error('no case')
    await open(record)
    await page.getByRole('tab', { name: 'Investigation' }).click()
    await page.getByRole('button', { name: 'Add to Assets' }).click()
    await picker('Add to Assets').fill('WKS')
    await page.getByRole('option', { name: /WKS-0447/ }).click()
    await picker('Add to Assets').fill('NW-DC')
    await page.getByRole('option', { name: /NW-DC01/ }).click()
    await page.keyboard.press('Escape')
    await allSaved(page)
    const table = page.getByRole('table', { name: 'Assets' })
    await expect.poll(() => table.getByRole('row').count(), PATIENCE).toBe(3)
    await table.getByRole('button', { name: /^Remove [A-Z]+-1$/ }).click()
    await lookAt(page, 'references-table')
    await allSaved(page)
    await expect.poll(() => table.getByRole('row').count(), PATIENCE).toBe(2)
  })

  it('lists what is related in both directions, with counts', async () => {
    const record = made['case0']
    if (record === undefined) throw new Error('no case')
    for (const alert of alerts.slice(2, 27))
      await callTenant(demo, 'patch', `/apps/${alert.appId}/records/${alert.id}`, {
        version: alert.version,
        fields: { case: record.trackingId },
      })
    await open(record)
    await page.getByRole('tab', { name: /^Related/ }).click()
    const group = page.getByRole('region', { name: 'Alerts' })
    await group.getByText('26', { exact: true }).waitFor()
    await page.getByRole('region', { name: 'Assets' }).waitFor()
    await lookAt(page, 'references-related')
    await group.getByRole('button', { name: 'Show more' }).click()
    await expect.poll(() => group.getByRole('listitem').count(), PATIENCE).toBe(26)
    await group.getByRole('link').first().click()
    await page.getByRole('tab', { name: 'Timeline' }).waitFor()
    await page.getByRole('link', { name: /Ransomware note/ }).waitFor()
  })

  it('filters by what is linked', async () => {
    await page.goto(`${demo.product.address}${demo.place}/search/${app('alert').id}`)
    const grid = page.getByRole('grid', { name: 'Alert' })
    await grid.getByRole('row').nth(2).waitFor()
    await page.getByRole('button', { name: 'Advanced' }).click()
    const dialog = page.getByRole('dialog', { name: 'Filter' })
    await dialog.getByRole('button', { name: 'Add condition on linked records' }).click()
    const choose = async (name: string, option: string) => {
      await dialog.getByRole('combobox', { name }).last().click()
      await page.getByRole('option', { name: option, exact: true }).click()
    }
    await choose('Linked records', 'Case')
    await choose('Criteria', 'a record where')
    await choose('Condition', 'contains')
    await dialog.getByRole('textbox', { name: 'Value' }).last().fill('invoice')
    await lookAt(page, 'references-filter')
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await expect.poll(() => grid.getByRole('row').count(), PATIENCE).toBe(2)
  })

  it('says where nothing is related', async () => {
    const record = made['asset2']
    if (record === undefined) throw new Error('no asset')
    await open(record)
    await page.getByRole('tab', { name: /^Related/ }).click()
    await page.getByRole('heading', { name: 'No related records' }).waitFor()
    expect(demo.browser.errors.filter((text) => !/400|401|404/.test(text))).toEqual([])
  })
})

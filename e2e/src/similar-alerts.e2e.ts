import { AppView } from '@caseloom/contract/apps/apps'
import { RecordView } from '@caseloom/contract/records/records'
import type { Page } from 'playwright-core'
import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lookAt } from './axe.ts'
import { type Demo, startDemo } from './demo.ts'
import { anyRecord, appByKey, callTenant } from './demo-apps.ts'

const SIGNALS = {
  key: 'signal',
  acronym: 'SGN',
  name: 'Signal',
  titleField: 'title',
  listColumns: ['title', 'rule', 'host'],
  fields: [
    { key: 'title', label: 'Title', type: 'text', required: true },
    { key: 'rule', label: 'Rule', type: 'text' },
    { key: 'host', label: 'Host', type: 'text' },
    { key: 'account', label: 'Account', type: 'text' },
    { key: 'seen', label: 'Observables', type: 'observables' },
    {
      key: 'status',
      label: 'Status',
      type: 'selection',
      display: 'state',
      default: 'new',
      options: [
        { key: 'new', label: 'New' },
        { key: 'closed', label: 'Closed' },
      ],
    },
  ],
  layout: [{ title: 'Signal', columns: 1, fields: ['title', 'rule', 'host', 'account', 'seen', 'status'] }],
}

const Outcomes = z.object({ results: z.array(z.object({ outcome: z.string() })) })

/** From a rule in the app builder to a storm of alerts in one row, of which one is split off. */
describe('similar alerts', () => {
  let demo: Demo
  let page: Page
  let app: AppView

  beforeAll(async () => {
    demo = await startDemo()
    page = demo.browser.page
    app = AppView.parse(await callTenant(demo, 'post', '/apps', SIGNALS))
  })
  afterAll(() => demo?.close())

  const open = async (path: string) => page.goto(`${demo.product.address}${demo.place}/${path}`)
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  /** The tab of the record, once it has this count. */
  const similar = (count: number) =>
    page.getByRole('tab', { name: 'Similar', exact: true }).filter({ hasText: String(count) })
  const send = async (count: number, fields: object) => {
    const commands = Array.from({ length: count }, (_, at) => ({
      create: { title: `Attempt ${at + 1}`, account: `svc-${at + 1}`, ...fields },
    }))
    const reply = await callTenant(demo, 'post', `/apps/${app.id}/records/batch`, { commands })
    return Outcomes.parse(reply).results.map(({ outcome }) => outcome)
  }

  it('a rule is built and published', async () => {
    await open(`app-builder/${app.id}`)
    await page.getByRole('radiogroup', { name: 'App sections' }).getByText('Records', { exact: true }).click()
    await button('Add rule').click()
    const rule = page.getByRole('region', { name: 'Correlation rule Same values' })
    const fields = rule.getByLabel('Same values in')
    for (const field of ['Rule', 'Host']) {
      await fields.fill(field)
      await page.getByRole('option', { name: field, exact: true }).click()
    }
    await fields.press('Escape')
    await rule.getByRole('textbox', { name: 'Name' }).fill('Same rule and host')
    await lookAt(page, 'correlation-rule')
    await button('Publish').click()
    await page.getByText('Revision 2', { exact: true }).first().waitFor()
    const { correlation } = await appByKey(demo, 'signal')
    expect(correlation).toMatchObject([
      { name: 'Same rule and host', fields: ['rule', 'host'], within: 3600, into: 'open' },
    ])
  })

  it('a storm becomes one record, whose row opens in place', async () => {
    const outcomes = await send(12, { rule: 'Password spray', host: 'HOST-1', seen: ['203.0.113.130'] })
    expect(outcomes).toEqual(['created', ...Array.from({ length: 11 }, () => 'folded')])
    await send(1, { title: 'Elsewhere', rule: 'Password spray', host: 'host-2' })
    await open(`search/${app.id}`)
    const grid = page.getByRole('grid', { name: 'Signal' })
    await grid.getByRole('row').filter({ hasText: 'Attempt 1' }).first().waitFor()
    const pill = grid.getByRole('button', { name: '11 similar' })
    await pill.click()
    await grid.getByText('Attempt 12').waitFor()
    await lookAt(page, 'similar-list')
    await pill.click()
    await grid.getByText('Attempt 12').waitFor({ state: 'hidden' })
  })

  it('an alert is split off, and folded back', async () => {
    const { id } = await anyRecord(demo, app.id, { field: 'host', op: 'eq', value: 'HOST-1' })
    await open(`record/${app.id}/${id}`)
    await similar(11).click()
    const grid = page.getByRole('grid', { name: 'Similar records' })
    await grid.getByText('Attempt 12').waitFor()
    await lookAt(page, 'similar-tab')
    await grid.getByRole('button', { name: 'Split off Attempt 12' }).click()
    await page.getByText('is a record of its own').first().waitFor()
    await similar(10).waitFor()
    const split = await anyRecord(demo, app.id, { field: 'title', op: 'eq', value: 'Attempt 12' })
    expect(split.fields['account']).toBe('svc-12')
    await button('Undo').click()
    await similar(11).waitFor()
    await expect(anyRecord(demo, app.id, { field: 'title', op: 'eq', value: 'Attempt 12' })).rejects.toThrow()
    await page.getByRole('tab', { name: 'Timeline' }).click()
    await page.getByText('folded in 11 similar records').waitFor()
  })

  it('a record created by hand is folded too, and the page says so', async () => {
    await open(`record/${app.id}/new`)
    await page.getByRole('textbox', { name: 'Title' }).fill('By hand')
    await page.getByRole('textbox', { name: 'Rule' }).fill('password spray')
    await page.getByRole('textbox', { name: 'Host' }).fill('host-1')
    // The notice is gone after some seconds.
    const said = page
      .getByText(/Added to SGN-\d+ as a similar record/)
      .first()
      .waitFor({ state: 'attached' })
    await Promise.all([said, button('Save').click()])
    await similar(12).waitFor()
  })

  it('records that stay on their own are shown in one row, by the view that says so', async () => {
    const { revision, correlation = [], ...rest } = await appByKey(demo, 'signal')
    const { name, titleField, listColumns, layout, fields } = rest
    const shape = { name, titleField, listColumns, layout, fields, revision }
    const rules = correlation.map((rule) => ({ ...rule, into: 'list' }))
    app = AppView.parse(await callTenant(demo, 'put', `/apps/${app.id}`, { ...shape, correlation: rules }))
    expect(await send(4, { rule: 'Port scan', host: 'edge' })).toEqual(
      Array.from({ length: 4 }, () => 'created'),
    )
    await open(`search/${app.id}`)
    const grid = page.getByRole('grid', { name: 'Signal' })
    await grid.getByText('Attempt 3').waitFor()
    await button('Group').click()
    await page.getByRole('option', { name: 'Similar records' }).click()
    await grid.getByText('Attempt 3').waitFor({ state: 'hidden' })
    await grid.getByRole('button', { name: '3 similar' }).click()
    await grid.getByText('Attempt 3').waitFor()
    expect(new URL(page.url()).searchParams.get('similar')).toBe('1')
    const { id } = RecordView.parse(
      await anyRecord(demo, app.id, { field: 'title', op: 'eq', value: 'Attempt 3' }),
    )
    await grid.getByText('Attempt 3').click()
    await page.waitForURL(new RegExp(id))
  })
})

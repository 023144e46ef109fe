import { PlaybookView } from '@caseloom/contract/automation/automation'
import { AppView } from '@caseloom/contract/apps/apps'
import { ObservableView } from '@caseloom/contract/records/observable-lookups'
import { RecordView } from '@caseloom/contract/records/records'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lookAt } from './axe.ts'
import { type Demo, startDemo } from './demo.ts'
import { callTenant } from './demo-apps.ts'

const OPEN = '203.0.113.10'
const MARKED = '203.0.113.11'
/** On a warning list that comes with the product. */
const RESOLVER = '8.8.8.8'
const ASSET = {
  key: 'reputation',
  name: 'Reputation account',
  connector: 'http',
  auth: 'none',
  settings: { baseUrl: 'https://reputation.example' },
}
/** It has a step with the asset, which is never reached: nothing leaves this machine. */
const LOOK_UP = {
  playbook: 'reputation',
  title: 'Reputation',
  component: { looksUp: ['ipv4'] },
  inputs: { type: 'object', properties: { observables: { type: 'array', default: [] } } },
  steps: [
    {
      key: 'store',
      action: 'observable.verdict',
      with: {
        source: 'Reputation',
        lookups:
          '{% [inputs.observables.{"kind": kind, "value": value, "verdict": "suspicious", "score": 50}] %}',
      },
    },
    {
      key: 'ask',
      action: 'http.request',
      asset: 'reputation',
      after: [{ step: 'store', when: '{% false %}' }],
      with: { url: '/' },
    },
  ],
}

/** What may be sent to look-ups, what is looked up on arrival, and the lists that observables are on. */
describe('observables of an app with lists and limits', () => {
  let demo: Demo
  let page: Page
  let app: AppView
  let record: RecordView
  let grid: Locator

  const create = async (title: string, seen: readonly object[]) =>
    RecordView.parse(await callTenant(demo, 'post', `/apps/${app.id}/records`, { fields: { title, seen } }))
  const row = (value: string) => grid.getByRole('row').filter({ hasText: value })
  const go = (path: string) =>
    page.goto(`${demo.product.address}${demo.place}${path}`, { waitUntil: 'domcontentloaded' })
  const openTab = async (of: RecordView) => {
    await go(`/record/${app.id}/${of.id}?tab=observables`)
    grid = page.getByRole('treegrid', { name: 'Observables of Seen' })
    await grid.waitFor()
  }

  beforeAll(async () => {
    demo = await startDemo()
    page = demo.browser.page
    app = AppView.parse(
      await callTenant(demo, 'post', '/apps', {
        key: 'listed_case',
        acronym: 'LSC',
        name: 'Listed case',
        icon: 'briefcase',
        titleField: 'title',
        listColumns: ['title'],
        layout: [{ title: 'Case', columns: 1, fields: ['title', 'seen'] }],
        fields: [
          { key: 'title', label: 'Title', type: 'text', required: true },
          { key: 'seen', label: 'Seen', type: 'observables' },
        ],
      }),
    )
    record = await create('Beacon', [
      { value: OPEN, tlp: 'green' },
      { value: MARKED, tlp: 'red' },
      { value: RESOLVER, tlp: 'green' },
    ])
    await callTenant(demo, 'post', '/orchestration/api/assets', ASSET)
    const draft = PlaybookView.parse(
      await callTenant(demo, 'post', '/orchestration/api/playbooks', { document: LOOK_UP }),
    )
    await callTenant(demo, 'post', `/orchestration/api/playbooks/${draft.id}/publish`, {
      revision: draft.revision,
    })
  })
  afterAll(() => demo?.close())

  it('are limited by an asset that look-ups use', async () => {
    await go('/orchestration/assets')
    await page.getByRole('row').filter({ hasText: 'Reputation account' }).click()
    const panel = page.getByRole('complementary', { name: 'Reputation account' })
    await panel.getByRole('button', { name: 'Edit' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit Reputation account' })
    await dialog.getByRole('combobox', { name: 'Highest TLP' }).click()
    await page.getByRole('option', { name: 'TLP:GREEN' }).click()
    await lookAt(page, 'asset-limits')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await panel.getByText('TLP:GREEN').waitFor()
  })

  it('above the limit are skipped, with the reason', async () => {
    await openTab(record)
    await page.getByRole('button', { name: /^Enrich all/ }).click()
    const asked = page.getByRole('dialog', { name: 'Run Reputation?' })
    await asked.getByRole('button', { name: 'Enrich' }).click()
    const skipped = page.getByRole('dialog', { name: '1 observable wasn’t looked up' })
    await skipped.getByText('TLP:RED is above TLP:GREEN, the limit of Reputation account').waitFor()
    await skipped.getByText('203[.]0[.]113[.]11').waitFor()
    await lookAt(page, 'observables-skipped')
    await skipped.getByRole('button', { name: 'Close' }).last().click()
    await skipped.waitFor({ state: 'hidden' })
    await row('203[.]0[.]113[.]10').filter({ hasText: 'Suspicious' }).waitFor()
    await row('203[.]0[.]113[.]11').filter({ hasText: 'Unknown' }).waitFor()
  })

  it('are put on a block list, which a table is', async () => {
    await go('/orchestration/tables')
    await page.getByRole('button', { name: 'New table' }).click()
    const form = page.getByRole('dialog', { name: 'New table' })
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Perimeter')
    await form.getByRole('textbox', { name: 'Rows expire after (days)' }).fill('30')
    await form.getByRole('combobox', { name: 'List of observables' }).click()
    await page.getByRole('option', { name: 'Block list', exact: true }).click()
    await form.getByRole('checkbox', { name: /^Everyone who can edit records/ }).check()
    await lookAt(page, 'table-block-list')
    await form.getByRole('button', { name: 'Create table' }).click()
    await form.waitFor({ state: 'hidden' })
    await openTab(record)
    const link = row('203[.]0[.]113[.]10').getByRole('link')
    const card = page.getByRole('group', { name: '203[.]0[.]113[.]10' })
    await link.hover()
    await card.waitFor()
    await page.getByRole('button', { name: 'Block', exact: true }).click()
    await card.getByText('On block list').waitFor()
    await lookAt(page, 'observable-card-lists')
    await row('203[.]0[.]113[.]10').getByRole('img', { name: 'On block list: Perimeter' }).waitFor()
    await page.mouse.move(0, 0)
    await card.waitFor({ state: 'hidden' })
  })

  it('show all lists on their page, and leave them there', async () => {
    await row('203[.]0[.]113[.]10').getByRole('link').click()
    await page.getByRole('heading', { name: '203[.]0[.]113[.]10' }).waitFor()
    const lists = page.getByRole('list', { name: 'Lists' })
    await lists.getByRole('link', { name: 'Perimeter' }).waitFor()
    await lookAt(page, 'observable-page-lists')
    await lists.getByRole('button', { name: 'Remove from Perimeter' }).click()
    await page.getByText('Not on any list').waitFor()
    await page.getByRole('button', { name: 'Block', exact: true }).waitFor()
    await openTab(record)
    await row('8[.]8[.]8[.]8').getByRole('link').click()
    await page.getByText('On warning list').waitFor()
    await page
      .getByRole('list', { name: 'Lists' })
      .getByRole('link', { name: 'Public DNS resolvers' })
      .waitFor()
  })

  it('are looked up when they come to a record of an app that says so', async () => {
    await go(`/app-builder/${app.id}`)
    const sections = page.getByRole('radiogroup', { name: 'App sections' })
    await sections.getByText('Settings', { exact: true }).click()
    await page.getByRole('switch', { name: 'Look up new observables automatically' }).check()
    await lookAt(page, 'app-enrich-new')
    await page.getByRole('button', { name: 'Publish' }).click()
    const setting = async () => AppView.parse(await callTenant(demo, 'get', `/apps/${app.id}`)).enrichNew
    await expect.poll(setting).toBe(true)
    // Changes are read from a moment after publishing; a record made before that waits for Enrich.
    const made: RecordView[] = []
    const valueOf = (nth: number) => `203.0.113.${100 + nth}`
    const lookedUp = async () => {
      for (const [nth, one] of made.entries()) {
        const query = new URLSearchParams({ kind: 'ipv4', value: valueOf(nth) })
        const view = ObservableView.parse(await callTenant(demo, 'get', `/observables/one?${query}`))
        if (view.lookups.length > 0) return one
      }
      made.push(await create('Arrived', [{ value: valueOf(made.length), tlp: 'green' }]))
      return null
    }
    await expect.poll(lookedUp, { timeout: 30_000, interval: 1_000 }).not.toBeNull()
    await openTab((await lookedUp()) ?? record)
    await grid.getByRole('row').filter({ hasText: 'Suspicious' }).first().waitFor()
    await go('/orchestration/runs')
    await page.getByRole('row').filter({ hasText: 'New observables' }).first().waitFor()
  })
})

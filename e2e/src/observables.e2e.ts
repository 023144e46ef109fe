import { PlaybookView } from '@caseloom/contract/automation/automation'
import { AppView } from '@caseloom/contract/apps/apps'
import { ObservableView } from '@caseloom/contract/records/observable-lookups'
import { RecordView } from '@caseloom/contract/records/records'
import { Observable } from '@caseloom/contract/values/case-fields'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lookAt } from './axe.ts'
import { type Demo, startDemo } from './demo.ts'
import { callTenant } from './demo-apps.ts'

const MANY = 1_000
/** What it says of a value follows from nothing: another system would answer. */
const REPUTATION = {
  playbook: 'reputation-b',
  title: 'Reputation B',
  component: { looksUp: ['ipv4', 'domain'] },
  inputs: { type: 'object', properties: { observables: { type: 'array', default: [] } } },
  steps: [
    {
      key: 'store',
      action: 'observable.verdict',
      with: {
        source: 'Reputation B',
        lookups:
          '{% [inputs.observables.{"kind": kind, "value": value, "verdict": "suspicious", "score": 50}] %}',
      },
    },
  ],
}
const said = (name: string, judged: string, more: object) => {
  const [kind, value] = name.split(' ')
  const [verdict, score] = judged.split(' ')
  return { kind, value, verdict, score: Number(score), ...more }
}

const contains = (place: Locator, text: string) => place.filter({ hasText: text }).first().waitFor()
const gone = (place: Locator) => expect.poll(() => place.count()).toBe(0)

/** The observables of a record, what is known of them, and the page of each. */
describe('observables', () => {
  let demo: Demo
  let page: Page
  let app: AppView
  let record: RecordView
  let grid: Locator

  const create = async (title: string, seen: readonly string[]) =>
    RecordView.parse(
      await callTenant(demo, 'post', `/apps/${app.id}/records`, {
        fields: { title, seen: seen.map((value) => ({ value })) },
      }),
    )
  const stored = async () => {
    const view = await callTenant(demo, 'get', `/apps/${app.id}/records/${record.id}`)
    return Observable.array().parse(RecordView.parse(view).fields['seen'])
  }
  const one = async (kind: string, value: string) =>
    ObservableView.parse(
      await callTenant(demo, 'get', `/observables/one?${new URLSearchParams({ kind, value })}`),
    )
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
        key: 'sighting_case',
        acronym: 'SGC',
        name: 'Sighting case',
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
    await create('The same address a day before', ['203.0.113.241'])
    record = await create('Ransomware staging', [
      '203.0.113.241',
      '198.51.100.18',
      'invoice-portal.example',
      'backup.example',
      'd41d8cd98f00b204e9800998ecf8427e',
    ])
    const expiresAt = new Date(Date.now() + 24 * 3_600_000).toISOString()
    for (const body of [
      said('ipv4 203.0.113.241', 'suspicious 41', { source: 'Reputation A', summary: 'Port scan' }),
      said('ipv4 203.0.113.241', 'malicious 96', {
        source: 'Reputation A',
        summary: '12 reports: brute force',
        link: 'https://reputation.example/203.0.113.241',
        expiresAt,
      }),
      said('ipv4 203.0.113.241', 'suspicious 60', { source: 'Passive DNS' }),
      said('domain invoice-portal.example', 'suspicious 54', { source: 'Reputation A' }),
      said('domain backup.example', 'clean 0', { source: 'Reputation A' }),
    ])
      await callTenant(demo, 'post', '/observables/verdicts', body)
    await openTab(record)
  })
  afterAll(() => demo?.close())

  it('are listed by type, with verdict, sources, and sightings', async () => {
    await contains(grid.getByRole('row', { name: /^IPv4/ }), '2')
    const address = row('203[.]0[.]113[.]241')
    await contains(address, 'Malicious')
    await contains(address, '96')
    await address.getByRole('img', { name: /Reputation A: Malicious 96.*brute force/ }).waitFor()
    await address.locator('[title^="2 records"]').waitFor()
    await contains(row('198[.]51[.]100[.]18'), 'Unknown')
    await lookAt(page, 'observables')
  })

  it('are narrowed by text and by verdict', async () => {
    await page.getByRole('textbox', { name: 'Filter 5 values' }).fill('203[.]0.113.241')
    await row('203[.]0[.]113[.]241').waitFor()
    await gone(row('backup[.]example'))
    await page.getByRole('textbox', { name: 'Filter 5 values' }).fill('')
    await page.getByRole('button', { name: 'Suspicious 1' }).click()
    await row('invoice-portal[.]example').waitFor()
    await gone(row('203[.]0[.]113[.]241'))
    await page.getByRole('button', { name: 'Suspicious 1' }).click()
    await row('203[.]0[.]113[.]241').waitFor()
  })

  it('are copied defanged, added, marked, and removed', async () => {
    await grid.focus()
    await expect.poll(() => grid.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.press('y')
    await page.getByText('5 values copied, defanged').waitFor()
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('textbox', { name: 'Text with observables' }).fill('evil[.]example and 192.0.2.9')
    await page.getByRole('button', { name: 'Add 2 observables' }).click()
    await row('evil[.]example').waitFor()
    const menuOf = async (value: string, item: string) => {
      await row(value).hover()
      await row(value)
        .getByRole('button', { name: `Actions for ${value}` })
        .click()
      await page.getByRole('menuitem', { name: item }).waitFor()
      await page.getByRole('menuitem', { name: item }).click()
      await gone(page.getByRole('menu'))
    }
    await menuOf('evil[.]example', 'Mark as IOC')
    await contains(row('evil[.]example'), 'IOC')
    await menuOf('192[.]0[.]2[.]9', 'Remove')
    await gone(row('192[.]0[.]2[.]9'))
    await expect
      .poll(async () => (await stored()).filter(({ ioc }) => ioc).map(({ value }) => value))
      .toEqual(['evil.example'])
    expect((await stored()).map(({ value }) => value)).not.toContain('192.0.2.9')
  })

  it('have a page with what is known of them, where people decide', async () => {
    await row('203[.]0[.]113[.]241').getByRole('link').focus()
    await page.keyboard.press('Enter')
    const title = page.getByRole('heading', { name: '203[.]0[.]113[.]241' })
    await title.waitFor()
    await page.getByRole('link', { name: 'The same address a day before' }).waitFor()
    await contains(page.getByRole('table', { name: 'Lookups' }), '12 reports: brute force')
    const report = page.getByRole('link', { name: 'Open report' })
    expect(await report.getAttribute('href')).toBe('https://reputation.example/203.0.113.241')
    await page.getByRole('button', { name: '1 earlier result' }).click()
    await contains(page.getByRole('table', { name: 'History' }), 'Port scan')
    await lookAt(page, 'observable-page')
    await page.getByRole('button', { name: 'Set verdict' }).click()
    const dialog = page.getByRole('dialog', { name: 'Set verdict' })
    await dialog.getByRole('combobox', { name: 'Verdict' }).click()
    await page.getByRole('option', { name: 'Clean' }).click()
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Our own scanner')
    await lookAt(page, 'observable-verdict')
    await dialog.getByRole('button', { name: 'Set verdict' }).click()
    await gone(dialog)
    await contains(page.getByRole('table', { name: 'Lookups' }), 'Our own scanner')
    expect((await one('ipv4', '203.0.113.241')).overall).toEqual({
      verdict: 'clean',
      score: null,
      source: 'Analyst',
    })
    await page.keyboard.press('Escape')
    await contains(row('203[.]0[.]113[.]241'), 'Clean')
    await callTenant(demo, 'delete', '/observables/verdicts?kind=ipv4&value=203.0.113.241')
    await contains(row('203[.]0[.]113[.]241'), 'Malicious')
  })

  it('show a card at their name, which Escape closes', async () => {
    await row('203[.]0[.]113[.]241').getByRole('link').hover()
    const card = page.getByRole('group', { name: '203[.]0[.]113[.]241' })
    await card.getByRole('link', { name: 'The same address a day before' }).waitFor()
    await contains(card, 'Reputation A')
    await lookAt(page, 'observable-card')
    // Another size of the window may have scrolled the list, which closes it.
    await page.mouse.move(0, 0)
    await gone(card)
    await row('203[.]0[.]113[.]241').getByRole('link').hover()
    await card.waitFor()
    await page.keyboard.press('Escape')
    await gone(card)
    await grid.waitFor()
    await row('203[.]0[.]113[.]241').getByRole('link').focus()
    await card.waitFor()
    await page.keyboard.press('Escape')
    await gone(card)
  })

  it('are enriched by the playbooks that look up their types', async () => {
    const enrich = page.getByRole('button', { name: /^Enrich all/ })
    await expect.poll(() => enrich.getAttribute('aria-disabled')).toBe('true')
    const draft = PlaybookView.parse(
      await callTenant(demo, 'post', '/orchestration/api/playbooks', { document: REPUTATION }),
    )
    await callTenant(demo, 'post', `/orchestration/api/playbooks/${draft.id}/publish`, {
      revision: draft.revision,
    })
    await openTab(record)
    await expect.poll(() => enrich.getAttribute('aria-disabled')).toBe(null)
    await enrich.click()
    const dialog = page.getByRole('dialog', { name: 'Run Reputation B?' })
    await contains(dialog, 'sets verdicts on observables')
    await lookAt(page, 'observables-enrich')
    await dialog.getByRole('button', { name: 'Enrich' }).click()
    await row('198[.]51[.]100[.]18')
      .getByRole('img', { name: /Reputation B: Suspicious 50/ })
      .waitFor()
    await contains(row('198[.]51[.]100[.]18'), 'Suspicious')
    await contains(row('d41d8cd98f00b204e9800998ecf8427e'), 'Unknown')
    await row('d41d8cd98f00b204e9800998ecf8427e').hover()
    await row('d41d8cd98f00b204e9800998ecf8427e')
      .getByRole('button', { name: /^Actions for/ })
      .click()
    const item = page.getByRole('menuitem', { name: /^Enrich/ })
    await item.waitFor()
    expect(await item.isDisabled()).toBe(true)
    await page.keyboard.press('Escape')
    await gone(page.getByRole('menu'))
    await lookAt(page, 'observables-enriched')
  })

  it('are found by the search', async () => {
    await go('/search?q=invoice-portal[.]example')
    const found = page.getByRole('link', { name: /^Domain invoice-portal\[\.\]example.*Suspicious/ })
    await found.waitFor()
    await lookAt(page, 'observable-found')
    await found.click()
    await page.getByRole('heading', { name: 'invoice-portal[.]example' }).waitFor()
    await page.goBack()
    await found.waitFor()
  })

  it('stay fast when there are many: only those in view are drawn', async () => {
    const many = await create(
      'A long list',
      Array.from({ length: MANY }, (_, at) => `host-${at}.example`),
    )
    await openTab(many)
    await page.getByRole('textbox', { name: `Filter 1,000 values` }).waitFor()
    await page.getByRole('button', { name: 'Unknown 1,000' }).waitFor()
    expect(await grid.getByRole('row').count()).toBeLessThan(80)
    await page.getByRole('textbox', { name: 'Filter 1,000 values' }).fill('host-999.')
    await contains(row('host-999[.]example'), 'Unknown')
  })
})

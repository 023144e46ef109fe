import { AppView } from '@caseloom/contract/apps/apps'
import { RecordPage } from '@caseloom/contract/records/records'
import type { Product } from '@caseloom/testkit/product'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { lookAt } from './axe.ts'
import type { Browser } from './browser.ts'
import { type Demo, startDemo } from './demo.ts'
import { leaveField } from './leave-field.ts'

const Named = z.looseObject({ id: z.string() })
const SHA = 'E3B0C44298FC1C149AFBF4C8996FB92427AE41E4649B934CA495991B7852B855'
const options = [
  { key: 'low', label: 'Low', colour: 'blue', description: 'Can wait until tomorrow' },
  { key: 'high', label: 'High', colour: 'red', description: 'Someone has to look now' },
]

const fields = [
  { key: 'title', label: 'Title', type: 'text', required: true },
  { key: 'found_on', label: 'Found on', type: 'date' },
  { key: 'call_at', label: 'Call at', type: 'time' },
  { key: 'effort', label: 'Effort', type: 'duration' },
  { key: 'mail', label: 'Mail', type: 'text', format: 'email' },
  { key: 'source', label: 'Source address', type: 'text', format: 'ip' },
  { key: 'phone', label: 'Phone', type: 'text', format: 'telephone' },
  { key: 'digest', label: 'Digest', type: 'text', format: 'hash' },
  { key: 'words', label: 'Words', type: 'list' },
  { key: 'ports', label: 'Ports', type: 'list', of: 'number', maxItems: 3 },
  { key: 'helpers', label: 'Helpers', type: 'user', multiple: true },
  { key: 'team', label: 'Team', type: 'group' },
  { key: 'urgency', label: 'Urgency', type: 'selection', options, control: 'radio' },
  { key: 'marks', label: 'Marks', type: 'selection', multiple: true, options, control: 'checkbox' },
  { key: 'rating', label: 'Rating', type: 'selection', options },
]
const keys = fields.map((field) => field.key)

/** Every newer type of field: filled by the form, read, changed, and found by the filter form. */
describe('field types', () => {
  let demo: Demo
  let product: Product
  let browser: Browser
  let page: Page
  let place = ''
  let app: AppView

  beforeAll(async () => {
    demo = await startDemo()
    ;({ product, browser, place } = demo)
    page = browser.page
    const [, , account = '', , tenant = ''] = place.split('/')
    await post(`/iam/account/${account}/groups`, { name: 'Blue team' }, 201)
    app = AppView.parse(
      await post(
        `/api/tenant/${tenant}/apps`,
        {
          key: 'sample',
          acronym: 'SMP',
          name: 'Sample',
          titleField: 'title',
          listColumns: ['title', 'found_on', 'effort', 'source', 'words', 'team', 'urgency'],
          layout: [{ title: 'All types', columns: 2, fields: keys }],
          fields,
        },
        201,
      ),
    )
  })
  afterAll(() => demo?.close())

  async function post(path: string, data: unknown, status = 200): Promise<unknown> {
    const reply = await page.request.post(`${product.address}${path}`, {
      data,
      headers: { origin: product.address },
    })
    expect(reply.status(), `${path} ${await reply.text()}`).toBe(status)
    const json: unknown = await reply.json()
    return Named.or(z.unknown()).parse(json)
  }
  const stored = async () => {
    const path = `/api/tenant/${place.split('/').at(-1)}/apps/${app.id}/records/search`
    return RecordPage.parse(await post(path, {})).items
  }
  const box = (name: string) => page.getByRole('textbox', { name, exact: true })
  const choose = async (name: string, option: string) => {
    await page.getByRole('combobox', { name, exact: true }).or(box(name)).first().click()
    await page.getByRole('option', { name: option }).click()
  }

  it('are filled by the form, which retains all input when one value is rejected', async () => {
    await page.goto(`${product.address}${place}/record/${app.id}/new`)
    await box('Title').waitFor()
    await box('Title').fill('First sample')
    await page.getByLabel('Found on', { exact: true }).fill('2026-11-21')
    await page.getByLabel('Call at', { exact: true }).fill('07:02')
    await page.getByLabel('Effort', { exact: true }).fill('2h 30m')
    await page.getByLabel('Mail', { exact: true }).fill('Ana@Example.com')
    await page.getByLabel('Source address', { exact: true }).fill('300.1.1.1')
    await page.getByLabel('Phone', { exact: true }).fill('+49 (0)30 123-4567')
    await page.getByLabel('Digest', { exact: true }).fill(SHA)
    for (const word of ['alpha', 'שלום']) {
      await page.getByLabel('Words', { exact: true }).fill(word)
      await page.keyboard.press('Enter')
    }
    for (const port of ['443', '8443']) {
      await page.getByLabel('Ports', { exact: true }).fill(port)
      await page.keyboard.press('Enter')
    }
    await choose('Helpers', 'Alice')
    await page.keyboard.press('Escape')
    await choose('Team', 'Blue team')
    await page.getByRole('radiogroup', { name: 'Urgency' }).getByRole('radio', { name: /^High/ }).check()
    const marks = page.getByRole('group', { name: 'Marks' })
    await marks.getByRole('checkbox', { name: /^Low/ }).check()
    await marks.getByRole('checkbox', { name: /^High/ }).check()
    await choose('Rating', 'Low')
    await lookAt(page, 'field-types-new')
    await page.getByRole('button', { name: 'Save' }).click()
    await page
      .getByText(/Expected an IPv4 or IPv6 address/)
      .first()
      .waitFor()
    await page.getByLabel('Source address', { exact: true }).fill('2001:0DB8:0:0::1')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'First sample' }).waitFor()
    const [record] = await stored()
    expect(record?.fields).toMatchObject({
      found_on: '2026-11-21',
      call_at: '07:02:00',
      effort: 9000,
      mail: 'ana@example.com',
      source: '2001:db8::1',
      phone: '+49301234567',
      digest: SHA.toLowerCase(),
      words: ['alpha', 'שלום'],
      ports: [443, 8443],
      urgency: 'high',
      marks: ['low', 'high'],
      rating: 'low',
    })
  })

  it('are displayed the way people write them, with links and copy buttons, and edited in place', async () => {
    const section = page.getByRole('region', { name: 'All types' })
    await section.getByText('21 Nov 2026').waitFor()
    await section.getByText('2h 30m').waitFor()
    await section.getByText('07:02', { exact: true }).waitFor()
    await section.getByText('Blue team').waitFor()
    expect(await section.getByRole('link', { name: 'ana@example.com' }).getAttribute('href')).toBe(
      'mailto:ana@example.com',
    )
    expect(await section.getByRole('link', { name: '+49301234567' }).getAttribute('href')).toBe(
      'tel:+49301234567',
    )
    await section.getByRole('button', { name: 'Copy Digest' }).click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(SHA.toLowerCase())
    await lookAt(page, 'field-types-record')
    await section.getByRole('button', { name: 'Edit Effort' }).click()
    await section.getByRole('textbox', { name: 'Effort' }).fill('7:02')
    await section.getByRole('button', { name: 'Edit Urgency' }).click()
    await section.getByRole('radiogroup', { name: 'Urgency' }).getByRole('radio', { name: /^Low/ }).check()
    await lookAt(page, 'field-types-editing')
    await leaveField(page)
    await section.getByText('7h 02m').waitFor()
    await page.getByRole('tab', { name: 'Timeline' }).click()
    await page.getByRole('tabpanel').getByText('2h 30m').first().waitFor()
    await page.getByRole('tabpanel').getByText('7h 02m').first().waitFor()
  })

  it('are found by the filter form, type by type', async () => {
    const helpers = (await stored())[0]?.fields['helpers']
    const path = `/api/tenant/${place.split('/').at(-1)}/apps/${app.id}/records`
    const second = { title: 'Second sample', found_on: '2020-01-01', helpers }
    // Where the first try broke off it already exists.
    const isThere = (await stored()).some(({ fields: of }) => of['title'] === second.title)
    if (!isThere) await post(path, { fields: second }, 201)
    const rows = page.getByRole('grid', { name: 'Sample' })
    const listed = async (title: string, is: boolean) => {
      await rows.getByText(title).waitFor({ state: is ? 'visible' : 'detached' })
    }
    const cases: [string, string, (form: ReturnType<Page['getByRole']>) => Promise<void>][] = [
      ['Found on', 'is on or after', (form) => form.getByLabel('Value').fill('2026-01-01')],
      ['Call at', 'is at or before', (form) => form.getByLabel('Value').fill('08:00')],
      ['Effort', 'at least', (form) => form.getByLabel('Value').fill('7h')],
      ['Mail', 'is', (form) => form.getByLabel('Value').fill('ANA@example.com')],
      ['Source address', 'is', (form) => form.getByLabel('Value').fill('2001:DB8::0:1')],
      ['Phone', 'starts with', (form) => form.getByLabel('Value').fill('+4930')],
      ['Digest', 'is', (form) => form.getByLabel('Value').fill(SHA)],
      ['Words', 'contains', (form) => form.getByLabel('Value').fill('שלום')],
      [
        'Ports',
        'contains any of',
        async (form) => {
          await form.getByLabel('Value').fill('443')
          await page.keyboard.press('Enter')
        },
      ],
      ['Team', 'is any of', (form) => pick(form, 'Blue team')],
      ['Urgency', 'is any of', (form) => pick(form, 'Low')],
    ]
    for (const [field, condition, fill] of cases) {
      await page.goto(`${product.address}${place}/search/${app.id}`)
      await listed('First sample', true)
      await listed('Second sample', true)
      await page.getByRole('button', { name: 'Filter', exact: true }).click()
      const form = page.getByRole('dialog')
      await pickIn(form, 'Field', field)
      await pickIn(form, 'Condition', condition)
      await fill(form)
      if (field === 'Words') await lookAt(page, 'field-types-filter')
      // The open menu of a choice lies over the button: by keys, as from the menu.
      await form.getByRole('button', { name: 'Apply' }).press('Enter')
      await listed('Second sample', false)
      await listed('First sample', true)
    }
    await lookAt(page, 'field-types-list')
    expect(browser.errors.filter((error) => !error.startsWith('Failed to load resource'))).toEqual([])
  }, 240_000)

  it('are found by relative times', async () => {
    await page.goto(`${product.address}${place}/search/${app.id}`)
    const rows = page.getByRole('grid', { name: 'Sample' })
    await rows.getByText('Second sample').first().waitFor()
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    const form = page.getByRole('dialog')
    await pickIn(form, 'Field', 'Found on')
    await pickIn(form, 'Condition', 'is after')
    await pickIn(form, 'When', 'Start of this year')
    await pickIn(form, 'Offset', 'Before')
    await form.getByLabel('Number', { exact: true }).fill('60')
    await pickIn(form, 'Unit', 'months')
    await lookAt(page, 'field-types-moving')
    await form.getByRole('button', { name: 'Apply' }).press('Enter')
    await page
      .getByRole('group', { name: 'Found on is after 60 months before the start of this year' })
      .waitFor()
    await expect.poll(() => rows.getByText('Second sample').count()).toBe(0)
    await rows.getByText('First sample').waitFor()
  })

  async function pickIn(form: ReturnType<Page['getByRole']>, name: string, option: string) {
    await form.getByLabel(name, { exact: true }).first().click()
    await form.getByRole('option', { name: option, exact: true }).click()
  }
  async function pick(form: ReturnType<Page['getByRole']>, option: string) {
    await form.getByLabel('Value').first().click()
    await form.getByRole('option', { name: option, exact: true }).click()
  }
})

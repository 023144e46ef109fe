import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lookAt } from './axe.ts'
import { picture } from './browser.ts'
import { type Demo, startDemo } from './demo.ts'
import { anyRecord, appByKey, callTenant } from './demo-apps.ts'

/** One transparent pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** What a form shows besides its fields, which layout each role has, and how lists are formatted. */
describe('layouts', () => {
  let demo: Demo
  let page: Page

  beforeAll(async () => {
    demo = await startDemo()
    page = demo.browser.page
  })
  afterAll(() => demo?.close())

  const alerts = () => appByKey(demo, 'alert')
  const open = async (path: string) => page.goto(`${demo.product.address}${demo.place}/${path}`)
  const palette = () => page.getByRole('region', { name: 'Fields' })
  const panel = () => page.getByRole('complementary').last()
  const valueOf = (field: string) => panel().getByRole('group', { name: `Value of ${field}`, exact: true })
  const publish = async (revision: number) => {
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByText(`Revision ${revision}`, { exact: true }).first().waitFor()
  }

  /** A format for alerts of high severity. */
  const addFormat = async (name: string) => {
    await page.getByRole('button', { name: 'Add format' }).click()
    const added = page.getByRole('group', { name: 'New format' })
    await added.getByRole('button', { name: 'Filter' }).click()
    await page.getByRole('combobox', { name: 'Field', exact: true }).fill('Severity')
    await page.getByRole('option', { name: 'Severity', exact: true }).click()
    await page.getByRole('dialog').getByRole('combobox', { name: 'Value' }).click()
    await page.getByRole('option', { name: 'High', exact: true }).click()
    await page.getByRole('button', { name: 'Apply' }).press('Enter')
    await added.getByRole('textbox', { name: 'Name' }).fill(name)
  }

  it('places a text and a link list among the fields, by mouse and by keyboard', async () => {
    await open(`app-builder/${(await alerts()).id}`)
    await palette().getByRole('button', { name: 'Text', exact: true }).last().click()
    await panel().getByRole('textbox', { name: 'Text' }).fill('**Isolate** the host first.')
    const tile = page
      .getByRole('region', { name: 'Layout' })
      .getByRole('button', { name: /^Isolate the host/ })
    await tile.focus()
    await page.keyboard.press('Alt+ArrowUp')
    await palette().getByRole('button', { name: 'Link list' }).focus()
    await page.keyboard.press('Enter')
    await panel().getByRole('textbox', { name: 'Title' }).fill('Runbooks')
    await panel().getByRole('button', { name: 'Add link' }).click()
    await panel().getByRole('textbox', { name: 'Label' }).fill('Phishing')
    await panel().getByRole('textbox', { name: 'Address' }).fill('https://runbooks.example/phishing')
    await lookAt(page, 'layout-blocks')
    await publish(2)
    const { layout } = await alerts()
    const last = layout.at(-1)
    expect(last?.blocks?.map(({ kind, at }) => [kind, at - last.fields.length])).toEqual([
      ['text', -1],
      ['links', 0],
    ])
  })

  it('places an image, and a widget over the records that match the one that is shown', async () => {
    const other = await appByKey(demo, 'case')
    const widget = {
      id: 'all',
      title: 'Cases like this',
      kind: 'number',
      app: other.id,
      measure: { of: 'count' },
    }
    const place = { x: 0, y: 0, w: 4, h: 3 }
    await callTenant(demo, 'post', '/dashboards', {
      name: 'Beside alerts',
      range: 'all',
      widgets: [{ ...place, ...widget }],
    })
    await palette().getByRole('button', { name: 'Image' }).click()
    await page.getByText('Upload an image').first().waitFor()
    await panel()
      .locator('input[type="file"]')
      .setInputFiles({ name: 'map.png', mimeType: 'image/png', buffer: PNG })
    await panel().getByRole('button', { name: 'Replace image' }).waitFor()
    await panel().getByRole('textbox', { name: 'Description' }).fill('Map of the network')
    await palette().getByRole('button', { name: 'Widget' }).focus()
    await page.keyboard.press('Enter')
    await panel().getByRole('combobox', { name: 'Dashboard' }).click()
    await page.getByRole('option', { name: 'Beside alerts' }).click()
    await panel().getByRole('combobox', { name: 'Widget' }).click()
    await page.getByRole('option', { name: 'Cases like this' }).click()
    await panel().getByRole('button', { name: 'Add match' }).click()
    await panel().getByRole('combobox', { name: 'Field of Case' }).fill('Severity')
    await page.getByRole('option', { name: 'Severity', exact: true }).click()
    await panel().getByRole('combobox', { name: 'Is the same as' }).fill('Severity')
    await page.getByRole('option', { name: 'Severity', exact: true }).click()
    await lookAt(page, 'layout-image-widget')
    await picture(page, 'layout-image-widget')
    await publish(3)
    const { id, layout } = await alerts()
    expect(layout.flatMap(({ blocks = [] }) => blocks.map(({ kind }) => kind)).toSorted()).toEqual([
      'image',
      'links',
      'text',
      'widget',
    ])
    await open(`record/${id}/${(await anyRecord(demo, id)).id}`)
    await page.getByRole('button', { name: 'Raw data' }).click()
    const shown = page.getByRole('img', { name: 'Map of the network' })
    await shown.scrollIntoViewIfNeeded()
    await expect
      .poll(() => shown.evaluate((one) => one instanceof HTMLImageElement && one.naturalWidth))
      .toBeGreaterThan(0)
    const beside = page.getByRole('region', { name: 'Cases like this' })
    await beside.getByRole('link', { name: /Cases like this/ }).waitFor()
    await beside.getByRole('link', { name: 'Beside alerts' }).waitFor()
    await lookAt(page, 'record-image-widget')
    await picture(page, 'record-image-widget')
    await open(`app-builder/${id}`)
    await palette().waitFor()
  })

  it('gives a role its own layout, which is no permission, and previews it as any role', async () => {
    await page.getByRole('button', { name: 'Add layout' }).click()
    await panel().getByRole('textbox', { name: 'Name' }).fill('Administrators')
    await panel()
      .getByText(/A layout isn’t a permission/)
      .waitFor()
    await panel().getByRole('combobox', { name: 'Roles' }).click()
    await page.getByRole('option', { name: 'Tenant administrator' }).click()
    await page.keyboard.press('Escape')
    await lookAt(page, 'layout-roles')
    const sheet = page.getByRole('region', { name: 'Layout' })
    await sheet.getByRole('button', { name: /^Source\s*Text$/ }).hover()
    await sheet.getByRole('button', { name: 'Hide Source from form' }).click()
    await page.getByRole('button', { name: 'Preview' }).click()
    await valueOf('Severity').waitFor()
    expect(await valueOf('Source').count()).toBe(0)
    await panel().getByRole('combobox', { name: 'View as' }).click()
    await page.getByRole('option', { name: 'Analyst' }).click()
    await valueOf('Source').waitFor()
    await lookAt(page, 'layout-preview')
    await publish(4)
    const { layouts, ownLayout } = await alerts()
    expect(layouts?.map(({ name, roles }) => [name, roles.length])).toEqual([['Administrators', 1]])
    expect(ownLayout).toBe(layouts?.[0]?.id)
  })

  it('formats rows and cells while a condition is true', async () => {
    await page
      .getByRole('radiogroup', { name: 'App sections' })
      .getByText('Settings', { exact: true })
      .click()
    await addFormat('Needs attention')
    await addFormat('Severe')
    const cell = page.getByRole('group', { name: 'Severe', exact: true })
    await cell.getByRole('combobox', { name: 'Columns' }).click()
    await page.getByRole('option', { name: 'Severity', exact: true }).click()
    await page.keyboard.press('Escape')
    await lookAt(page, 'layout-formats')
    await picture(page, 'layout-formats')
    await publish(5)
  })

  it('shows the layout of one’s own role on the record and in the form for new ones', async () => {
    const app = await alerts()
    const { id } = await anyRecord(demo, app.id)
    await open(`record/${app.id}/${id}`)
    await page.getByRole('button', { name: 'Raw data' }).click()
    await page.getByText('Isolate the host first.').waitFor()
    const link = page.getByRole('list', { name: 'Runbooks' }).getByRole('link', { name: 'Phishing' })
    expect(await link.getAttribute('href')).toBe('https://runbooks.example/phishing')
    await page.getByRole('button', { name: 'Edit Severity', exact: true }).waitFor()
    expect(await page.getByRole('button', { name: 'Edit Source', exact: true }).count()).toBe(0)
    await lookAt(page, 'record-blocks')
    await open(`record/${app.id}/new`)
    await page.getByRole('combobox', { name: 'Severity' }).waitFor()
    expect(await page.getByLabel('Source', { exact: true }).count()).toBe(0)
    await lookAt(page, 'new-record-layout')
  })

  it('names the formats of rows and cells in the list, so that color is never the only sign', async () => {
    const app = await alerts()
    const { trackingId } = await anyRecord(demo, app.id, { field: 'severity', op: 'eq', value: 'high' })
    await open(`search/${app.id}`)
    const row = page.getByRole('row').filter({ hasText: trackingId })
    await row.getByRole('img', { name: 'Needs attention' }).waitFor()
    await row.getByRole('img', { name: 'Severe' }).waitFor()
    const others = page.getByRole('row').filter({ has: page.getByText('Medium', { exact: true }) })
    expect(await others.count()).toBeGreaterThan(0)
    expect(await others.getByRole('img', { name: /^(Needs attention|Severe)$/ }).count()).toBe(0)
    await lookAt(page, 'list-formats')
    await picture(page, 'list-formats')
  })
})

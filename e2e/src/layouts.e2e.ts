import { AppView } from '@caseloom/contract/apps'
import { RecordView } from '@caseloom/contract/records'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { lookAt } from './axe.ts'
import { picture } from './browser.ts'
import { type Demo, startDemo } from './demo.ts'

const Apps = z.object({ items: z.array(AppView) })

/** What a form shows besides its fields, which layout each role has, and how lists are formatted. */
describe('layouts', () => {
  let demo: Demo
  let page: Page

  beforeAll(async () => {
    demo = await startDemo()
    page = demo.browser.page
  })
  afterAll(() => demo?.close())

  const api = () => `${demo.product.address}/api/tenant/${demo.tenantId}/apps`
  const alerts = async (): Promise<AppView> => {
    const { items } = Apps.parse(await (await page.request.get(api())).json())
    const app = items.find(({ key }) => key === 'alert')
    if (app === undefined) throw new Error('App not found')
    return app
  }
  const open = async (path: string) => page.goto(`${demo.product.address}${demo.place}/${path}`)
  const palette = () => page.getByRole('region', { name: 'Fields' })
  const panel = () => page.getByRole('complementary').last()
  const publish = async (revision: number) => {
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByText(`Revision ${revision}`, { exact: true }).first().waitFor()
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

  it('adds a layout for a role, and says that it is no permission', async () => {
    await page.getByRole('button', { name: 'Add layout' }).click()
    await panel().getByRole('textbox', { name: 'Name' }).fill('Administrators')
    await panel()
      .getByText(/A layout isn’t a permission/)
      .waitFor()
    await panel().getByRole('combobox', { name: 'Roles' }).click()
    await page.getByRole('option', { name: 'Tenant administrator' }).click()
    await lookAt(page, 'layout-roles')
  })

  it('offers formats of rows and cells in the settings', async () => {
    await page.getByText('Settings', { exact: true }).click()
    await page.getByRole('button', { name: 'Add format' }).click()
    const mark = page.getByRole('group', { name: 'New format' })
    await mark.getByRole('combobox', { name: 'Color' }).waitFor()
    await lookAt(page, 'layout-marks')
    await picture(page, 'layout-marks')
  })

  it('shows the blocks on the record', async () => {
    const app = await alerts()
    const found = await page.request.post(`${api()}/${app.id}/records/search`, {
      headers: { origin: demo.product.address },
      data: { limit: 1, count: 'none' },
    })
    const record = z.object({ items: z.array(RecordView) }).parse(await found.json()).items[0]
    if (record === undefined) throw new Error('No record')
    await open(`record/${app.id}/${record.id}`)
    await page.getByRole('button', { name: 'Raw data' }).click()
    await page.getByText('Isolate').waitFor()
    const link = page.getByRole('list', { name: 'Runbooks' }).getByRole('link', { name: 'Phishing' })
    expect(await link.getAttribute('href')).toBe('https://runbooks.example/phishing')
  })
})

import { AppUpdate } from '@caseloom/contract/apps/apps'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { lookAt } from './axe.ts'
import { type Demo, startDemo } from './demo.ts'
import { appByKey, callTenant } from './demo-apps.ts'

const Playbooks = z.object({ items: z.array(z.looseObject({ id: z.string(), key: z.string() })) })
const Tables = z.object({ items: z.array(z.looseObject({ id: z.string(), key: z.string() })) })
const Named = z.object({ items: z.array(z.looseObject({ id: z.string(), name: z.string() })) })
const INTAKE = 'github-security-alert'
const TABLE = {
  key: 'exempt_hosts',
  name: 'Exempt hosts',
  columns: [
    { key: 'host', label: 'Host', type: 'text' },
    { key: 'reason', label: 'Reason', type: 'text' },
  ],
}

const DASHBOARD = 'Alert watch'
const WORKSPACE = 'Alert desk'
const VIEW = 'Newest first'
const HOME_PAGE = 'Alert shift'

/** A package in a browser: exported, imported over what was changed meanwhile, and undone. */
describe('content packages', () => {
  let demo: Demo
  let page: Page
  let archive: Buffer

  beforeAll(async () => {
    demo = await startDemo()
    page = demo.browser.page
  })
  afterAll(() => demo?.close())

  const intake = async () => {
    const { items } = Playbooks.parse(await callTenant(demo, 'get', '/orchestration/api/playbooks'))
    return items.find(({ key }) => key === INTAKE)
  }
  const table = async () => {
    const { items } = Tables.parse(await callTenant(demo, 'get', '/orchestration/api/tables'))
    return items.find(({ key }) => key === TABLE.key)
  }
  const dashboard = async () => {
    const { items } = Named.parse(await callTenant(demo, 'get', '/dashboards'))
    return items.find(({ name }) => name === DASHBOARD)
  }
  const pages = async () => {
    const lists = ['/workspaces', '/reports', '/homepages'].map((path) => callTenant(demo, 'get', path))
    const items = (await Promise.all(lists)).flatMap((list) => Named.parse(list).items)
    return items.filter(({ name }) => [WORKSPACE, VIEW, HOME_PAGE].includes(name))
  }
  const createPages = async (app: string, dashboardId: string) => {
    await callTenant(demo, 'post', '/workspaces', { name: WORKSPACE, apps: [app], dashboards: [dashboardId] })
    const sort = [{ field: 'created_at', direction: 'desc' }]
    await callTenant(demo, 'post', '/reports', { appId: app, name: VIEW, sort, sharing: null })
    const widgets = [{ id: 'd', kind: 'dashboard', dashboardId }]
    await callTenant(demo, 'post', '/homepages', { name: HOME_PAGE, widgets, sharing: null })
  }
  const deletePages = async () => {
    for (const { id, name } of await pages()) {
      const list = name === WORKSPACE ? 'workspaces' : name === VIEW ? 'reports' : 'homepages'
      await callTenant(demo, 'delete', `/${list}/${id}`)
    }
  }
  const upload = (name: string, buffer: Buffer) =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/zip', buffer })
  const openContent = async () => {
    await page.goto(`${demo.product.address}${demo.place}/content`)
    await page.getByRole('button', { name: 'From a file' }).waitFor()
  }

  it('export what the chosen items need, with the reasons [S2.28] [S2.35]', async () => {
    await callTenant(demo, 'post', '/orchestration/api/tables', TABLE)
    const { id: app } = await appByKey(demo, 'alert')
    const place = { x: 0, y: 0, w: 4, h: 3 }
    const count = { ...place, id: 'all', title: 'Alerts', kind: 'number', app, measure: { of: 'count' } }
    await callTenant(demo, 'post', '/dashboards', { name: DASHBOARD, widgets: [count] })
    await createPages(app, (await dashboard())?.id ?? '')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Content' }).click()
    await page.getByRole('heading', { name: 'Nothing is installed' }).waitFor()
    await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByText('Content').waitFor()
    await lookAt(page, 'content')
    await page.getByRole('link', { name: 'Export' }).click()
    await page.getByRole('checkbox', { name: 'Alert', exact: true }).check()
    await page.getByRole('checkbox', { name: 'GitHub security alert intake' }).check()
    await page.getByRole('checkbox', { name: TABLE.name }).check()
    await page.getByRole('checkbox', { name: WORKSPACE }).check()
    await page
      .getByRole('listitem')
      .filter({ hasText: DASHBOARD })
      .getByText(`used by ${WORKSPACE}`)
      .waitFor()
    await page.getByRole('checkbox', { name: `Alert: ${VIEW}` }).check()
    await page.getByRole('checkbox', { name: HOME_PAGE }).check()
    await page.getByText('reference field “Case” of Alert').waitFor()
    await page.getByRole('textbox', { name: 'Name' }).fill('Alert intake')
    await expect.poll(() => page.getByRole('textbox', { name: 'ID' }).inputValue()).toBe('alert-intake')
    await lookAt(page, 'content-export')
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export' }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe('alert-intake-1.0.0.zip')
    archive = await readFile(await file.path())
  })

  it('that were changed by someone are refused with the place', async () => {
    await openContent()
    const changed = Buffer.from(archive)
    changed.write('Nonsense', changed.indexOf('Alert intake'))
    await upload('changed.zip', changed)
    await page.getByRole('dialog', { name: 'This package can’t be imported' }).getByRole('alert').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  it('are planned over local changes, imported, and undone [S7.09]', async () => {
    const app = await appByKey(demo, 'alert')
    const before = app.description
    const changed = AppUpdate.strip().parse({ ...app, description: 'Changed here' })
    await callTenant(demo, 'put', `/apps/${app.id}`, changed)
    await callTenant(demo, 'delete', `/orchestration/api/playbooks/${(await intake())?.id ?? ''}`)
    await callTenant(demo, 'delete', `/orchestration/api/tables/${(await table())?.id ?? ''}`)
    await deletePages()
    await callTenant(demo, 'delete', `/dashboards/${(await dashboard())?.id ?? ''}`)
    const frames: string[] = []
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => frames.push(String(payload))),
    )
    const hears = (words: string) =>
      expect.poll(() => frames.some((frame) => frame.includes(words))).toBe(true)
    await openContent()
    await upload('alert-intake.zip', archive)
    await page.getByRole('heading', { name: 'Import Alert intake', level: 1 }).waitFor()
    const items = page.getByRole('region', { name: 'Items' })
    await expect.poll(() => items.getByText('Add', { exact: true }).count()).toBe(6)
    await page.getByText('1 open point', { exact: true }).waitFor()
    await items.getByRole('button', { name: 'Show the differences of Alert' }).click()
    await items.getByRole('row', { name: /app\.description Changed here/ }).waitFor()
    await lookAt(page, 'content-plan')
    await items.getByText('Use the package', { exact: true }).click()
    await page.getByText('1 open point', { exact: true }).waitFor({ state: 'detached' })
    // The page watches its import before anyone starts it.
    await hears('43/hubs/task')
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await hears('contentExchangeComplete')
    await page.getByRole('button', { name: 'Undo import' }).waitFor()
    await page
      .getByRole('list', { name: 'To do' })
      .getByText(/Its triggers are off/)
      .waitFor()
    await lookAt(page, 'content-imported')
    expect((await appByKey(demo, 'alert')).description).toBe(before)
    expect(await intake()).toBeDefined()
    expect(await table()).toBeDefined()
    const alerts = await appByKey(demo, 'alert')
    const { id } = (await dashboard()) ?? {}
    const shown = await callTenant(demo, 'get', `/dashboards/${id ?? ''}`)
    expect(shown).toMatchObject({ widgets: [{ title: 'Alerts', app: alerts.id }] })
    expect((await pages()).map(({ name }) => name).toSorted()).toEqual(
      [WORKSPACE, HOME_PAGE, VIEW].toSorted(),
    )
    const desk = page.getByRole('listitem').filter({ hasText: WORKSPACE }).getByRole('link', { name: 'Open' })
    await desk.click()
    await page.getByRole('heading', { name: DASHBOARD }).waitFor()
    await page.goBack()
    await page.getByRole('button', { name: 'Undo import' }).click()
    const dialog = page.getByRole('dialog', { name: 'Undo Alert intake?' })
    await dialog.waitFor()
    await dialog.getByRole('button', { name: 'Undo import' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('status').getByText('Undone', { exact: true }).waitFor()
    expect((await appByKey(demo, 'alert')).description).toBe('Changed here')
    expect(await intake()).toBeUndefined()
    expect(await table()).toBeUndefined()
    expect(await dashboard()).toBeUndefined()
    expect(await pages()).toEqual([])
    await page.goto(`${demo.product.address}${demo.place}/content?tab=history`)
    await page.getByRole('grid', { name: 'History' }).getByText('Alert intake').first().waitFor()
    await lookAt(page, 'content-history')
  })
})

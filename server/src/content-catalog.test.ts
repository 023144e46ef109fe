import type { CatalogItem, LineCreate } from '@caseloom/contract/content/catalog'
import { AppUpdate } from '@caseloom/contract/apps/apps'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ContentFixture, createContentFixture, type Place } from './content.fixture.ts'
import { planCatalogPackage } from './domains/content/catalog/plan-catalog-package.ts'
import { getCatalog, listLines } from './domains/content/catalog/read-catalog.ts'
import { createLine, deleteLine, updateLine } from './domains/content/catalog/save-line.ts'
import { exportPackage } from './domains/content/exporting/export-package.ts'
import { planPackage } from './domains/content/installs/plan-package.ts'
import { applyInstall } from './domains/content/installs/start-install.ts'

let house: ContentFixture
beforeAll(async () => {
  house = await createContentFixture()
})
afterAll(() => house.close())

const by = ({ user }: Place) => ({ actor: user, ip: null })
const add = (place: Place, line: Partial<LineCreate> = {}) =>
  createLine(house.deps, place.scope, by(place), { key: 'network', name: 'Network', packages: [], ...line })
const keysOf = async ({ scope, user }: Place) =>
  (await listLines(house.deps, scope, user)).items.map(({ key }) => key)
const items = async ({ scope, user }: Place, lineKey: string): Promise<CatalogItem[]> =>
  (await getCatalog(house.deps, scope, user, lineKey)).items
const plan = ({ scope, user }: Place, lineKey: string, packageKey: string) =>
  planCatalogPackage(house.deps, scope, user, { lineKey, packageKey })

async function use(place: Place, packageKey: string): Promise<void> {
  const { id: installId, fingerprint } = await plan(place, 'caseloom', packageKey)
  const order = { installId, fingerprint: fingerprint ?? '', decisions: {} }
  await applyInstall(house.deps, place.scope, place.user, order)
  await house.work()
}

describe('product lines', () => {
  it('are three from the start; people add, rename, fill, and delete them', async () => {
    const place = await house.aPlace()
    expect(await keysOf(place)).toEqual(['security', 'it', 'caseloom'])
    await add(place, { packages: ['caseloom-assets', 'caseloom-assets'] })
    expect(await keysOf(place)).toEqual(['security', 'it', 'network', 'caseloom'])
    const changed = await updateLine(house.deps, place.scope, by(place), { key: 'it', name: 'Service desk' })
    expect(changed).toMatchObject({ key: 'it', name: 'Service desk' })
    expect(changed.packages).toContain('caseloom-requests')
    await updateLine(house.deps, place.scope, by(place), { key: 'security', packages: ['caseloom-duties'] })
    expect((await items(place, 'security')).map(({ key }) => key)).toEqual(['notify'])
    for (const key of ['security', 'network']) await deleteLine(house.deps, place.scope, by(place), key)
    expect(await keysOf(place)).toEqual(['it', 'caseloom'])
    await add(place, { key: 'security', name: 'Security' })
    expect(await items(place, 'security')).toEqual([])
  })

  it('refuse a taken key and unknown packages at their place, and the change of the vendor’s own', async () => {
    const place = await house.aPlace()
    await expect(add(place, { key: 'it' })).rejects.toMatchObject({ code: 'name.taken' })
    const unknown = add(place, { packages: ['caseloom-assets', 'none-such', 'nor-this'] })
    await expect(unknown).rejects.toMatchObject({
      code: 'request.invalid',
      details: { issues: [{ path: ['body', 'packages', 1] }, { path: ['body', 'packages', 2] }] },
    })
    const rename = updateLine(house.deps, place.scope, by(place), { key: 'caseloom', name: 'Mine' })
    await expect(rename).rejects.toMatchObject({ code: 'right.missing' })
    const remove = deleteLine(house.deps, place.scope, by(place), 'caseloom')
    await expect(remove).rejects.toMatchObject({ code: 'right.missing' })
  })

  it('are unknown in another tenant, and without a permission closed', async () => {
    const [mine, other] = [await house.aPlace(), await house.aPlace()]
    await add(mine, { packages: ['caseloom-assets'] })
    const missing = { code: 'resource.not_found' }
    await expect(items(other, 'network')).rejects.toMatchObject(missing)
    await expect(plan(other, 'network', 'caseloom-assets')).rejects.toMatchObject(missing)
    await expect(plan(mine, 'network', 'caseloom-duties')).rejects.toMatchObject(missing)
    const user = house.aUser(mine.scope, { permissions: new Set(['content:export']) })
    await expect(items({ ...mine, user }, 'it')).rejects.toMatchObject({ code: 'right.missing' })
  })
})

describe('the state of an item', () => {
  it('follows the tenant: used, changed here, deleted', async () => {
    const place = await house.aPlace()
    const asset = async () => (await items(place, 'it')).find(({ key }) => key === 'asset')
    expect(await asset()).toMatchObject({ state: 'not_installed', id: null, stage: 'assets' })
    await use(place, 'caseloom-assets')
    const used = await asset()
    expect(used?.state).toBe('in_use')
    const [app] = await house.apps.listApps(place.scope, place.user)
    expect(used?.id).toBe(app?.id)
    const update = AppUpdate.strip().parse({ ...app, name: 'Thing' })
    await house.apps.updateApp(place.scope, place.user, { ...update, appId: app?.id ?? '' })
    expect((await asset())?.state).toBe('changed')
    const gone = { appId: app?.id ?? '', name: 'Thing' }
    await house.apps.lifecycle.remove(place.scope, place.user, gone)
    expect(await asset()).toMatchObject({ state: 'not_installed', id: null })
  })

  it('can’t be used by someone who builds nothing', async () => {
    const place = await house.aPlace()
    const user = house.aUser(place.scope, { permissions: new Set(['content:import', 'playbook:build']) })
    expect((await items({ ...place, user }, 'caseloom')).map(({ can }) => can.use)).not.toContain(true)
  })
})

it('a package from a file goes into a line; to others it shows what they see, and they can’t plan it', async () => {
  const [from, to] = [await house.aPlace(), await house.aPlace()]
  await use(from, 'caseloom-changes')
  const order = { package: 'own-changes', title: 'Own changes', version: '2.0.0', description: '' }
  const chosen = [{ kind: 'app' as const, key: 'change_request' }]
  const { bytes } = await exportPackage(house.deps, from.scope, from.user, { ...order, items: chosen })
  const { id: installId, fingerprint } = await planPackage(house.deps, to.scope, to.user, bytes)
  const apply = { installId, fingerprint: fingerprint ?? '', decisions: {} }
  await applyInstall(house.deps, to.scope, to.user, apply)
  await house.work()
  await add(to, { packages: ['own-changes'] })
  const rows = await items(to, 'network')
  expect(rows.map(({ key, state }) => `${key} ${state}`)).toEqual(['asset in_use', 'change_request in_use'])
  expect(rows[0]).toMatchObject({ stage: 'other', package: { title: 'Own changes', version: '2.0.0' } })
  expect((await plan(to, 'network', 'own-changes')).items).toHaveLength(2)
  const other = { ...to, user: house.aUser(to.scope, { permissions: new Set(['content:import']) }) }
  expect(await items(other, 'network')).toEqual([])
  await expect(plan(other, 'network', 'own-changes')).rejects.toMatchObject({ code: 'resource.not_found' })
})

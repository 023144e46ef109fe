import type { CatalogItem } from '@caseloom/contract/content/catalog'
import type { InstallView } from '@caseloom/contract/content/packages'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ContentFixture, createContentFixture, type Place } from './content.fixture.ts'
import { planCatalogPackage } from './domains/content/catalog/plan-catalog-package.ts'
import { getCatalog } from './domains/content/catalog/read-catalog.ts'
import { writePackage } from './domains/content/format/write-package.ts'
import { readPackage } from './domains/content/format/read-package.ts'
import { getInstall } from './domains/content/installs/read-installs.ts'
import { applyInstall, undoInstall } from './domains/content/installs/start-install.ts'
import { createLibrary } from './domains/content/library/read-library.ts'
import { LIBRARY_INDEX } from './domains/content/library/library-index.ts'
import { addStarterApps } from './domains/installer/add-starter-apps.ts'
import { readShippedContent } from './domains/installer/shipped-content.ts'
import { createReportingDoor } from './domains/reporting/reporting.door.ts'

let house: ContentFixture
beforeAll(async () => {
  house = await createContentFixture()
})
afterAll(() => house.close())

const planned = ({ scope, user }: Place, packageKey: string) =>
  planCatalogPackage(house.deps, scope, user, { lineKey: 'caseloom', packageKey })

async function applied({ scope, user }: Place, { id: installId, fingerprint }: InstallView) {
  await applyInstall(house.deps, scope, user, { installId, fingerprint: fingerprint ?? '', decisions: {} })
  await house.work()
  return getInstall(house.deps, scope, user, installId)
}

async function catalog({ scope, user }: Place): Promise<CatalogItem[]> {
  return (await getCatalog(house.deps, scope, user, 'caseloom')).items
}

const changes = ({ items }: InstallView) => [...new Set(items.map(({ change }) => change))]
const names = LIBRARY_INDEX.map((entry) => entry.package)

describe('the library of packages', { timeout: 120_000 }, () => {
  it.each(names)('%s imports into an empty tenant, twice as once, and is undone', async (name) => {
    const place = await house.aPlace()
    const plan = await planned(place, name)
    expect(changes(plan)).toEqual(['add'])
    const done = await applied(place, plan)
    expect(done.outcome).toBe('succeeded')
    const codes = done.items.flatMap(({ notes }) =>
      notes.map(({ code, detail }) => `${code} ${detail}`.trim()),
    )
    expect(codes.filter((code) => code !== 'triggers_off')).toEqual([])
    const offered = (await catalog(place)).filter((item) => item.package.package === name)
    for (const { kind, key, state } of offered)
      expect(`${key} ${state}`).toBe(`${key} ${kind === 'playbook' ? 'off' : 'in_use'}`)
    expect(changes(await planned(place, name))).toEqual(['same'])
    await undoInstall(house.deps, place.scope, place.user, { installId: done.id })
    await house.work()
    expect((await getInstall(house.deps, place.scope, place.user, done.id)).outcome).toBe('succeeded')
    expect(new Set((await catalog(place)).map(({ state }) => state))).toEqual(new Set(['not_installed']))
  })

  it('is what a new tenant begins with: those items are in use without an import', async () => {
    const place = await house.aPlace()
    const reporting = createReportingDoor(house)
    await addStarterApps({ apps: house.apps, reporting }, place.scope, place.user)
    const inUse = (await catalog(place)).filter(({ state }) => state === 'in_use').map(({ key }) => key)
    const starters = ['alert', 'asset', 'case', 'containment', 'custody', 'identities', 'notify']
    expect(inUse.toSorted()).toEqual([...starters, 'observable_intel', 'root_cause'])
    expect(changes(await planned(place, 'caseloom-alerts'))).toEqual(['same'])
  })

  it('gives the same archive each time, in the format of exports', async () => {
    const again = createLibrary({ shipped: readShippedContent, playbooks: house.deps.playbooks })
    for (const [name, { content }] of await house.deps.library()) {
      const bytes = await writePackage(content)
      expect(await readPackage(bytes)).toEqual(content)
      expect((await again()).get(name)?.content).toEqual(content)
    }
  })
})

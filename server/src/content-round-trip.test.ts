import type { ContentRef, InstallView, ItemDecision } from '@caseloom/contract/content/packages'
import { JsonObject } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { parseText } from '@caseloom/playbook/yaml'
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ContentFixture, createContentFixture } from './content.fixture.ts'
import { exportPackage } from './domains/content/exporting/export-package.ts'
import { planPackage } from './domains/content/installs/plan-package.ts'
import { getInstall, listPackages } from './domains/content/installs/read-installs.ts'
import { applyInstall, undoInstall } from './domains/content/installs/start-install.ts'
import { addStarterApps } from './domains/installer/add-starter-apps.ts'
import { createReportingDoor } from './domains/reporting/reporting.door.ts'
import type { TenantScope } from './platform/database/types.ts'

let house: ContentFixture
beforeAll(async () => {
  house = await createContentFixture()
})
afterAll(() => house.close())

const about = { package: 'soc', title: 'SOC', version: '1.0.0', description: '' }
const ALERTS: ContentRef[] = [
  { kind: 'app', key: 'alert' },
  { kind: 'playbook', key: 'github-security-alert' },
]

interface Place {
  scope: TenantScope
  user: Actor
}

async function aPlace(): Promise<Place> {
  const scope = await house.aTenant()
  return { scope, user: house.aUser(scope) }
}

/** A tenant with the apps and the playbook that the product brings. */
async function aStarter(): Promise<Place> {
  const place = await aPlace()
  const reporting = createReportingDoor(house)
  await addStarterApps({ apps: house.apps, reporting }, place.scope, place.user)
  const file = new URL('domains/installer/starter/github-security-alert.yaml', import.meta.url)
  const text = parseText(await readFile(file, 'utf8'))
  const document = JsonObject.parse(text.ok ? text.value : null)
  const { playbooks } = house.deps
  const { id, revision } = await playbooks.create(place.scope, place.user, document)
  await playbooks.publish(place.scope, place.user, { playbookId: id, revision })
  return place
}

const exported = async ({ scope, user }: Place, items = ALERTS) =>
  (await exportPackage(house.deps, scope, user, { ...about, items })).bytes

const planned = ({ scope, user }: Place, bytes: Buffer) => planPackage(house.deps, scope, user, bytes)

async function applied(
  { scope, user }: Place,
  plan: InstallView,
  decisions: Record<string, ItemDecision> = {},
): Promise<InstallView> {
  const { id: installId, fingerprint } = plan
  await applyInstall(house.deps, scope, user, { installId, fingerprint: fingerprint ?? '', decisions })
  await house.work()
  return getInstall(house.deps, scope, user, installId)
}

async function undone({ scope, user }: Place, installId: string): Promise<InstallView> {
  await undoInstall(house.deps, scope, user, { installId })
  await house.work()
  return getInstall(house.deps, scope, user, installId)
}

const changes = ({ items }: InstallView) => [...new Set(items.map(({ change }) => change))]

describe('a package of what comes with the product', { timeout: 120_000 }, () => {
  let to: Place
  let bytes: Buffer

  it('is the same each time it is exported', async () => {
    const from = await aStarter()
    to = await aPlace()
    bytes = await exported(from)
    expect(await exported(from)).toEqual(bytes)
  })

  it('gives the same bytes after it was imported elsewhere', async () => {
    const plan = await planned(to, bytes)
    expect(plan.items.map(({ kind, key }) => `${kind}/${key}`)).toEqual(
      expect.arrayContaining([
        'app/alert',
        'app/case',
        'applet/containment',
        'playbook/github-security-alert',
      ]),
    )
    expect(changes(plan)).toEqual(['add'])
    const install = await applied(to, plan)
    expect(install.items.filter(({ state }) => state !== 'done')).toEqual([])
    expect(install).toMatchObject({ state: 'done', outcome: 'succeeded' })
    expect(await exported(to)).toEqual(bytes)
  })

  it('changes nothing the second time', async () => {
    expect(changes(await planned(to, bytes))).toEqual(['same'])
  })

  it('is undone whole, and can be imported again', async () => {
    const [last] = await listPackages(house.deps, to.scope, to.user)
    const gone = await undone(to, last?.id ?? '')
    expect(gone).toMatchObject({ state: 'undone', outcome: 'succeeded' })
    expect(await house.apps.listApps(to.scope, to.user)).toEqual([])
    expect(await house.deps.playbooks.playbooks(to.scope, to.user)).toEqual([])
    // The deleted apps still have their keys: they are restored for the next import.
    expect(await applied(to, await planned(to, bytes))).toMatchObject({ outcome: 'succeeded' })
    expect(await exported(to)).toEqual(bytes)
  })
})

import { z } from 'zod'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { anActor } from '@caseloom/testkit/installation'
import { somePeople, type TestPeople } from '@caseloom/testkit/people'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../platform/uuid.ts'
import { FLAG_DEFAULTS } from './flags.rules.ts'
import { readProductVersion } from '../../platform/product-version.ts'
import { updateManagedTenant } from './update-managed-tenant.ts'

let people: TestPeople
beforeAll(async () => {
  people = await somePeople()
})
afterAll(() => people.close())

describe('tenants', () => {
  it('come with a database role and a schema in which that role works', async () => {
    const place = await people.anAccount()
    const scope = people.installation.database.tenant(place)
    await scope.define('things', (tx) => tx.query(`create table ${tx.schema}.thing (id int)`))
    await scope.tx((tx) => tx.query(`insert into ${tx.schema}.thing values (1)`))
    const other = people.installation.database.tenant(await people.anAccount())
    await expect(other.read((tx) => tx.query(`select * from ${scope.schema}.thing`))).rejects.toThrow(
      /permission denied/,
    )
  })

  it('may be created again under the same id, which gives them the new name', async () => {
    const { accountId, tenantId } = await people.anAccount()
    await people.tenancy.createTenant({ id: tenantId, accountId, name: 'Renamed' })
    const { tenants } = await people.tenancy.directory([accountId])
    expect(tenants).toEqual([{ id: tenantId, accountId, name: 'Renamed' }])
  })

  it('share no name within an account, and no row of theirs is seen from another account', async () => {
    const { accountId } = await people.anAccount()
    await expect(people.tenancy.createTenant({ accountId, name: ' MAIN ' })).rejects.toMatchObject({
      details: { issues: [{ path: ['body', 'tenantName'], code: 'taken' }] },
    })
    const other = await people.anAccount()
    const { tenants } = await people.tenancy.directory([other.accountId])
    expect(tenants.map((tenant) => tenant.id)).toEqual([other.tenantId])
  })

  it('are found while they are active, and nothing else is', async () => {
    const place = await people.anAccount()
    expect(await people.tenancy.tenant(place.tenantId)).toEqual({ ...place, timeZone: 'UTC' })
    expect(await people.tenancy.tenant(newId())).toBeNull()
    await people.tenancy.setTenantStatus(place.tenantId, 'suspended')
    expect(await people.tenancy.tenant(place.tenantId)).toBeNull()
    expect(await people.tenancy.tenants()).not.toContainEqual(place)
    await people.tenancy.setTenantStatus(place.tenantId, 'active')
    expect(await people.tenancy.tenants()).toContainEqual(place)
    await expect(people.tenancy.setTenantStatus(newId(), 'active')).rejects.toMatchObject({
      code: 'resource.not_found',
    })
  })

  it('pause their due work while they are suspended, and only then', async () => {
    const { tenantId } = await people.anAccount()
    const paused = () =>
      people.installation.database.system.ask(
        z.object({ paused: z.boolean() }),
        'select paused from caseloom.scheduled_tenant where tenant_id = $1',
        [tenantId],
      )
    expect(await paused()).toEqual([{ paused: false }])
    await people.tenancy.setTenantStatus(tenantId, 'suspended')
    expect(await paused()).toEqual([{ paused: true }])
    await people.tenancy.setTenantStatus(tenantId, 'active')
    expect(await paused()).toEqual([{ paused: false }])
  })
})

describe('feature flags', () => {
  it('hold the account’s word before the installation’s before the default [S6.05]', async () => {
    const { accountId } = await people.anAccount()
    expect(await people.tenancy.flags(accountId)).toEqual(FLAG_DEFAULTS)
    await people.tenancy.setFlag('MultiTenant', null, true)
    await people.tenancy.setFlag('HeroAi', accountId, false)
    await people.tenancy.setFlag('HeroAi', accountId, false)
    expect(await people.tenancy.flags(null)).toEqual({ ...FLAG_DEFAULTS, MultiTenant: true })
    expect(await people.tenancy.flags(accountId)).toMatchObject({ MultiTenant: true, HeroAi: false })
    await people.tenancy.setFlag('MultiTenant', accountId, false)
    expect(await people.tenancy.flags(accountId)).toMatchObject({ MultiTenant: false })
  })

  it('and the version are reported to everyone', async () => {
    const flags = await people.http.fastify.inject({ url: '/tenant/feature-flags' })
    expect(flags.json()).toMatchObject({ OnPremInstall: true })
    const version = await people.http.fastify.inject({ url: '/tenant/product/version' })
    expect(version.json()).toEqual({ version: '0.1.0+test' })
  })

  it('reach private networks only when a super administrator says so', async () => {
    const place = await people.anAccount()
    const admin = anActor(people.installation.database.tenant(place), { adminOf: [place.accountId] })
    const deps = {
      database: people.installation.database,
      tenancy: people.tenancy,
      counts: async () => new Map(),
    }
    const allowBy = (actor: Actor) =>
      updateManagedTenant(deps, { actor, ip: '192.0.2.1' }, { ...place, privateNetworks: true })
    expect(await people.tenancy.privateNetworks(place.tenantId)).toBe(false)
    await expect(allowBy(admin)).rejects.toMatchObject({ code: 'right.missing' })
    expect(await people.tenancy.privateNetworks(place.tenantId)).toBe(false)
    const operator = { ...admin, superAdministrator: true }
    expect(await allowBy(operator)).toMatchObject({ privateNetworks: true })
    expect(await people.tenancy.privateNetworks(place.tenantId)).toBe(true)
    expect(await people.tenancy.privateNetworks(newId())).toBe(false)
    const entries = await people.installation.database.system.read((tx) =>
      tx.query<{ action: string }>('select action from caseloom.audit_entry where object_id = $1', [
        place.tenantId,
      ]),
    )
    expect(entries.map(({ action }) => action)).toEqual(['tenant.private_networks_changed'])
  })

  it('has a zone of its own, by which its transactions count days; a change is audited', async () => {
    const place = await people.anAccount()
    const { database } = people.installation
    const admin = anActor(database.tenant(place), { adminOf: [place.accountId] })
    const deps = { database, tenancy: people.tenancy, counts: async () => new Map() }
    const view = await updateManagedTenant(
      deps,
      { actor: admin, ip: '192.0.2.1' },
      { ...place, timeZone: 'Pacific/Auckland' },
    )
    expect(view).toMatchObject({ timeZone: 'Pacific/Auckland' })
    const ref = await people.tenancy.tenant(place.tenantId)
    if (ref === null) throw new Error('The tenant is gone')
    expect(await database.tenant(ref).read(async (tx) => tx.timeZone)).toBe('Pacific/Auckland')
    const entries = await database.system.read((tx) =>
      tx.query<{ action: string }>('select action from caseloom.audit_entry where object_id = $1', [
        place.tenantId,
      ]),
    )
    expect(entries.map(({ action }) => action)).toEqual(['tenant.time_zone_changed'])
  })
})

describe('the version', () => {
  const folders: string[] = []
  afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })))

  function aRoot(files: Record<string, string>): URL {
    const folder = mkdtempSync(join(tmpdir(), 'caseloom-version-'))
    folders.push(folder)
    mkdirSync(join(folder, '.git/refs/heads'), { recursive: true })
    for (const [name, text] of Object.entries({ 'package.json': '{"version":"1.2.3"}', ...files })) {
      writeFileSync(join(folder, name), text)
    }
    return pathToFileURL(`${folder}/`)
  }
  const commit = 'c0ffee0123456789'.padEnd(40, '0')

  it.each([
    ['without a checkout', {}, '1.2.3'],
    [
      'on a branch',
      { '.git/HEAD': 'ref: refs/heads/main\n', '.git/refs/heads/main': `${commit}\n` },
      '1.2.3+c0ffee012345',
    ],
    [
      'on a packed branch',
      { '.git/HEAD': 'ref: refs/heads/main', '.git/packed-refs': `# pack\n${commit} refs/heads/main\n` },
      '1.2.3+c0ffee012345',
    ],
    ['on a commit', { '.git/HEAD': `${commit}\n` }, '1.2.3+c0ffee012345'],
    ['with a torn ref', { '.git/HEAD': 'ref: ../../etc/passwd' }, '1.2.3'],
  ])('is that of the root package %s', (_where, files, expected) => {
    expect(readProductVersion(aRoot(files))).toBe(expected)
  })
})

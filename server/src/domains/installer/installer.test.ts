import type { InstallRequest, InstallStatus } from '@caseloom/contract/installer'
import type { TestInstallation } from '@caseloom/testkit/installation'
import { anEmptyProduct, anInstallHouse, type InstallHouse, rowsOf } from '@caseloom/testkit/install-house'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isOnlyLocal } from './install-code.rules.ts'
import type { InstallerDeps } from './installer-deps.ts'

let product: TestInstallation
const houses: InstallHouse[] = []
const children: ChildProcess[] = []
beforeEach(async () => {
  product = await anEmptyProduct()
})
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  for (const house of houses.splice(0)) await house.close()
  await product.close()
})

async function aHouse(over?: (deps: InstallerDeps) => Partial<InstallerDeps>): Promise<InstallHouse> {
  const house = await anInstallHouse(product.url, over)
  houses.push(house)
  return house
}
const wanted = (over: Partial<InstallRequest> = {}): InstallRequest => ({
  accountName: ' Example SOC ',
  tenantName: 'Main',
  name: 'Alice Adams',
  email: 'Alice@Example.com',
  password: 'kettle orbit mango 7',
  demoData: false,
  ...over,
})
const LOCAL = '127.0.0.1'
const states = (status: InstallStatus) => status.steps.map((step) => `${step.key} ${step.state}`)
const ALL = ['database', 'account', 'tenant', 'administrator', 'license', 'starter']

/** What an installation leaves, counted: one of each, however often it was begun. */
async function contents(house: InstallHouse) {
  const [counts] = await rowsOf<Record<string, number>>(
    house.database,
    `select (select count(*)::int from caseloom.account) as accounts,
            (select count(*)::int from caseloom.tenant) as tenants,
            (select count(*)::int from caseloom.person) as persons,
            (select count(*)::int from caseloom.user) as users,
            (select count(*)::int from caseloom.role_assignment) as assignments,
            (select count(*)::int from caseloom.license) as licenses,
            (select count(*)::int from caseloom.app) as apps,
            (select count(*)::int from caseloom.playbook) as playbooks,
            (select count(*)::int from caseloom.playbook_version) as versions`,
  )
  return counts
}
const ONE_OF_EACH = {
  accounts: 1,
  tenants: 1,
  persons: 1,
  users: 1,
  assignments: 1,
  licenses: 1,
  apps: 1,
  playbooks: 1,
  versions: 1,
}

const PASSWORD = wanted().password

describe('the installation', () => {
  it('makes account, tenant, administrator, licence and starter content, and tells each step', async () => {
    const house = await aHouse()
    expect(await house.installer.status()).toMatchObject({
      needed: true,
      status: 'pending',
      codeRequired: false,
    })
    const begun = await house.installer.install(wanted(), LOCAL)
    expect(begun).toMatchObject({ needed: true, status: 'inProgress' })
    expect(begun.steps.map((step) => step.title)).toEqual([
      'Checking the database',
      'Creating the account',
      'Creating the tenant',
      'Creating the administrator',
      'Installing the license',
      'Adding the starter content',
    ])
    await house.installer.settled()
    const status = await house.installer.status()
    expect(status).toMatchObject({ needed: false, status: 'complete' })
    expect(states(status)).toEqual(ALL.map((key) => `${key} done`))
    expect(await contents(house)).toEqual(ONE_OF_EACH)
  })

  it('lets the installing user in as super, account and tenant administrator', async () => {
    const house = await aHouse()
    await house.installer.install(wanted(), LOCAL)
    await house.installer.settled()
    const { view, actorIn } = await house.signIn(PASSWORD)
    expect(view.user).toMatchObject({ name: 'Alice Adams', superAdministrator: true })
    expect(view.accounts).toMatchObject([{ name: 'Example SOC', admin: true }])
    expect(view.tenants).toMatchObject([{ name: 'Main' }])
    const tenantId = view.tenants[0]?.id ?? ''
    const actor = await actorIn(tenantId)
    expect(actor?.permissions.has('app:build')).toBe(true)
    if (actor === null) throw new Error('The installing user has no actor')
    const scope = house.database.tenant({ tenantId, accountId: view.accounts[0]?.id ?? '' })
    const [app] = await house.deps.apps.listApps(scope, actor)
    expect(app).toMatchObject({ key: 'alert', acronym: 'ALR', titleField: 'title' })
    const [playbook] = await house.deps.automation.listPlaybooks(scope)
    expect(playbook).toMatchObject({ key: 'github-security-alert', publishedVersion: 1 })
    const full = await house.deps.automation.getPlaybook(scope, actor, playbook?.id ?? '')
    expect(full.problems).toEqual([])
    expect(full.hooks).toMatchObject([{ auth: 'hmac-sha256', enabled: true }])
  })

  it('keeps no password and no hash of it in its plan', async () => {
    const house = await aHouse()
    await house.installer.install(wanted(), LOCAL)
    const [during] = await rowsOf<{ plan: Record<string, unknown> }>(
      house.database,
      'select plan from caseloom.install',
    )
    expect(JSON.stringify(during)).not.toContain('kettle')
    await house.installer.settled()
    const [after] = await rowsOf<{ plan: Record<string, unknown> }>(
      house.database,
      'select plan from caseloom.install',
    )
    expect(after?.plan['passwordHash']).toBeNull()
  })

  it('is refused once it has begun, and once it is done, by every process', async () => {
    const [first, second] = [await aHouse(), await aHouse()]
    const attempts = await Promise.allSettled([
      first.installer.install(wanted(), LOCAL),
      second.installer.install(wanted({ accountName: 'Other' }), LOCAL),
    ])
    const refused = attempts.filter((attempt) => attempt.status === 'rejected')
    expect(refused).toMatchObject([{ reason: { code: 'install.already_done', status: 409 } }])
    await Promise.all([first.installer.settled(), second.installer.settled()])
    await expect(second.installer.install(wanted(), LOCAL)).rejects.toMatchObject({
      code: 'install.already_done',
    })
    expect(await contents(first)).toEqual(ONE_OF_EACH)
  })

  it('lists every fault of the input at once', async () => {
    const house = await aHouse()
    const bad = {
      accountName: '  ',
      tenantName: 'x'.repeat(101),
      name: '',
      email: 'nobody',
      password: 'password12',
    }
    const error = await house.installer.install(wanted(bad), LOCAL).catch((thrown: unknown) => thrown)
    const issues = (error as { details: { issues: { path: string[]; code: string; message: string }[] } })
      .details.issues
    expect(issues.map((issue) => [issue.path.join('.'), issue.code])).toEqual([
      ['body.accountName', 'too_small'],
      ['body.tenantName', 'too_big'],
      ['body.name', 'too_small'],
      ['body.email', 'invalid_format'],
      ['body.password', 'weak_password'],
    ])
    expect(issues.at(-1)?.message).toContain('easy to guess')
    expect(await house.installer.status()).toMatchObject({ status: 'pending' })
  })

  it('tells a short password once', async () => {
    const house = await aHouse()
    await expect(house.installer.install(wanted({ password: 'short' }), LOCAL)).rejects.toMatchObject({
      code: 'request.invalid',
      details: { issues: [{ path: ['body', 'password'], code: 'too_small' }] },
    })
  })
})

describe('a broken-off installation', () => {
  it('that failed says why, and a second attempt with other values takes its place', async () => {
    const broken = await aHouse(() => ({
      licensing: {
        storeCommunity: async () => {
          throw new Error('secret of the inside')
        },
      },
    }))
    await broken.installer.install(wanted({ accountName: 'Misspelt', email: 'wrong@example.com' }), LOCAL)
    await broken.installer.settled()
    const failed = await broken.installer.status()
    expect(failed).toMatchObject({ needed: true, status: 'failed' })
    expect(states(failed).slice(3)).toEqual(['administrator done', 'license failed', 'starter pending'])
    expect(JSON.stringify(failed)).not.toContain('secret')
    const house = await aHouse()
    await house.installer.install(wanted(), LOCAL)
    await house.installer.settled()
    expect(await house.installer.status()).toMatchObject({ status: 'complete' })
    expect(await contents(house)).toEqual(ONE_OF_EACH)
    expect((await house.signIn(PASSWORD)).view.accounts).toMatchObject([{ name: 'Example SOC' }])
  })

  it.each(['tenant-made', 'person-made', 'app-made', 'playbook-draft'])(
    'by a kill at %s is carried on by the next start',
    async (stopAt) => {
      const script = fileURLToPath(new URL('../../../../testkit/src/install-child.ts', import.meta.url))
      const child = spawn(process.execPath, [script, product.url, stopAt], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      children.push(child)
      await once(child.stdout ?? child, 'data')
      const house = await aHouse()
      const before = await house.installer.status()
      expect(before.status).toBe('inProgress')
      expect(states(before).filter((state) => state.endsWith('running'))).toHaveLength(1)
      child.kill('SIGKILL')
      await once(child, 'exit')
      house.installer.begin()
      await house.installer.settled()
      expect(states(await house.installer.status())).toEqual(ALL.map((key) => `${key} done`))
      expect(await contents(house)).toEqual(ONE_OF_EACH)
      expect((await house.signIn(PASSWORD)).view.tenants).toHaveLength(1)
    },
    30_000,
  )

  it('waits while another living process works on it, and both see the end', async () => {
    const gate = Promise.withResolvers<void>()
    const busy = await aHouse(({ licensing }) => ({
      licensing: {
        storeCommunity: async () => {
          await gate.promise
          return licensing.storeCommunity()
        },
      },
    }))
    await busy.installer.install(wanted(), LOCAL)
    await expect.poll(async () => states(await busy.installer.status())[4]).toBe('license running')
    const other = await aHouse(() => ({
      licensing: {
        storeCommunity: async () => {
          throw new Error('two processes at one step')
        },
      },
    }))
    other.installer.begin()
    gate.resolve()
    await Promise.all([busy.installer.settled(), other.installer.settled()])
    expect(await other.installer.status()).toMatchObject({ status: 'complete' })
  })

  it('stops between steps when the process is told to, and goes on at the next start', async () => {
    const gate = Promise.withResolvers<void>()
    const first = await aHouse(({ tenancy }) => ({
      tenancy: {
        ...tenancy,
        createAccount: async (account) => {
          await gate.promise
          return tenancy.createAccount(account)
        },
      },
    }))
    await first.installer.install(wanted(), LOCAL)
    await expect.poll(async () => states(await first.installer.status())[1]).toBe('account running')
    const closing = first.installer.close()
    gate.resolve()
    await closing
    expect(states(await first.installer.status()).slice(0, 3)).toEqual([
      'database done',
      'account done',
      'tenant pending',
    ])
    const second = await aHouse()
    second.installer.begin()
    await second.installer.settled()
    expect(await contents(second)).toEqual(ONE_OF_EACH)
  })
})

describe('the one-time code', () => {
  const open = () => ({ host: '0.0.0.0' })
  const codeIn = (notices: string[]) => /code: ([0-9A-Z]{5}-[0-9A-Z]{5})$/.exec(notices.join('\n'))?.[1] ?? ''

  it('is shown to the operator and asked for when others can reach the product', async () => {
    const house = await aHouse(open)
    house.installer.begin()
    await house.installer.settled()
    expect(await house.installer.status()).toMatchObject({ codeRequired: true })
    const code = codeIn(house.notices)
    for (const wrong of [undefined, '', 'AAAAA-AAAAA', `${code}A`]) {
      const attempt = house.installer.install(
        wanted(wrong === undefined ? {} : { code: wrong }),
        '198.51.100.7',
      )
      await expect(attempt).rejects.toMatchObject({ code: 'install.code_wrong', status: 403 })
    }
    await house.installer.install(
      wanted({ code: ` ${code.toLowerCase().replace('-', ' ')}` }),
      '198.51.100.8',
    )
    await house.installer.settled()
    expect(await house.installer.status()).toMatchObject({ status: 'complete', codeRequired: false })
    expect(await rowsOf(house.database, 'select code from caseloom.install_code')).toEqual([])
  })

  it('is the same for every process and after a restart, and none is shown when installed', async () => {
    const [first, second] = [await aHouse(open), await aHouse(open)]
    for (const house of [first, second]) {
      house.installer.begin()
      await house.installer.settled()
    }
    expect(codeIn(first.notices)).toMatch(/^.{11}$/)
    expect(second.notices).toEqual(first.notices)
    await second.installer.install(wanted({ code: codeIn(first.notices) }), LOCAL)
    await second.installer.settled()
    const third = await aHouse(open)
    third.installer.begin()
    await third.installer.settled()
    expect(third.notices).toEqual([])
  })

  it('cannot be guessed for long from one address, the right one included', async () => {
    const house = await aHouse(open)
    house.installer.begin()
    await house.installer.settled()
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await expect(house.installer.install(wanted({ code: 'x' }), '198.51.100.9')).rejects.toMatchObject({
        code: 'install.code_wrong',
      })
    }
    const right = wanted({ code: codeIn(house.notices) })
    await expect(house.installer.install(right, '198.51.100.9')).rejects.toMatchObject({
      code: 'request.too_many',
    })
    await house.installer.install(right, '198.51.100.10')
  })

  it.each([
    ['127.0.0.1', 'http://localhost:4000', true],
    ['::1', 'http://[::1]:4000', true],
    ['127.8.9.1', 'http://127.0.0.1:4000', true],
    ['0.0.0.0', 'http://localhost:4000', false],
    ['127.0.0.1', 'https://caseloom.example', false],
    ['127.evil.example', 'http://localhost:4000', false],
  ])('is not needed only when nobody else can come: %s seen as %s', (host, publicUrl, expected) => {
    expect(isOnlyLocal(host, publicUrl)).toBe(expected)
  })
})

describe('a demo', () => {
  const demo = () => ({ demo: true, host: '0.0.0.0' })
  const passwordIn = (notices: string[]) => /Password: (\S+)/.exec(notices.join('\n'))?.[1] ?? ''

  it('fills an empty product by itself and shows a log-in that works', async () => {
    const house = await aHouse(demo)
    house.installer.begin()
    await house.installer.settled()
    expect(await house.installer.status()).toMatchObject({ status: 'complete' })
    expect(house.notices[0]).toBe('Log in at http://localhost:4000 as alice@example.com')
    const { view, actorIn } = await house.signIn(passwordIn(house.notices))
    const place = { tenantId: view.tenants[0]?.id ?? '', accountId: view.accounts[0]?.id ?? '' }
    expect((await actorIn(place.tenantId))?.name).toBe('Alice Adams')
    const again = await aHouse(demo)
    again.installer.begin()
    await again.installer.settled()
    expect(again.notices).toEqual([])
  })

  it('begins anew with another password when it broke off, and adds nothing twice', async () => {
    const crash = new Error('crash')
    const first = await aHouse(({ records }) => {
      let left = 30
      return {
        ...demo(),
        records: {
          ...records,
          createRecord: (scope, actor, command) => {
            left -= 1
            return left < 0 ? Promise.reject(crash) : records.createRecord(scope, actor, command)
          },
        },
      }
    })
    first.installer.begin()
    await first.installer.settled()
    expect(await first.installer.status()).toMatchObject({ status: 'failed' })
    expect(first.notices).toEqual([])
    const second = await aHouse(demo)
    second.installer.begin()
    await second.installer.settled()
    const { view } = await second.signIn(passwordIn(second.notices))
    expect(await contents(second)).toEqual({ ...ONE_OF_EACH, persons: 4, users: 4, assignments: 4 })
    const scope = second.database.tenant({
      tenantId: view.tenants[0]?.id ?? '',
      accountId: view.accounts[0]?.id ?? '',
    })
    const [app] = await rowsOf<{ id: string }>(second.database, 'select id from caseloom.app')
    const table = `${scope.schema}.a_${String(app?.id).replaceAll('-', '')}`
    const rows = await scope.read((tx) =>
      tx.query<{ records: number; youngest: Date; oldest: Date; now: Date }>(
        `select count(*)::int as records, max(created_at) as youngest, min(created_at) as oldest, now() as now from ${table}`,
      ),
    )
    expect(rows[0]?.records).toBe(40)
    const day = 24 * 3600_000
    expect((rows[0]?.now.getTime() ?? 0) - (rows[0]?.oldest.getTime() ?? 0)).toBeGreaterThan(5 * day)
    expect(rows[0]?.youngest.getTime()).toBeLessThanOrEqual(rows[0]?.now.getTime() ?? 0)
  })

  it('that is no longer wanted leaves the form to people', async () => {
    const gate = Promise.withResolvers<void>()
    const first = await aHouse(({ licensing }) => ({
      ...demo(),
      licensing: { storeCommunity: () => gate.promise.then(() => licensing.storeCommunity()) },
    }))
    first.installer.begin()
    await expect.poll(async () => states(await first.installer.status())[4]).toBe('license running')
    const closing = first.installer.close()
    gate.resolve()
    await closing
    expect(await first.installer.status()).toMatchObject({ status: 'inProgress' })
    const second = await aHouse()
    second.installer.begin()
    await second.installer.settled()
    expect(await second.installer.status()).toMatchObject({ status: 'failed', needed: true })
  })
})

describe('the starter content', () => {
  it('has the same intake as the playbook language is proven with', () => {
    const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
    const proven = read('../../../../playbook/src/fixtures/github-security-alert.yaml')
    expect(read('starter/github-security-alert.yaml')).toBe(proven)
  })
})

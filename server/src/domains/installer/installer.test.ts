import type { InstallStatus } from '@caseloom/contract/identity/installer'
import {
  installBody,
  installedThings,
  installFixtures,
  ONE_OF_EACH,
  rowsOf,
} from '@caseloom/testkit/install-fixture'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'

const { aHouse, url } = installFixtures()
const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

const wanted = installBody
const LOCAL = '127.0.0.1'
const states = (status: InstallStatus) => status.steps.map((step) => `${step.key} ${step.state}`)
const ALL = ['database', 'account', 'tenant', 'administrator', 'license', 'starter']

const PASSWORD = wanted().password

describe('the installation', () => {
  it('makes account, tenant, administrator, license and starter content, and reports each step', async () => {
    const house = await aHouse()
    expect(await house.installer.status()).toMatchObject({
      needed: true,
      status: 'pending',
      codeRequired: true,
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
    expect(await installedThings(house)).toEqual(ONE_OF_EACH)
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
    const apps = await house.deps.apps.listApps(scope, actor)
    expect(apps.map(({ key, acronym }) => `${key} ${acronym}`)).toEqual([
      'alert ALR',
      'asset AST',
      'case CAS',
      'observable_intel INT',
    ])
    const [alert] = await rowsOf<{ definition: { fields: { key: string }[]; layout: unknown } }>(
      house.database,
      "select definition from caseloom.app where key = 'alert'",
    )
    const files = alert?.definition.fields.find((field) => field.key === 'files')
    expect(files).toMatchObject({ label: 'Files', type: 'attachment' })
    expect(JSON.stringify(alert?.definition.layout)).toContain('"files"')
    const views = await house.deps.reporting.listReports(scope, actor)
    expect(views.map(({ name }) => name)).toContain('Queue')
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
    expect(await installedThings(first)).toEqual(ONE_OF_EACH)
  })

  it('lists every fault of the input', async () => {
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

  it('reports a short password once', async () => {
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
    expect(await installedThings(house)).toEqual(ONE_OF_EACH)
    expect((await house.signIn(PASSWORD)).view.accounts).toMatchObject([{ name: 'Example SOC' }])
  })

  it.each(['tenant-made', 'person-made', 'app-made', 'playbook-draft'])(
    'by a kill at %s is carried on by the next start',
    async (stopAt) => {
      const script = fileURLToPath(new URL('../../../../testkit/src/install-child.ts', import.meta.url))
      const child = spawn(process.execPath, [script, url(), stopAt], {
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
      expect(await installedThings(house)).toEqual(ONE_OF_EACH)
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

  it('stops between steps when the process is asked to, and continues at the next start', async () => {
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
    expect(await installedThings(second)).toEqual(ONE_OF_EACH)
  })
})

describe('the starter content', () => {
  it('has the same intake as the playbook language is proven with', () => {
    const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
    const proven = read('../../../../playbook/src/fixtures/github-security-alert.yaml')
    expect(read('starter/github-security-alert.yaml')).toBe(proven)
  })
})

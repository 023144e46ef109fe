import { AdministratorInvitation, ManagedAccount } from '@caseloom/contract/identity/accounts'
import { SessionView } from '@caseloom/contract/identity/identity'
import { aContractWorld, type ContractWorld } from '@caseloom/testkit/contract-world'
import { ask } from '@caseloom/testkit/ask'
import { tenancyAdmin } from '@caseloom/testkit/good/tenancy-admin'
import type { Resident } from '@caseloom/testkit/good/types'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { builtInRoleIds } from '../identity/identity.door.ts'

const PASSWORD = 'kettle orbit mango 7'
const BASE = '/tenant/installation/accounts'

let world: ContractWorld
let alice: Resident
let mallory: Resident
beforeAll(async () => {
  world = await aContractWorld([tenancyAdmin])
  ;({ alice, mallory } = world)
})
afterAll(() => world?.close())

const Created = z.object({ account: ManagedAccount, invitation: AdministratorInvitation })
const rows = <Row>(text: string, values: unknown[] = []) =>
  world.web.product.platform.system.read((tx) => tx.query<Row>(text, values))
const write = (text: string, values: unknown[]) =>
  world.web.product.platform.system.tx((tx) => tx.query(text, values))
const send = (method: string, path = '', body?: unknown, cookie = alice.cookie) =>
  ask(world.web, { method, url: `${BASE}${path}`, cookie, body })
const codeOf = (reply: { status: number; json: unknown }) =>
  `${reply.status} ${z.object({ code: z.string() }).parse(reply.json).code}`
const listed = async () => z.object({ items: z.array(ManagedAccount) }).parse((await send('GET')).json).items
const audited = async (accountId: string, log: string | null = accountId) =>
  (
    await rows<{ action: string }>(
      `select action from caseloom.audit_entry
        where object_id = $1 and account_id is not distinct from $2::uuid order by id`,
      [accountId, log],
    )
  ).map((row) => row.action)

let number = 0
async function anAccount(over: object = {}) {
  number += 1
  const administrator = { email: `admin${number}@example.test`, name: `Admin ${number}` }
  const reply = await send('POST', '', {
    name: `Account ${number}`,
    starterContent: false,
    administrator,
    ...over,
  })
  expect(reply.status, JSON.stringify(reply.json)).toBe(201)
  const { account, invitation } = Created.parse(reply.json)
  return { account, invitation, email: administrator.email }
}
async function logIn(email: string) {
  const reply = await ask(world.web, {
    method: 'POST',
    url: '/iam/login',
    body: { email, password: PASSWORD },
  })
  expect(reply.status, JSON.stringify(reply.json)).toBe(200)
  const cookie = String(reply.headers['set-cookie']).split(';')[0] ?? ''
  return { cookie, session: SessionView.parse(reply.json) }
}
/** An account whose administrator has followed the link and signed in. */
async function aSettledAccount(over: object = {}) {
  const made = await anAccount(over)
  const token = new URL(made.invitation.link ?? '').searchParams.get('token')
  const url = '/iam/set-password'
  expect(await ask(world.web, { method: 'POST', url, body: { token, password: PASSWORD } })).toMatchObject({
    status: 204,
  })
  const { cookie, session } = await logIn(made.email)
  const [tenant] = session.tenants
  if (tenant === undefined) throw new Error('The administrator has no tenant')
  return { ...made, cookie, session, tenantId: tenant.id }
}
const sessionOf = async (cookie: string) =>
  SessionView.parse((await ask(world.web, { method: 'GET', url: '/iam/session', cookie })).json)
const apps = (tenantId: string, cookie: string) =>
  ask(world.web, { method: 'GET', url: `/api/tenant/${tenantId}/apps`, cookie })

describe('an account that a super administrator adds', () => {
  it('has a tenant with starter content, and its invited administrator gets in by the link [S1.01 S1.02]', async () => {
    const { account, session, cookie, tenantId } = await aSettledAccount({ starterContent: true })
    expect(account).toMatchObject({ status: 'active', tenants: 1, users: 1, deleteAt: null })
    expect(account.administrators).toMatchObject([{ name: `Admin ${number}`, status: 'invited' }])
    expect(session.accounts).toMatchObject([{ id: account.id, admin: true, needs: null }])
    expect(session.user.superAdministrator).toBe(false)
    const list = await apps(tenantId, cookie)
    expect(z.object({ items: z.array(z.unknown()) }).parse(list.json).items).toHaveLength(4)
    expect((await listed()).find((each) => each.id === account.id)?.administrators).toMatchObject([
      { status: 'active' },
    ])
    expect(await audited(account.id)).toEqual(['account.created'])
    expect(await audited(account.id, null)).toEqual(['account.created'])
  })

  it('is refused whole when its name or its administrator cannot be', async () => {
    const { account } = await anAccount()
    const schemas = async () => (await rows(`select 1 from pg_namespace where nspname like 't\\_%'`)).length
    const before = [await schemas(), (await listed()).length]
    const administrator = { email: 'someone@example.test', name: 'Someone' }
    expect(codeOf(await send('POST', '', { name: account.name.toUpperCase(), administrator }))).toBe(
      '409 name.taken',
    )
    const service = await ask(world.web, {
      method: 'POST',
      url: `/iam/account/${alice.ids.accountId}/service-accounts`,
      cookie: alice.cookie,
      body: { name: 'Robot' },
    })
    const { email } = z.object({ email: z.string() }).parse(service.json)
    const robot = await send('POST', '', { name: 'Robots', administrator: { email, name: 'Robot' } })
    expect(robot.status).toBe(400)
    expect([await schemas(), (await listed()).length]).toEqual(before)
    expect(await rows('select 1 from caseloom.person where email = $1', [administrator.email])).toEqual([])
  })

  it('gives a person who is known no link: they sign in as ever and choose between two accounts', async () => {
    const first = await aSettledAccount()
    const second = await anAccount({ administrator: { email: first.email, name: 'Same person' } })
    expect(second.invitation).toEqual({ email: first.email, mailed: false, link: null })
    const { session } = await logIn(first.email)
    expect(session.accounts.map((each) => each.id).sort()).toEqual(
      [first.account.id, second.account.id].sort(),
    )
    expect(session.defaults).toBeNull()
  })

  it('renews an open invitation, ends the old link, and refuses who has joined', async () => {
    const { account, invitation, email } = await anAccount()
    const path = `/${account.id}/administrators`
    const again = await send('POST', path, { email, name: 'Renamed' })
    const renewed = AdministratorInvitation.parse(again.json)
    expect(renewed.link).not.toBe(invitation.link)
    const take = (link: string | null) =>
      ask(world.web, {
        method: 'POST',
        url: '/iam/set-password',
        body: { token: new URL(link ?? '').searchParams.get('token'), password: PASSWORD },
      })
    expect(codeOf(await take(invitation.link))).toBe('410 password.token_expired')
    expect((await take(renewed.link)).status).toBe(204)
    expect(codeOf(await send('POST', path, { email, name: 'Renamed' }))).toBe('409 user.exists')
    const second = await send('POST', path, { email: 'second@example.test', name: 'Second' })
    expect(second.status).toBe(200)
    expect((await listed()).find((each) => each.id === account.id)?.administrators).toHaveLength(2)
  })

  it('is for super administrators only', async () => {
    const administrator = { email: 'unknown@example.test', name: 'Unknown' }
    for (const reply of [
      await send('GET', '', undefined, mallory.cookie),
      await send('POST', '', { name: 'Mine', administrator }, mallory.cookie),
      await send('PATCH', `/${alice.ids.accountId}`, { status: 'suspended' }, mallory.cookie),
      await send('POST', `/${alice.ids.accountId}/delete`, { name: 'x' }, mallory.cookie),
    ])
      expect(codeOf(reply)).toBe('403 right.missing')
  })
})

describe('a suspended account', () => {
  it('shuts its people, hooks and tokens out, leaves other accounts alone, and comes back as it was', async () => {
    const settled = await aSettledAccount({ starterContent: true })
    const { account, cookie, tenantId } = settled
    await world.web.product.doors.tenancy.setFlag('MultiTenant', account.id, true)
    const managed = `/tenant/account/${account.id}/managed-tenants`
    const manage = (method: string, path: string, body?: unknown) =>
      ask(world.web, { method, url: `${managed}${path}`, cookie, body })
    const second = z
      .object({ id: z.string() })
      .parse((await manage('POST', '', { name: 'Paused', starterContent: false })).json)
    await manage('PATCH', `/${second.id}`, { status: 'suspended' })
    const token = await aToken(settled)
    const byToken = () =>
      ask(world.web, {
        method: 'GET',
        url: `/api/tenant/${tenantId}/apps`,
        headers: { authorization: `Bearer ${token}` },
      })
    const [hook] = await rows<{ path: string }>(
      `select '/hooks/' || tenant_id || '/' || hook_key as path from caseloom.trigger where tenant_id = $1`,
      [tenantId],
    )
    const knock = () => ask(world.web, { method: 'POST', url: hook?.path ?? '', body: {} })
    expect([(await apps(tenantId, cookie)).status, (await byToken()).status]).toEqual([200, 200])

    const pauses = async () => {
      const found = await rows<{ paused: boolean }>(
        'select paused from caseloom.scheduled_tenant where tenant_id = any($1::uuid[]) order by tenant_id = $2::uuid',
        [[tenantId, second.id], tenantId],
      )
      return found.map(({ paused }) => paused)
    }
    expect(await pauses()).toEqual([true, false])
    const suspended = await send('PATCH', `/${account.id}`, { status: 'suspended' })
    expect(suspended.json).toMatchObject({ status: 'suspended' })
    expect(await pauses()).toEqual([true, true])
    expect([(await apps(tenantId, cookie)).status, (await knock()).status]).toEqual([404, 404])
    expect((await byToken()).status).toBe(401)
    expect((await manage('GET', '')).status).toBe(404)
    const shut = await sessionOf(cookie)
    expect(shut.accounts).toMatchObject([{ id: account.id, admin: false, needs: 'suspended' }])
    expect(shut.tenants).toEqual([])
    expect((await logIn(settled.email)).session.tenants).toEqual([])
    expect((await apps(mallory.ids.tenantId, mallory.cookie)).status).toBe(200)
    expect((await world.web.product.doors.tenancy.tenants()).map((each) => each.tenantId)).not.toContain(
      tenantId,
    )

    await send('PATCH', `/${account.id}`, { status: 'active' })
    expect([(await apps(tenantId, cookie)).status, (await byToken()).status]).toEqual([200, 200])
    expect(await pauses()).toEqual([true, false])
    expect((await knock()).status).not.toBe(404)
    const states = z
      .object({ items: z.array(z.object({ name: z.string(), status: z.string() })) })
      .parse((await manage('GET', '')).json)
    expect(Object.fromEntries(states.items.map(({ name, status }) => [name, status]))).toEqual({
      Main: 'active',
      Paused: 'suspended',
    })
    expect(await audited(account.id)).toEqual(['account.created', 'account.suspended', 'account.reactivated'])
  })

  it('notifies open browsers of its tenants immediately', async () => {
    const { account, tenantId } = await aSettledAccount()
    const notified = () =>
      rows(`select 1 from caseloom.outbox where tenant_id = $1 and payload->>'kind' = 'settings'`, [tenantId])
    const before = (await notified()).length
    await send('PATCH', `/${account.id}`, { status: 'suspended' })
    expect((await notified()).length).toBe(before + 1)
  })

  it('cannot be the last one of the super administrator who asks', async () => {
    const own = alice.ids.accountId
    expect(codeOf(await send('PATCH', `/${own}`, { status: 'suspended' }))).toBe('422 account.needed')
    expect(codeOf(await send('POST', `/${own}/delete`, { name: 'Alice’s account' }))).toBe(
      '422 account.needed',
    )
    expect((await apps(alice.ids.tenantId, alice.cookie)).status).toBe(200)
  })
})

describe('a deleted account', () => {
  it('closes immediately, by its name, and can be restored with each tenant as it was', async () => {
    const { account, cookie, tenantId } = await aSettledAccount()
    expect(codeOf(await send('POST', `/${account.id}/delete`, { name: 'Other' }))).toBe(
      '422 account.name_differs',
    )
    const deleted = ManagedAccount.parse(
      (await send('POST', `/${account.id}/delete`, { name: account.name })).json,
    )
    const days = (Date.parse(deleted.deleteAt ?? '') - Date.now()) / 86_400_000
    expect([deleted.status, Math.round(days)]).toEqual(['deleting', 14])
    expect((await apps(tenantId, cookie)).status).toBe(404)
    const [tenant] = await rows<{ status: string; at: Date }>(
      'select status, delete_at as at from caseloom.tenant where id = $1',
      [tenantId],
    )
    expect([tenant?.status, tenant?.at.toISOString()]).toEqual(['deleting', deleted.deleteAt])
    expect(await world.web.product.accounts.purgeDeleted()).toBe(0)
    const back = await send('PATCH', `/${account.id}`, { status: 'active' })
    expect(back.json).toMatchObject({ status: 'active', deleteAt: null })
    expect((await apps(tenantId, cookie)).status).toBe(200)
    expect(await audited(account.id)).toEqual([
      'account.created',
      'account.deletion_requested',
      'account.restored',
    ])
  })

  it('is permanently deleted after the grace period: no row but its audit log, no person who was only there', async () => {
    const settled = await aSettledAccount({ starterContent: true })
    const { account, tenantId, email } = settled
    await aToken(settled)
    const both = await anAccount({ administrator: { email: 'both@example.test', name: 'Both' } })
    const path = `/${account.id}/administrators`
    await send('POST', path, { email: 'both@example.test', name: 'Both' })
    await send('POST', `/${account.id}/delete`, { name: account.name })
    await write(`update caseloom.account set delete_at = now() - interval '1 minute' where id = $1`, [
      account.id,
    ])
    await write(`update caseloom.tenant set delete_at = now() - interval '1 minute' where id = $1`, [
      tenantId,
    ])
    expect((await listed()).map((each) => each.id)).not.toContain(account.id)
    expect(codeOf(await send('PATCH', `/${account.id}`, { status: 'active' }))).toBe('404 resource.not_found')
    await world.web.product.accounts.purgeDeleted()
    expect(await left(account.id)).toEqual([])
    const people = await rows<{ email: string }>(
      'select email from caseloom.person where email = any($1) order by email',
      [[email, 'both@example.test']],
    )
    expect(people).toEqual([{ email: 'both@example.test' }])
    expect((await listed()).find((each) => each.id === both.account.id)?.users).toBe(1)
    expect((await audited(account.id, null)).at(-1)).toBe('account.purged')
    expect((await apps(mallory.ids.tenantId, mallory.cookie)).status).toBe(200)
  })
})

it('holds flag overrides per account: one account’s override is no other’s', async () => {
  const [first, second] = [await aSettledAccount(), await aSettledAccount()]
  const url = '/tenant/installation/feature-flags/HeroAi'
  const body = { accountId: first.account.id, enabled: false }
  expect((await ask(world.web, { method: 'PUT', url, cookie: alice.cookie, body })).status).toBe(200)
  expect((await sessionOf(first.cookie)).flags.HeroAi).toBe(false)
  expect((await sessionOf(second.cookie)).flags.HeroAi).toBe(true)
})

async function aToken({ account, cookie }: Awaited<ReturnType<typeof aSettledAccount>>) {
  const make = async (path: string, body: unknown) => {
    const reply = await ask(world.web, {
      method: 'POST',
      url: `/iam/account/${account.id}${path}`,
      cookie,
      body,
    })
    expect(reply.status, JSON.stringify(reply.json)).toBe(201)
    return z.object({ id: z.string().optional(), token: z.string().optional() }).parse(reply.json)
  }
  const roles = [{ roleId: builtInRoleIds.viewer, tenantId: null }]
  const service = await make('/service-accounts', { name: 'Feed', roles })
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString()
  return (await make(`/users/${service.id}/tokens`, { name: 'Feed', scopes: ['app:read'], expiresAt })).token
}

/** Tables that still name the account; its audit log may. */
async function left(accountId: string): Promise<string[]> {
  const columns = await rows<{ place: string; name: string }>(
    `select format('%I.%I', table_schema, table_name) as place, column_name as name
       from information_schema.columns
      where table_schema = 'caseloom' and (column_name like '%account_id' or column_name = 'only_account')
        and table_name not in ('audit_entry', 'audit_seal')`,
  )
  expect(columns.length).toBeGreaterThan(12)
  return world.web.product.platform.system.owner(async (tx) => {
    const hits: string[] = []
    for (const { place, name } of columns) {
      const [hit] = await tx.query(`select 1 from ${place} where ${name} = $1 limit 1`, [accountId])
      if (hit !== undefined) hits.push(`${place}.${name}`)
    }
    const accounts = await tx.query('select 1 from caseloom.account where id = $1', [accountId])
    return accounts.length > 0 ? [...hits, 'account'] : hits
  })
}

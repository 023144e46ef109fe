import { FeatureFlags } from '@caseloom/contract/identity/identity'
import { ManagedTenant } from '@caseloom/contract/tenancy/tenancy-admin'
import { aContractWorld, type ContractWorld } from '@caseloom/testkit/contract-world'
import { ask } from '@caseloom/testkit/ask'
import type { Resident } from '@caseloom/testkit/good/types'
import { tenancyAdmin } from '@caseloom/testkit/good/tenancy-admin'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { inflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { newId } from '../../platform/uuid.ts'
import { purgeTenants } from './purge-tenants.ts'

let world: ContractWorld
let alice: Resident
let mallory: Resident
beforeAll(async () => {
  world = await aContractWorld([tenancyAdmin])
  ;({ alice, mallory } = world)
})
afterAll(() => world?.close())

const rows = <Row>(text: string, values: unknown[] = []) =>
  world.web.product.platform.system.read((tx) => tx.query<Row>(text, values))
const write = (text: string, values: unknown[]) =>
  world.web.product.platform.system.tx((tx) => tx.query(text, values))
const send = (who: Resident, method: string, path: string, body?: unknown) =>
  ask(world.web, { method, url: `/tenant/account/${who.ids.accountId}${path}`, cookie: who.cookie, body })
const manage = (who: Resident, method: string, path = '', body?: unknown) =>
  send(who, method, `/managed-tenants${path}`, body)
const List = z.object({ items: z.array(ManagedTenant) })
const listed = async (who: Resident) => List.parse((await manage(who, 'GET')).json).items
let names = 0
async function aTenant(who: Resident, over: object = {}): Promise<ManagedTenant> {
  names += 1
  const reply = await manage(who, 'POST', '', { name: `Tenant ${names}`, starterContent: false, ...over })
  expect(reply.status, JSON.stringify(reply.json)).toBe(201)
  return ManagedTenant.parse(reply.json)
}
const codeOf = (reply: { status: number; json: unknown }) =>
  `${reply.status} ${z.object({ code: z.string() }).parse(reply.json).code}`
const audited = async (tenantId: string) =>
  (
    await rows<{ action: string }>(
      'select action from caseloom.audit_entry where object_id = $1 order by id',
      [tenantId],
    )
  ).map((row) => row.action)

describe('tenants of an account', () => {
  it('are listed with what is in them, whatever their state, and only those of the account', async () => {
    const all = await listed(alice)
    expect(all.find((each) => each.id === alice.ids.tenantId)).toMatchObject({
      name: 'Main',
      status: 'active',
      deleteAt: null,
      apps: 1,
      users: 1,
    })
    expect(all.map((each) => each.id)).not.toContain(mallory.ids.tenantId)
  })

  it('are added with the caller as administrator and the starter content', async () => {
    const made = await aTenant(alice, { starterContent: true })
    expect(made).toMatchObject({ status: 'active', apps: 4, users: 1 })
    const session = await ask(world.web, { method: 'GET', url: '/iam/session', cookie: alice.cookie })
    expect(JSON.stringify(session.json)).toContain(made.id)
    const inside = await ask(world.web, {
      method: 'GET',
      url: `/api/tenant/${made.id}/orchestration/api/playbooks`,
      cookie: alice.cookie,
    })
    expect(inside.json).toMatchObject({ items: [{ key: 'github-security-alert' }] })
    expect(await audited(made.id)).toEqual(['tenant.created'])
  })

  it('share no name, and none is left half made', async () => {
    const made = await aTenant(alice)
    const schemas = async () => (await rows(`select 1 from pg_namespace where nspname like 't\\_%'`)).length
    const before = await schemas()
    const again = await manage(alice, 'POST', '', { name: made.name.toUpperCase(), starterContent: false })
    expect(codeOf(again)).toBe('409 name.taken')
    expect(await schemas()).toBe(before)
    const renamed = await manage(alice, 'PATCH', `/${alice.ids.tenantId}`, { name: made.name })
    expect(codeOf(renamed)).toBe('409 name.taken')
  })

  it('are one without MultiTenant, also for two requests at the same time and for a deletion taken back [S6.05]', async () => {
    const { tenancy } = world.web.product.doors
    const deleted = await aTenant(mallory)
    await manage(mallory, 'POST', `/${deleted.id}/delete`, { name: deleted.name })
    await tenancy.setFlag('MultiTenant', mallory.ids.accountId, false)
    const more = { name: 'Two too many', starterContent: false }
    const both = await Promise.all([manage(mallory, 'POST', '', more), manage(mallory, 'POST', '', more)])
    expect(both.map(codeOf)).toEqual(Array(2).fill('422 tenant.last_one'))
    const back = await manage(mallory, 'PATCH', `/${deleted.id}`, { status: 'active' })
    expect(codeOf(back)).toBe('422 tenant.last_one')
    await tenancy.setFlag('MultiTenant', mallory.ids.accountId, true)
  })

  it('are renamed, suspended and reopened; a suspended one is closed to everyone, hooks included', async () => {
    const made = await aTenant(alice, { starterContent: true })
    const hooks = () =>
      rows<{ path: string }>(
        `select '/hooks/' || tenant_id || '/' || hook_key as path from caseloom.trigger where tenant_id = $1`,
        [made.id],
      )
    const [hook] = await hooks()
    const knock = () => ask(world.web, { method: 'POST', url: hook?.path ?? '', body: {} })
    const apps = () =>
      ask(world.web, { method: 'GET', url: `/api/tenant/${made.id}/apps`, cookie: alice.cookie })
    expect((await apps()).status).toBe(200)
    expect((await knock()).status).not.toBe(404)
    const name = `${made.name}, renamed`
    const suspended = await manage(alice, 'PATCH', `/${made.id}`, { name, status: 'suspended' })
    expect(suspended.json).toMatchObject({ name, status: 'suspended', apps: 4 })
    expect([(await apps()).status, (await knock()).status]).toEqual([404, 404])
    await manage(alice, 'PATCH', `/${made.id}`, { status: 'active' })
    expect((await apps()).status).toBe(200)
    expect(await audited(made.id)).toEqual([
      'tenant.created',
      'tenant.renamed',
      'tenant.suspended',
      'tenant.reopened',
    ])
  })

  it('are deleted by their name after 14 days, and taken back until then', async () => {
    const made = await aTenant(alice)
    expect(codeOf(await manage(alice, 'POST', `/${made.id}/delete`, { name: 'Other' }))).toBe(
      '422 tenant.name_differs',
    )
    const reply = await manage(alice, 'POST', `/${made.id}/delete`, { name: made.name })
    const deleted = ManagedTenant.parse(reply.json)
    expect(deleted.status).toBe('deleting')
    const days = (Date.parse(deleted.deleteAt ?? '') - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(13.99)
    expect(days).toBeLessThanOrEqual(14)
    const again = await manage(alice, 'POST', `/${made.id}/delete`, { name: made.name })
    expect(again.json).toMatchObject({ deleteAt: deleted.deleteAt })
    expect(await world.web.product.accounts.purgeDeleted()).toBe(0)
    const back = await manage(alice, 'PATCH', `/${made.id}`, { status: 'active' })
    expect(back.json).toMatchObject({ status: 'active', deleteAt: null })
    expect(await audited(made.id)).toEqual(['tenant.created', 'tenant.deletion_requested', 'tenant.restored'])
  })

  it('notify open browsers of the whole account when they change', async () => {
    const notified = async () =>
      (
        await rows<{ id: string }>(
          `select payload->>'id' as id from caseloom.outbox
            where tenant_id = $1 and payload->>'kind' = 'settings' order by id`,
          [alice.ids.tenantId],
        )
      ).map((row) => row.id)
    const made = await aTenant(alice)
    expect(await notified()).toContain(made.id)
  })
})

describe('a tenant deleted permanently', () => {
  /** A tenant with rows in many tables, files, secrets and a run, ready to be purged. */
  async function doomed(): Promise<ManagedTenant> {
    const made = await aTenant(mallory, { starterContent: true })
    const scope = await world.web.product.gate.tenant(made.id)
    if (scope === null) throw new Error('The tenant is closed')
    const actor = await world.web.product.doors.identity.actorOf(mallory.ids.userId ?? '', made.id)
    if (actor === null) throw new Error('Mallory is not in it')
    const { records, apps } = world.web.product.doors
    const { parts: automationParts } = world.web.product.automation
    const [app] = await apps.listApps(scope, actor)
    for (let n = 0; n < 5; n += 1)
      await records.createRecord(scope, actor, { appId: app?.id ?? '', fields: { title: `Alert ${n}` } })
    const place = [made.id, app?.id]
    await write(
      `insert into caseloom.link_event (tenant_id, id, app_id, record_id, field_id, source_id, at, actor, action)
       select $1, $2, $2, $2, $2, $2, now(), '{}', 'linked'`,
      place,
    )
    await scope.tx((tx) => automationParts.values.put(tx, Buffer.alloc(300_000, 'x'), 'text/plain'))
    await ask(world.web, {
      method: 'POST',
      url: '/iam/session/tenant',
      cookie: mallory.cookie,
      body: { accountId: mallory.ids.accountId, tenantId: made.id },
    })
    await manage(mallory, 'POST', `/${made.id}/delete`, { name: made.name })
    await write(`update caseloom.tenant set delete_at = now() - interval '1 minute' where id = $1`, [made.id])
    return made
  }

  /** Every place of the database that names the tenant; the log of the account may. */
  async function left(tenantId: string): Promise<string[]> {
    const columns = await rows<{ place: string; name: string }>(
      `select format('%I.%I', table_schema, table_name) as place, column_name as name
         from information_schema.columns
        where table_schema = 'caseloom' and column_name like '%tenant_id' and table_name <> 'audit_entry'`,
    )
    expect(columns.length).toBeGreaterThan(15)
    const found = await world.web.product.platform.system.owner(async (tx) => {
      const hits: string[] = []
      for (const { place, name } of columns) {
        const [hit] = await tx.query(`select 1 from ${place} where ${name} = $1 limit 1`, [tenantId])
        if (hit !== undefined) hits.push(`${place}.${name}`)
      }
      return hits
    })
    const hex = tenantId.replaceAll('-', '')
    const roles = await rows<{ name: string }>('select rolname as name from pg_roles where rolname like $1', [
      `t\\_%\\_${hex}`,
    ])
    const schemas = await rows<{ name: string }>(
      'select nspname as name from pg_namespace where nspname = $1',
      [`t_${hex}`],
    )
    const rest = [...roles, ...schemas].map((row) => row.name)
    const tenants = await rows('select 1 from caseloom.tenant where id = $1', [tenantId])
    const files = existsSync(`${world.config.dataDir}/files/${tenantId}`) ? ['files'] : []
    return [...found, ...rest, ...files, ...(tenants.length > 0 ? ['tenant'] : [])]
  }

  /** A digest of every row of every table that belongs to the tenant, its own schema included. */
  async function checksum(tenantId: string): Promise<Record<string, string>> {
    const hex = tenantId.replaceAll('-', '')
    return world.web.product.platform.system.owner(async (tx) => {
      const tables = await tx.query<{ place: string; own: boolean }>(
        `select format('%I.%I', n.nspname, c.relname) as place, n.nspname <> 'caseloom' as own
           from pg_class c join pg_namespace n on n.oid = c.relnamespace
          where c.relkind = 'r' and c.relname <> 'outbox'
            and (n.nspname = $1 or n.nspname = 'caseloom' and exists (
              select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id'))`,
        [`t_${hex}`],
      )
      const sums: Record<string, string> = {}
      for (const { place, own } of tables) {
        const where = own ? '' : ` where t.tenant_id = '${tenantId}'`
        const [sum] = await tx.query<{ sum: string }>(
          `select count(*) || ':' || md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as sum
             from ${place} t${where}`,
        )
        sums[place] = sum?.sum ?? ''
      }
      return sums
    })
  }

  it('leaves nothing in any table, schema, role or folder, and other tenants as they were', async () => {
    const made = await doomed()
    const there = await left(made.id)
    expect(there.length).toBeGreaterThan(10)
    expect(there).toEqual(
      expect.arrayContaining(['record_history', 'link_event'].map((one) => `caseloom.${one}.tenant_id`)),
    )
    const before = await checksum(alice.ids.tenantId)
    expect(Object.keys(before).length).toBeGreaterThan(15)
    expect(await world.web.product.accounts.purgeDeleted()).toBe(1)
    expect(await left(made.id)).toEqual([])
    expect(await checksum(alice.ids.tenantId)).toEqual(before)
    expect((await audited(made.id)).at(-1)).toBe('tenant.purged')
    const session = await ask(world.web, { method: 'GET', url: '/iam/session', cookie: mallory.cookie })
    expect(session.status).toBe(200)
  })

  it('is finished by another process when one dies in the middle, and cannot be taken back meanwhile', async () => {
    const made = await doomed()
    const { accounts, platform } = world.web.product
    const { system, log } = platform
    const all = accounts.purgers
    for (let steps = 0; steps < all.length; steps += 1) {
      const broken = { name: 'broken', purge: () => Promise.reject(new Error('killed')) }
      const parts = [...all.slice(0, steps), broken]
      expect(await purgeTenants({ system, parts, log, leaseMs: 1 })).toBe(0)
      const back = await manage(mallory, 'PATCH', `/${made.id}`, { status: 'active' })
      expect(codeOf(back)).toBe('404 resource.not_found')
    }
    await write(`update caseloom.tenant set purge_until = now() + interval '1 hour' where id = $1`, [made.id])
    expect(await accounts.purgeDeleted()).toBe(0)
    await write(`update caseloom.tenant set purge_until = now() - interval '1 second' where id = $1`, [
      made.id,
    ])
    expect(await accounts.purgeDeleted()).toBe(1)
    expect(await left(made.id)).toEqual([])
  })

  it('goes in small steps where no index leads to its rows', async () => {
    const made = await doomed()
    await world.web.product.platform.system.owner(async (tx) => {
      await tx.query(`select set_config('app.tenant_id', $1, true)`, [made.id])
      await tx.query(
        `insert into caseloom.record_history (tenant_id, app_id, record_id, version, at, actor, action, changes)
         select $1, gen_random_uuid(), gen_random_uuid(), n, now(), '{}', 'created', '[]'
           from generate_series(1, 3000) n`,
        [made.id],
      )
    })
    expect(await world.web.product.accounts.purgeDeleted()).toBe(1)
    expect(await left(made.id)).toEqual([])
  })
})

describe('the export of a tenant', () => {
  async function exported(who: Resident, tenantId: string) {
    const reply = await world.web.http.fastify.inject({
      method: 'GET',
      url: `/tenant/account/${who.ids.accountId}/managed-tenants/${tenantId}/export`,
      headers: { cookie: who.cookie },
    })
    return { status: reply.statusCode, headers: reply.headers, bytes: reply.rawPayload, text: reply.body }
  }

  it('holds comments, and files with their bytes', async () => {
    const { tenantId, appId, recordId } = alice.ids
    const post = async (path: string, body: unknown) => {
      const url = `/api/tenant/${tenantId}${path}`
      const reply = await ask(world.web, { method: 'POST', url, cookie: alice.cookie, body })
      expect(reply.status, url).toBeLessThan(300)
      return reply.json as { id: string; sha256: string } // of those that answer one
    }
    const file = await post('/files?name=trace.log', 'bytes of a trace')
    const record = `/apps/${appId}/records/${recordId}`
    await post(`${record}/comments`, { body: 'See the trace', files: [file.id] })
    const files = unzip((await exported(alice, tenantId)).bytes)
    expect(JSON.parse(files.get('comments/thing.jsonl') ?? '')).toMatchObject({
      recordId,
      body: 'See the trace',
    })
    expect(JSON.parse(files.get('files/thing.jsonl') ?? '')).toMatchObject({
      name: 'trace.log',
      sha256: file.sha256,
    })
    expect(files.get(`files/content/${file.sha256}`)).toBe('bytes of a trace')
  })

  it('holds everything that its administrator may see, as JSON lines', async () => {
    const { status, headers, bytes } = await exported(alice, alice.ids.tenantId)
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('application/zip')
    expect(headers['content-disposition']).toMatch(/filename\*=UTF-8''Main-\d{4}-\d\d-\d\d\.zip/)
    const files = unzip(bytes)
    const lines = (path: string) =>
      (files.get(path) ?? '')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
    const own = [
      'apps.jsonl',
      'applets.jsonl',
      'records/thing.jsonl',
      'history/thing.jsonl',
      'playbooks.jsonl',
      'runs.jsonl',
      'workspaces.jsonl',
      'dashboards.jsonl',
    ]
    expect([...files.keys()]).toEqual(expect.arrayContaining(own))
    expect([...files.keys()].at(-1)).toBe('manifest.json')
    expect(lines('apps.jsonl')).toMatchObject([{ key: 'thing' }])
    expect(lines('records/thing.jsonl')).toMatchObject([{ fields: { title: 'Thing of Alice' } }])
    expect(lines('history/thing.jsonl')).toContainEqual(
      expect.objectContaining({ recordId: alice.ids.recordId, version: 1, action: 'created' }),
    )
    expect(lines('playbooks.jsonl')).toMatchObject([{ key: 'double' }])
    expect(lines('runs.jsonl')).toMatchObject([{ id: alice.ids.runId, state: 'succeeded' }])
    expect(JSON.parse(files.get('manifest.json') ?? '')).toMatchObject({
      format: 1,
      tenant: { id: alice.ids.tenantId, name: 'Main' },
      files: { 'records/thing.jsonl': 1 },
    })
    expect(await audited(alice.ids.tenantId)).toContain('tenant.exported')
  })

  it('holds applets, and the workflow runs of an app whose rules all come from one', async () => {
    const { id: tenantId } = await aTenant(alice)
    const post = async (path: string, body: unknown) => {
      const url = `/api/tenant/${tenantId}${path}`
      const reply = await ask(world.web, { method: 'POST', url, cookie: alice.cookie, body })
      expect(reply.status, JSON.stringify(reply.json)).toBe(201)
      return reply.json as { id: string } // of those that answer one
    }
    const text = { type: 'text' }
    const message = { id: 'say', do: 'message', text: 'Call the owner', level: 'info' }
    const when = { field: 'owner', op: 'empty' }
    const rule = { id: 'unowned', when, actions: [message], branches: [] }
    const stage = { id: 'main', title: 'Main', on: ['new', 'save'], branches: [{ id: 'b', rules: [rule] }] }
    const image = Buffer.from('RIFF0000WEBPVP8 ')
    const digest = createHash('sha256').update(image).digest('hex')
    const map = { id: 'map', at: 0, kind: 'image', image: digest, alt: 'Map' }
    const applet = await post('/applets', {
      key: 'contact',
      name: 'Contact',
      section: { title: 'Contact', fields: ['owner'] },
      fields: [{ ...text, key: 'owner', label: 'Owner' }],
      workflow: { stages: [stage] },
    })
    const app = await post('/apps', {
      key: 'asset',
      acronym: 'AST',
      name: 'Asset',
      titleField: 'title',
      listColumns: [],
      layout: [{ title: 'Facts', fields: ['title'], blocks: [map] }],
      images: [image.toString('base64')],
      fields: [{ ...text, key: 'title', label: 'Title' }],
      applets: [{ applet: applet.id, prefix: 'contact', revision: 1 }],
    })
    await post(`/apps/${app.id}/records`, { fields: { title: 'Server' } })
    const files = unzip((await exported(alice, tenantId)).bytes)
    expect(JSON.parse(files.get('applets.jsonl') ?? '')).toMatchObject({ id: applet.id, key: 'contact' })
    expect(JSON.parse(files.get('app-images.jsonl') ?? '')).toMatchObject({
      appId: app.id,
      image: map.image,
      mediaType: 'image/webp',
      data: image.toString('base64'),
    })
    expect(JSON.parse(files.get('workflow-runs/asset.jsonl') ?? '')).toMatchObject({ trackingId: 'AST-1' })
  })

  it('continues for closed tenants as long as they are there', async () => {
    const made = await aTenant(alice)
    await manage(alice, 'POST', `/${made.id}/delete`, { name: made.name })
    expect((await exported(alice, made.id)).status).toBe(200)
    await write(`update caseloom.tenant set delete_at = now() - interval '1 second' where id = $1`, [made.id])
    await world.web.product.accounts.purgeDeleted()
    expect((await exported(alice, made.id)).status).toBe(404)
  })

  it('is refused to an account administrator who is not Tenant administrator there', async () => {
    const made = await aTenant(alice)
    await write('delete from caseloom.role_assignment where tenant_id = $1', [made.id])
    const { status, text } = await exported(alice, made.id)
    expect([status, JSON.parse(text).code]).toEqual([403, 'right.missing'])
    expect((await exported(mallory, alice.ids.tenantId)).status).toBe(404)
  })
})

describe('quotas of a tenant', () => {
  const place = (who: Resident, quota = '') => `/${who.ids.tenantId}/quotas${quota}`
  const View = z.object({
    items: z.array(
      z.object({ name: z.string(), used: z.number().nullable(), max: z.number(), can: z.unknown() }),
    ),
  })
  const view = async (who: Resident, name: string) => {
    const { items } = View.parse((await manage(who, 'GET', place(who))).json)
    return items.find((item) => item.name === name)
  }

  it('are set by super administrators; limits on loops by account administrators too, within bounds', async () => {
    expect(await view(mallory, 'file_bytes')).toMatchObject({ can: { set: false } })
    expect(await view(mallory, 'chain_repeats')).toMatchObject({ used: null, max: 10, can: { set: true } })
    const put = (quota: string, max: number | null) => manage(mallory, 'PUT', place(mallory, quota), { max })
    expect(codeOf(await put('/file_bytes', 1))).toBe('403 right.missing')
    expect((await put('/chain_repeats', 3)).status).toBe(200)
    expect(await view(mallory, 'chain_repeats')).toMatchObject({ max: 3 })
    for (const max of [0, 51]) expect(codeOf(await put('/chain_repeats', max))).toBe('400 request.invalid')
    expect((await put('/chain_repeats', null)).status).toBe(200)
    expect(await view(mallory, 'chain_repeats')).toMatchObject({ max: 10 })
    expect(await audited(mallory.ids.tenantId)).toEqual(['tenant.quota_changed', 'tenant.quota_changed'])
    expect(codeOf(await manage(mallory, 'PUT', place(alice, '/loop_runs'), { max: 5 }))).toBe(
      '404 resource.not_found',
    )
  })
})

describe('branding', () => {
  const logo = async (who: Resident, headers: Record<string, string> = {}) =>
    world.web.http.fastify.inject({
      method: 'GET',
      url: `/tenant/account/${who.ids.accountId}/branding/logo`,
      headers: { cookie: who.cookie, ...headers },
    })
  const PNG = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.alloc(50)])
  const put = (who: Resident, payload: Buffer | string, headers: Record<string, string> = {}) =>
    world.web.http.fastify.inject({
      method: 'PUT',
      url: `/tenant/account/${who.ids.accountId}/branding/logo`,
      headers: {
        cookie: who.cookie,
        origin: 'http://localhost:4000',
        'content-type': 'image/png',
        ...headers,
      },
      payload,
    })

  it('keeps a name for the account, until it is taken away', async () => {
    await send(alice, 'PUT', '/branding/name', { name: '  Example SOC ' })
    expect((await send(alice, 'GET', '/branding/name')).json).toEqual({ name: 'Example SOC' })
    await send(alice, 'PUT', '/branding/name', { name: null })
    expect((await send(alice, 'GET', '/branding/name')).json).toEqual({ name: null })
  })

  it('serves a logo that cannot act, and only when the browser does not have it', async () => {
    expect((await put(alice, PNG)).statusCode).toBe(204)
    const first = await logo(alice)
    expect(first.rawPayload.equals(PNG)).toBe(true)
    expect(first.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
    })
    expect(first.headers['content-security-policy']).toContain('sandbox')
    const second = await logo(alice, { 'if-none-match': String(first.headers.etag) })
    expect([second.statusCode, second.body]).toEqual([304, ''])
    expect((await send(alice, 'DELETE', '/branding/logo')).status).toBe(204)
    expect((await logo(alice)).statusCode).toBe(404)
  })

  it.each([
    ['not_an_image', Buffer.from('%PDF-1.7')],
    ['too_big', Buffer.concat([PNG, Buffer.alloc(530_000)])],
    ['active', Buffer.from('<svg onload="alert(1)"/>')],
  ])('refuses bytes that are %s', async (code, bytes) => {
    const reply = await put(alice, bytes)
    expect([reply.statusCode, JSON.parse(reply.body).issues[0].code]).toEqual([400, code])
  })

  it('takes bytes from its own pages only', async () => {
    const reply = await put(alice, PNG, { origin: 'https://evil.example' })
    expect([reply.statusCode, JSON.parse(reply.body).code]).toEqual([403, 'request.origin_refused'])
  })
})

describe('feature flags', () => {
  const url = '/tenant/installation/feature-flags'
  const put = (who: Resident, flag: string, body: unknown) =>
    ask(world.web, { method: 'PUT', url: `${url}/${flag}`, cookie: who.cookie, body })
  beforeEach(() => write(`delete from caseloom.feature_flag where name = 'HeroAi'`, []))

  it('are set for the installation or over it for an account, and taken back [S6.05]', async () => {
    const { accountId } = mallory.ids
    expect((await put(alice, 'HeroAi', { accountId: null, enabled: false })).json).toEqual({
      name: 'HeroAi',
      installation: false,
      overrides: [],
    })
    const over = await put(alice, 'HeroAi', { accountId, enabled: true })
    expect(over.json).toMatchObject({
      overrides: [{ accountId, accountName: 'Mallory’s account', enabled: true }],
    })
    const session = await ask(world.web, { method: 'GET', url: '/iam/session', cookie: mallory.cookie })
    expect(z.object({ flags: FeatureFlags }).parse(session.json).flags.HeroAi).toBe(true)
    await put(alice, 'HeroAi', { accountId, enabled: null })
    const back = await put(alice, 'HeroAi', { accountId: null, enabled: null })
    expect(back.json).toEqual({ name: 'HeroAi', installation: true, overrides: [] })
    const list = await ask(world.web, { method: 'GET', url, cookie: alice.cookie })
    expect(z.object({ items: z.array(z.object({ name: z.string() })) }).parse(list.json).items).toHaveLength(
      7,
    )
  })

  it('notify open browsers, everywhere or in the account', async () => {
    const notified = (tenantId: string | null) =>
      rows(
        `select 1 from caseloom.outbox where tenant_id is not distinct from $1 and payload->>'id' = 'flags'`,
        [tenantId],
      ).then((found) => found.length)
    const before = [
      await notified(null),
      await notified(mallory.ids.tenantId),
      await notified(alice.ids.tenantId),
    ]
    await put(alice, 'HeroAi', { accountId: null, enabled: false })
    await put(alice, 'HeroAi', { accountId: mallory.ids.accountId, enabled: true })
    const after = [
      await notified(null),
      await notified(mallory.ids.tenantId),
      await notified(alice.ids.tenantId),
    ]
    expect(after.map((count, n) => count - (before[n] ?? 0))).toEqual([1, 1, 0])
  })

  it('are for super administrators, and only those that exist', async () => {
    expect(codeOf(await put(mallory, 'HeroAi', { accountId: null, enabled: false }))).toBe(
      '403 right.missing',
    )
    expect(codeOf(await put(alice, 'Nothing', { accountId: null, enabled: false }))).toBe(
      '404 resource.not_found',
    )
    expect(codeOf(await put(alice, 'HeroAi', { accountId: newId(), enabled: false }))).toBe(
      '400 request.invalid',
    )
  })
})

/** Files of a zip by its central directory, as text. */
function unzip(bytes: Buffer): Map<string, string> {
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  const files = new Map<string, string>()
  let at = bytes.readUInt32LE(end + 16)
  for (let n = 0; n < bytes.readUInt16LE(end + 10); n += 1) {
    const size = bytes.readUInt32LE(at + 20)
    const [name, extra, note] = [28, 30, 32].map((place) => bytes.readUInt16LE(at + place))
    const local = bytes.readUInt32LE(at + 42)
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
    const data = bytes.subarray(start, start + size)
    const path = bytes.toString('utf8', at + 46, at + 46 + (name ?? 0))
    files.set(path, (bytes.readUInt16LE(at + 10) === 0 ? data : inflateRawSync(data)).toString('utf8'))
    at += 46 + (name ?? 0) + (extra ?? 0) + (note ?? 0)
  }
  return files
}

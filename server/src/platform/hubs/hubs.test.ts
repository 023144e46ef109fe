import { MODEL_HUB, TASK_HUB } from '@caseloom/contract/kernel/hubs'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { anActor, anInstallation, type TestInstallation } from '@caseloom/testkit/installation'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { io, type Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Announcement, TenantScope } from '../database/types.ts'
import { sessionCookieName } from '../http/cookies.ts'
import type { Gatekeeper } from '../http/types.ts'
import { createLog } from '../telemetry/log.ts'
import { quotasMigrations } from '../quotas/quotas.migrations.ts'
import { createQuotas, type Quotas } from '../quotas/quotas.ts'
import { actorsChanged } from './announcement.ts'
import { createFeed, type Feed } from './feed.ts'
import { createHubs, type Hubs } from './hubs.ts'
import { hubsMigrations } from './hubs.migrations.ts'

const PUBLIC_URL = 'https://caseloom.example'
const log = createLog({ level: 'silent', process: 'test' })

let installation: TestInstallation
let tenant: TenantScope
let other: TenantScope
/** Sessions by token: the people of these tests, with their permissions per tenant. */
const sessions = new Map<string, Map<string, Actor>>()
let licensed = true
const gate: Gatekeeper = {
  async authenticate(token, place) {
    const memberships = sessions.get(token)
    if (memberships === undefined) return null
    const inPlace = memberships.get(place.tenantId ?? '')
    const any = memberships.values().next().value
    if (inPlace !== undefined || any === undefined) return inPlace ?? null
    return { ...any, tenantId: null, permissions: new Set(), principals: [] }
  },
  tenant: async (tenantId) => [tenant, other].find((scope) => scope.tenantId === tenantId) ?? null,
  licensed: async () => licensed,
}

interface Process {
  port: number
  hubs: Hubs
  feed: Feed
  server: Server
}
const processes: Process[] = []
let quotas: Quotas
const clients: Socket[] = []

async function aProcess(): Promise<Process> {
  const feed = createFeed({
    connect: () => installation.database.connect(),
    system: installation.database.system,
    log,
  })
  const server = createServer((_request, response) => response.writeHead(404).end())
  const hubs = createHubs({ server, feed, gate, publicUrl: PUBLIC_URL, log, quotas })
  await feed.start()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on TCP has an address of this form.
  const made = { port: (server.address() as AddressInfo).port, hubs, feed, server }
  processes.push(made)
  return made
}

beforeAll(async () => {
  installation = await anInstallation('hubs', [...hubsMigrations, ...quotasMigrations])
  quotas = createQuotas(installation.database.system)
  tenant = await installation.aTenant()
  other = await installation.aTenant()
  installation.database.onAnnounced(() => {
    for (const { feed } of processes) feed.poke()
  })
})
beforeEach(() => {
  licensed = true
  sessions.clear()
})
afterEach(async () => {
  for (const client of clients.splice(0)) client.disconnect()
  for (const { hubs, feed, server } of processes.splice(0)) {
    hubs.close()
    await feed.stop()
    await new Promise((resolve) => server.close(resolve))
  }
})
afterAll(() => installation.close())

interface Opened {
  socket: Socket
  heard: { name: string; body: Record<string, unknown> }[]
  names: () => string[]
}
interface OpenOptions {
  auth?: Record<string, string>
  headers?: Record<string, string>
}

async function open(process: Process, hub: string, options: OpenOptions): Promise<Opened> {
  const socket = io(`http://127.0.0.1:${process.port}${hub}`, {
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    ...(options.auth === undefined ? {} : { auth: options.auth }),
    ...(options.headers === undefined ? {} : { extraHeaders: options.headers }),
  })
  clients.push(socket)
  const heard: Opened['heard'] = []
  socket.onAny((name, body) => void heard.push({ name, body }))
  await new Promise<void>((resolve, reject) => {
    socket.on('connect', resolve)
    socket.on('connect_error', reject)
  })
  return {
    socket,
    heard,
    names: () => heard.map(({ name, body }) => `${name} ${String(body['id'] ?? body['type'])}`),
  }
}

function signIn(
  token: string,
  over: Partial<Actor> & { may?: Actor['permissions'] } = {},
  scope = tenant,
): Actor {
  const { may: permissions, ...rest } = over
  const actor = anActor(scope, { ...rest, ...(permissions === undefined ? {} : { permissions }) })
  const memberships = sessions.get(token) ?? new Map<string, Actor>()
  sessions.set(token, memberships.set(scope.tenantId, actor))
  return actor
}

async function enter(opened: Opened, tenantId = tenant.tenantId): Promise<unknown> {
  return opened.socket.timeout(3000).emitWithAck('enter', { tenantId })
}

async function inside(process: Process, token: string): Promise<Opened> {
  const opened = await open(process, MODEL_HUB, { auth: { token } })
  expect(await enter(opened)).toEqual({ ok: true })
  return opened
}

function model(id: string, over: Partial<Extract<Announcement, { topic: 'model' }>> = {}): Announcement {
  return {
    topic: 'model',
    verb: 'updated',
    kind: 'records',
    appId: 'app',
    id,
    rev: 3,
    need: 'record:read',
    ...over,
  }
}

function announce(...facts: Announcement[]): Promise<void> {
  return tenant.tx(async (tx) => {
    for (const fact of facts) tx.announce(fact)
  })
}

/** The marker comes after everything announced before it, so what is absent then never came. */
async function marker(...opened: Opened[]): Promise<void> {
  const id = `marker-${Math.random()}`
  await announce(model(id, { need: 'tenant' }))
  for (const one of opened) {
    await vi.waitFor(() => expect(one.names()).toContain(`updated ${id}`), { timeout: 15_000 })
    one.heard.splice(
      one.heard.findIndex(({ body }) => body['id'] === id),
      1,
    )
  }
}

describe('handshake', () => {
  test('a page of another site is refused, even with a good cookie', async () => {
    const process = await aProcess()
    signIn('t1')
    const headers = { origin: 'https://evil.example', cookie: `${sessionCookieName(PUBLIC_URL)}=t1` }
    await expect(open(process, MODEL_HUB, { headers })).rejects.toThrow()
    await expect(open(process, MODEL_HUB, { headers: { ...headers, origin: 'null' } })).rejects.toThrow()
    expect(process.hubs.connections()).toBe(0)
  })

  test('our own page gets in with its cookie, a program with its token', async () => {
    const process = await aProcess()
    signIn('t1')
    const cookie = `a=b; ${sessionCookieName(PUBLIC_URL)}=t1`
    await open(process, MODEL_HUB, { headers: { origin: PUBLIC_URL, cookie } })
    await open(process, TASK_HUB, { headers: { origin: PUBLIC_URL, cookie } })
    await open(process, MODEL_HUB, { auth: { token: 't1' } })
    expect(process.hubs.connections()).toBe(3)
  })

  test.each([
    ['no session', {}],
    ['an unknown token', { auth: { token: 'nobody' } }],
    ['a cookie without an origin', { headers: { cookie: `${sessionCookieName(PUBLIC_URL)}=t1` } }],
    ['a token of strange form', { auth: { token: 't1\r\nx' } }],
  ])('%s is refused on every namespace', async (_name, options) => {
    const process = await aProcess()
    signIn('t1')
    for (const hub of [MODEL_HUB, TASK_HUB])
      await expect(open(process, hub, options)).rejects.toThrow('session.none')
    await expect(open(process, '/', { auth: { token: 't1' } })).rejects.toThrow('resource.not_found')
    await expect(open(process, '/hubs/other', { auth: { token: 't1' } })).rejects.toThrow()
  })
})

describe('model hub', () => {
  test('two processes report each event once to each of their clients, without values [S7.08]', async () => {
    const [first, second] = [await aProcess(), await aProcess()]
    signIn('t1')
    const [a, b] = [await inside(first, 't1'), await inside(second, 't1')]
    await announce(
      model('r1', { verb: 'created', acl: null }),
      model('r2'),
      model('r3', { verb: 'destroyed' }),
    )
    await marker(a, b)
    for (const one of [a, b]) {
      expect(one.names()).toEqual(['created r1', 'updated r2', 'destroyed r3'])
      const [created] = one.heard
      expect(created?.body).toEqual({
        kind: 'records',
        tenantId: tenant.tenantId,
        appId: 'app',
        id: 'r1',
        rev: 3,
      })
    }
  })

  test('only those with the right hear of a thing, and only in the tenant they entered', async () => {
    const process = await aProcess()
    signIn('reader', { may: new Set(['record:read']) })
    signIn('builder', { may: new Set(['playbook:build']) })
    signIn('foreigner', {}, other)
    const [reader, builder] = [await inside(process, 'reader'), await inside(process, 'builder')]
    const foreigner = await open(process, MODEL_HUB, { auth: { token: 'foreigner' } })
    expect(await enter(foreigner)).toEqual({ ok: false, code: 'resource.not_found' })
    expect(await enter(foreigner, other.tenantId)).toEqual({ ok: true })
    const outside = await open(process, MODEL_HUB, { auth: { token: 'reader' } })
    await announce(model('r1'), model('p1', { kind: 'apps', need: 'playbook:build' }))
    await marker(reader, builder)
    expect(reader.names()).toEqual(['updated r1'])
    expect(builder.names()).toEqual(['updated p1'])
    expect([...foreigner.heard, ...outside.heard]).toEqual([])
  })

  test('that runs moved on is reported to those who may read runs, and to no one of another tenant', async () => {
    const process = await aProcess()
    signIn('reader', { may: new Set(['run:read']) })
    signIn('clerk', { may: new Set(['record:read']) })
    signIn('foreigner', { may: new Set(['run:read']) }, other)
    const [reader, clerk] = [await inside(process, 'reader'), await inside(process, 'clerk')]
    const foreigner = await open(process, MODEL_HUB, { auth: { token: 'foreigner' } })
    expect(await enter(foreigner, other.tenantId)).toEqual({ ok: true })
    const runs = { kind: 'runs', need: 'run:read' } as const
    await announce(model(tenant.tenantId, runs))
    await marker(reader, clerk)
    await other.tx(async (tx) => tx.announce(model(other.tenantId, runs)))
    await vi.waitFor(() => expect(foreigner.names()).toEqual([`updated ${other.tenantId}`]), {
      timeout: 15_000,
    })
    expect(reader.names()).toEqual([`updated ${tenant.tenantId}`])
    expect(clerk.names()).toEqual([])
  })

  test('users who lose access to a restricted item see it deleted; users who never saw it are not notified', async () => {
    const process = await aProcess()
    signIn('kept', { principals: ['u1', 'g1'] })
    signIn('lost', { principals: ['u2'] })
    signIn('never', { principals: ['u3'] })
    signIn('unable', { principals: ['u1'], may: new Set() })
    const [retained, lost] = [await inside(process, 'kept'), await inside(process, 'lost')]
    const [never, unable] = [await inside(process, 'never'), await inside(process, 'unable')]
    await announce(model('r1', { acl: ['g1'], aclBefore: ['g1', 'u2'] }))
    await announce(model('r2', { acl: ['g1'], aclBefore: null }))
    await announce(model('r3', { acl: [], aclBefore: ['u2'] }))
    await marker(retained, lost, never, unable)
    expect(retained.names()).toEqual(['updated r1', 'updated r2'])
    expect(lost.names()).toEqual(['destroyed r1', 'destroyed r2', 'destroyed r3'])
    expect(never.names()).toEqual(['destroyed r2'])
    expect(unable.names()).toEqual([])
  })

  test('a thing within a circle is reported only to those who are in it and on its own list', async () => {
    const process = await aProcess()
    signIn('member', { principals: ['g1', 'u1'] })
    signIn('stranger', { principals: ['u1'] })
    const [member, stranger] = [await inside(process, 'member'), await inside(process, 'stranger')]
    await announce(model('r1', { acl: null, within: ['g1'] }))
    await announce(model('r2', { acl: ['u1'], within: ['g1'] }))
    await announce(model('r3', { acl: ['u2'], aclBefore: null, within: ['g1'] }))
    await announce(model('r4', { acl: ['u2'], within: ['g1'] }))
    await announce(model('r5', { acl: null, within: null }))
    await marker(member, stranger)
    expect(member.names()).toEqual(['updated r1', 'updated r2', 'destroyed r3', 'updated r5'])
    expect(stranger.names()).toEqual(['updated r5'])
  })

  test('a socket is in one tenant at a time, and a refused change leaves it in none', async () => {
    const process = await aProcess()
    signIn('t1')
    signIn('t1', {}, other)
    const [moved, stays] = [await inside(process, 't1'), await inside(process, 't1')]
    expect(await enter(moved, other.tenantId)).toEqual({ ok: true })
    await announce(model('r1'))
    await other.tx(async (tx) => tx.announce(model('o1')))
    await vi.waitFor(() => expect(moved.names()).toEqual(['updated o1']), { timeout: 15_000 })
    await marker(stays)
    expect(stays.names()).toEqual(['updated r1'])
    const nowhere = '00000000-0000-7000-8000-000000000000'
    expect(await enter(moved, nowhere)).toEqual({ ok: false, code: 'resource.not_found' })
    await other.tx(async (tx) => tx.announce(model('o2')))
    await marker(stays)
    expect(moved.names()).toEqual(['updated o1'])
  })

  test('a tenant whose quota of open pages is used up lets no one else in, and others are not affected', async () => {
    const process = await aProcess()
    signIn('a')
    signIn('b', {}, other)
    await installation.database.system.tx((tx) => quotas.set(tx, tenant.tenantId, 'sockets', 2))
    quotas.forget(tenant.tenantId)
    const first = await inside(process, 'a')
    await inside(process, 'a')
    const third = await open(process, MODEL_HUB, { auth: { token: 'a' } })
    expect(await enter(third)).toEqual({ ok: false, code: 'request.too_many' })
    const stranger = await open(process, MODEL_HUB, { auth: { token: 'b' } })
    expect(await enter(stranger, other.tenantId)).toEqual({ ok: true })
    first.socket.disconnect()
    await expect
      .poll(async () => {
        quotas.forget(tenant.tenantId)
        return enter(third)
      })
      .toEqual({ ok: true })
    await installation.database.system.tx((tx) => quotas.set(tx, tenant.tenantId, 'sockets', null))
    quotas.forget(tenant.tenantId)
  })

  test('with an invalid license no one enters, and those inside are put out', async () => {
    const process = await aProcess()
    signIn('t1')
    const inner = await inside(process, 't1')
    licensed = false
    const late = await open(process, MODEL_HUB, { auth: { token: 't1' } })
    expect(await enter(late)).toEqual({ ok: false, code: 'license.invalid' })
    await installation.database.system.tx(async (tx) =>
      tx.announce(model('license', { kind: 'settings', need: 'tenant' })),
    )
    await announce(model('r1'))
    await process.hubs.refreshActors({})
    // That the tenant is gone for them is the last that they hear, and the first.
    await vi.waitFor(() => expect(inner.names()).toEqual([`destroyed ${tenant.tenantId}`]), {
      timeout: 15_000,
    })
  })

  test.each([
    ['nothing', undefined],
    ['a number', 7],
    ['a name', { tenantId: 'main' }],
    ['a list', { tenantId: ['x'] }],
  ])('entering with %s as tenant is answered as bad input', async (_name, input) => {
    const process = await aProcess()
    signIn('t1')
    const opened = await open(process, MODEL_HUB, { auth: { token: 't1' } })
    const answer = await opened.socket.timeout(3000).emitWithAck('enter', input)
    expect(answer).toEqual({ ok: false, code: 'request.invalid' })
    opened.socket.emit('enter', input)
    expect(await enter(opened)).toEqual({ ok: true })
  })
})

describe('changed permissions', () => {
  test('a right taken away by a users event counts for the events right behind it', async () => {
    const process = await aProcess()
    signIn('t1', { may: new Set(['record:read']) })
    const opened = await inside(process, 't1')
    signIn('t1', { may: new Set(['app:read']) })
    await announce(model('u1', { kind: 'users', need: 'tenant' }), model('r1'), model('r2'))
    await marker(opened)
    expect(opened.names()).toEqual(['updated u1'])
    signIn('t1', { may: new Set(['record:read']) })
    await announce(actorsChanged({}), model('r3'))
    await marker(opened)
    expect(opened.names()).toEqual(['updated u1', 'updated r3'])
  })

  test('a session that ended is cut in all processes, others stay', async () => {
    const [first, second] = [await aProcess(), await aProcess()]
    const alice = signIn('alice')
    signIn('bob')
    const mine = [await inside(first, 'alice'), await inside(second, 'alice')]
    const task = await open(second, TASK_HUB, { auth: { token: 'alice' } })
    const bob = await inside(second, 'bob')
    const cut = [...mine, task].map(
      ({ socket }) => new Promise((resolve) => void socket.on('disconnect', resolve)),
    )
    sessions.delete('alice')
    await announce(actorsChanged({ personId: alice.personId ?? '' }), model('r1'))
    expect(await Promise.all(cut)).toEqual(Array(3).fill('io server disconnect'))
    await marker(bob)
    expect(bob.names()).toEqual(['updated r1'])
    expect(mine.flatMap(({ heard }) => heard)).toEqual([])
    expect(first.hubs.connections()).toBe(0)
    expect(second.hubs.connections()).toBe(1)
  })

  test('users who lose the tenant but not the session are notified, leave it, and stay connected', async () => {
    const process = await aProcess()
    signIn('t1')
    signIn('t1', {}, other)
    const opened = await inside(process, 't1')
    sessions.get('t1')?.delete(tenant.tenantId)
    await process.hubs.refreshActors({ tenantId: tenant.tenantId })
    await announce(model('r1'))
    expect(await enter(opened, other.tenantId)).toEqual({ ok: true })
    expect(opened.names()).toEqual([`destroyed ${tenant.tenantId}`])
  })

  test('looking after sockets is no use of their sessions: an idle one ends behind an open page', async () => {
    const authenticate = vi.spyOn(gate, 'authenticate')
    const process = await aProcess()
    signIn('t1')
    await inside(process, 't1')
    await process.hubs.refreshActors({})
    expect(authenticate.mock.calls.length).toBeGreaterThanOrEqual(3)
    for (const [, , options] of authenticate.mock.calls) expect(options).toEqual({ touch: false })
    authenticate.mockRestore()
  })

  test('when permissions cannot be looked up the socket is dropped, so that it comes back on its own', async () => {
    const process = await aProcess()
    signIn('t1')
    const opened = await inside(process, 't1')
    const reason = new Promise((resolve) => void opened.socket.on('disconnect', resolve))
    const authenticate = vi.spyOn(gate, 'authenticate').mockRejectedValue(new Error('away'))
    await process.hubs.refreshActors({})
    authenticate.mockRestore()
    expect(await reason).toBe('transport close')
  })
})

describe('task hub', () => {
  async function watch(opened: Opened, taskId: string, tenantId = tenant.tenantId): Promise<unknown> {
    return opened.socket.timeout(3000).emitWithAck('watch', { tenantId, taskId })
  }
  const task = (type: string, taskId = 'run1'): Announcement => ({
    topic: 'task',
    type,
    taskId,
    need: 'run:read',
  })

  test('progress reaches those who watch and may, and stops with unwatch [S3.07 S7.09]', async () => {
    const process = await aProcess()
    signIn('t1')
    signIn('unable', { may: new Set(['record:read']) })
    const watching = await open(process, TASK_HUB, { auth: { token: 't1' } })
    const unable = await open(process, TASK_HUB, { auth: { token: 'unable' } })
    const bystander = await open(process, TASK_HUB, { auth: { token: 't1' } })
    for (const one of [watching, unable]) expect(await watch(one, 'run1')).toEqual({ ok: true })
    expect(await watch(bystander, 'run2')).toEqual({ ok: true })
    await announce(task('run.started'), task('run.other', 'run3'))
    await vi.waitFor(() => expect(watching.names()).toEqual(['taskUpdate run.started']), { timeout: 15_000 })
    expect(watching.heard[0]?.body).toEqual({
      type: 'run.started',
      taskId: 'run1',
      dateTime: expect.stringMatching(/^\d{4}-.*Z$/),
    })
    await watching.socket.timeout(3000).emitWithAck('unwatch', { tenantId: tenant.tenantId, taskId: 'run1' })
    await announce(task('run.ended'), task('run.ended', 'run2'))
    await vi.waitFor(() => expect(bystander.names()).toEqual(['taskUpdate run.ended']), { timeout: 15_000 })
    expect(watching.names()).toEqual(['taskUpdate run.started'])
    expect(unable.heard).toEqual([])
  })

  test('the end of an exchange of content reaches those who watch it, with its outcome [S7.09]', async () => {
    const process = await aProcess()
    signIn('t1')
    const watching = await open(process, TASK_HUB, { auth: { token: 't1' } })
    const ends: unknown[] = []
    watching.socket.on('contentExchangeComplete', (end: unknown) => ends.push(end))
    expect(await watch(watching, 'install1')).toEqual({ ok: true })
    await announce(task('content', 'install1'))
    await vi.waitFor(() => expect(watching.names()).toEqual(['taskUpdate content']), { timeout: 15_000 })
    expect(ends).toEqual([])
    await announce({
      topic: 'task',
      type: 'content',
      taskId: 'install1',
      need: 'run:read',
      outcome: 'succeeded',
    })
    await vi.waitFor(() => expect(ends).toEqual([{ jobId: 'install1', outcome: 'succeeded' }]), {
      timeout: 15_000,
    })
  })

  test('updates of a busy task are sent at most 20 times per second, and its last state always comes', async () => {
    const process = await aProcess()
    signIn('t1')
    const watching = await open(process, TASK_HUB, { auth: { token: 't1' } })
    await watch(watching, 'run1')
    const started = performance.now()
    for (let at = 0; at < 100; at += 1) await announce(task(`step.${at}`))
    await vi.waitFor(() => expect(watching.names().at(-1)).toBe('taskUpdate step.99'), { timeout: 15_000 })
    const seconds = (performance.now() - started) / 1000
    expect(watching.heard.length).toBeLessThanOrEqual(Math.ceil(seconds * 20) + 2)
  })

  test("a foreign tenant's task cannot be watched, and a lost right ends watching", async () => {
    const process = await aProcess()
    signIn('t1')
    const watching = await open(process, TASK_HUB, { auth: { token: 't1' } })
    expect(await watch(watching, 'run1', other.tenantId)).toEqual({ ok: false, code: 'resource.not_found' })
    expect(await watch(watching, 'run1')).toEqual({ ok: true })
    signIn('t1', { may: new Set(['record:read']) })
    signIn('t2')
    const second = await open(process, TASK_HUB, { auth: { token: 't2' } })
    await watch(second, 'run1')
    await announce(model('u1', { kind: 'users', need: 'tenant' }), task('run.ended'))
    await vi.waitFor(() => expect(second.names()).toEqual(['taskUpdate run.ended']), { timeout: 15_000 })
    expect(watching.heard).toEqual([])
  })
})

import { MODEL_HUB } from '@caseloom/contract/kernel/hubs'
import { startSmtpStub, type SmtpStub } from '@caseloom/testkit/smtp-stub'
import { aContractWorld, type ContractWorld } from '@caseloom/testkit/contract-world'
import { ask, ORIGIN } from '@caseloom/testkit/ask'
import type { Resident } from '@caseloom/testkit/good/types'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { startWorker } from './compose-worker.ts'
import type { Started } from './launch/role.ts'
import { builtInRoleIds } from './domains/identity/identity.door.ts'

let world: ContractWorld
let stub: SmtpStub
let worker: Started
let port: number

beforeAll(async () => {
  world = await aContractWorld()
  stub = await startSmtpStub()
  const server = { host: '127.0.0.1', port: stub.port, secure: false, auth: null }
  worker = await startWorker({
    ...world.config,
    role: 'worker',
    mail: { server, from: 'Desk <desk@example.test>' },
    mailIn: null,
  })
  await world.web.http.fastify.listen({ host: '127.0.0.1', port: 0 })
  const address = world.web.http.fastify.server.address()
  if (typeof address !== 'object' || address === null) throw new Error('It does not listen')
  port = address.port
})
afterAll(async () => {
  await worker?.stop()
  await stub?.close()
  await world?.close()
})

async function make(who: Resident, url: string, body: unknown): Promise<Record<string, unknown>> {
  const reply = await ask(world.web, { method: 'POST', url, cookie: who.cookie, body })
  expect(reply.status, JSON.stringify(reply.json)).toBe(201)
  // The shapes are checked by the tests of each route.
  return reply.json as Record<string, unknown>
}

async function connect(token: string): Promise<Socket> {
  const socket = io(`http://127.0.0.1:${port}${MODEL_HUB}`, {
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    auth: { token },
    extraHeaders: { origin: ORIGIN },
  })
  onTestFinished(() => void socket.disconnect())
  await new Promise<void>((resolve, reject) => {
    socket.on('connect', resolve)
    socket.on('connect_error', reject)
  })
  return socket
}

const enter = (socket: Socket, tenantId: string): Promise<unknown> =>
  socket.timeout(5_000).emitWithAck('enter', { tenantId })

it('sends a mail from the worker as soon as the web process has queued it', async () => {
  const { accountId } = world.alice.ids
  const email = 'new.colleague@example.test'
  await make(world.alice, `/iam/account/${accountId}/users`, { email, name: 'New Colleague' })
  const letter = () => stub.letters.find((each) => each.to.includes(email))
  await expect.poll(letter, { timeout: 20_000 }).toBeDefined()
  const text = letter()?.raw.replaceAll('=\r\n', '').replaceAll('=3D', '=') ?? ''
  const token = /set-password\?token=([\w-]{43})\r$/m.exec(text)?.[1]
  const body = { token, password: 'kettle orbit mango 7' }
  expect(await ask(world.web, { method: 'POST', url: '/iam/set-password', body })).toMatchObject({
    status: 204,
  })
  const list = async () => {
    const url = `/iam/account/${accountId}/mails`
    const reply = await ask(world.web, { method: 'GET', url, cookie: world.alice.cookie })
    return JSON.stringify(reply.json)
  }
  await expect.poll(list, { timeout: 20_000 }).toContain('"state":"sent"')
})

it('lets an API token into the hub of its own tenant only, and cuts it when it ends', async () => {
  const { accountId, tenantId } = world.alice.ids
  const service = await make(world.alice, `/iam/account/${accountId}/service-accounts`, {
    name: 'Feed',
    roles: [{ roleId: builtInRoleIds.viewer, tenantId: null }],
  })
  const made = await make(world.alice, `/iam/account/${accountId}/users/${String(service['id'])}/tokens`, {
    name: 'Live',
    scopes: ['record:read'],
    expiresAt: new Date(Date.now() + 3600_000).toISOString(),
  })
  const socket = await connect(String(made['token']))
  expect(await enter(socket, world.mallory.ids.tenantId)).toEqual({ ok: false, code: 'resource.not_found' })
  expect(await enter(socket, tenantId)).toEqual({ ok: true })
  const cut = new Promise((resolve) => socket.on('disconnect', resolve))
  const url = `/iam/account/${accountId}/tokens/${(made['view'] as { id: string }).id}`
  expect(await ask(world.web, { method: 'DELETE', url, cookie: world.alice.cookie })).toMatchObject({
    status: 204,
  })
  await cut
  await expect(connect(String(made['token']))).rejects.toThrow()
})

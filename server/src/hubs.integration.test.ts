import { MODEL_HUB, ModelEvent, TASK_HUB, TaskUpdate } from '@caseloom/contract/kernel/hubs'
import { RecordView } from '@caseloom/contract/records/records'
import { aContractWorld, type ContractWorld } from '@caseloom/testkit/contract-world'
import { ask, ORIGIN } from '@caseloom/testkit/ask'
import type { Resident } from '@caseloom/testkit/good/types'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'

let world: ContractWorld
let port: number
beforeAll(async () => {
  world = await aContractWorld()
  await world.web.http.fastify.listen({ host: '127.0.0.1', port: 0 })
  const address = world.web.http.fastify.server.address()
  if (typeof address !== 'object' || address === null) throw new Error('It does not listen')
  port = address.port
})
afterAll(() => world?.close())

interface Heard {
  verb: string
  event: ModelEvent
}

async function listen(hub: string, who: Resident): Promise<Socket> {
  const socket = io(`http://127.0.0.1:${port}${hub}`, {
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    extraHeaders: { origin: ORIGIN, cookie: who.cookie },
  })
  onTestFinished(() => void socket.disconnect())
  await new Promise<void>((resolve, reject) => {
    socket.on('connect', resolve)
    socket.on('connect_error', reject)
  })
  return socket
}

/** A client of the model hub in the resident's own tenant, with everything that it hears. */
async function aListener(who: Resident): Promise<{ socket: Socket; heard: Heard[]; ids(): string[] }> {
  const socket = await listen(MODEL_HUB, who)
  const heard: Heard[] = []
  socket.onAny((verb, body) => void heard.push({ verb, event: ModelEvent.parse(body) }))
  expect(await enter(socket, who)).toEqual({ ok: true })
  // What the making of the world itself announced may still come.
  const ofRecords = () => heard.filter(({ event }) => event.kind === 'records')
  return { socket, heard, ids: () => ofRecords().map(({ verb, event }) => `${verb} ${event.id}`) }
}

/** What a client heard of one record; of those that the world was made with it may hear late. */
const about = (client: { ids(): string[] }, record: { id: string }): string[] =>
  client.ids().filter((line) => line.endsWith(record.id))

const enter = (socket: Socket, into: Resident): Promise<unknown> =>
  socket.timeout(15_000).emitWithAck('enter', { tenantId: into.ids.tenantId })
const post = (who: Resident, path: string, body: unknown, method = 'POST') =>
  ask(world.web, { method, url: `/api/tenant/${who.ids.tenantId}${path}`, cookie: who.cookie, body })

async function aRecord(who: Resident, title: string): Promise<RecordView> {
  const reply = await post(who, `/apps/${who.ids.appId}/records`, { fields: { title } })
  return RecordView.parse(reply.json)
}

it('reports what happens in a tenant to its own clients, and nothing of it to those of another', async () => {
  const [alice, colleague] = [await aListener(world.alice), await aListener(world.alice)]
  const mallory = await aListener(world.mallory)
  const record = await aRecord(world.alice, 'Only for us')
  const path = `/apps/${world.alice.ids.appId}/records/${record.id}`
  await post(world.alice, path, { version: 1, fields: { level: 'high' } }, 'PATCH')
  await post(world.alice, path, undefined, 'DELETE')
  const all = [`created ${record.id}`, `updated ${record.id}`, `destroyed ${record.id}`]
  for (const client of [alice, colleague]) await expect.poll(() => about(client, record)).toEqual(all)
  // Events come in order: when Mallory hears of a later one of her own, none of the earlier ones can follow.
  const own = await aRecord(world.mallory, 'Marker')
  await expect.poll(mallory.ids).toContain(`created ${own.id}`)
  expect(about(mallory, record)).toEqual([])
  expect(new Set(mallory.heard.map(({ event }) => event.tenantId))).toEqual(
    new Set([world.mallory.ids.tenantId]),
  )
  expect([...about(alice, record), ...about(colleague, record)]).toEqual([...all, ...all])
})

it('lets no one into another tenant, by name or by guess, and puts who tries into none', async () => {
  const mallory = await aListener(world.mallory)
  const alice = await aListener(world.alice)
  const refused = { ok: false, code: 'resource.not_found' }
  expect(await enter(mallory.socket, world.alice)).toEqual(refused)
  const record = await aRecord(world.alice, 'Still only for us')
  await expect.poll(alice.ids).toContain(`created ${record.id}`)
  expect(await enter(mallory.socket, world.mallory)).toEqual({ ok: true })
  const own = await aRecord(world.mallory, 'Marker')
  await expect.poll(mallory.ids).toContain(`created ${own.id}`)
  expect(about(mallory, record)).toEqual([])
})

it('reports runs only to users who can read runs', async () => {
  const [alice, mallory] = [await listen(TASK_HUB, world.alice), await listen(TASK_HUB, world.mallory)]
  const heard: unknown[] = []
  mallory.onAny((_name, body) => void heard.push(body))
  const watch = (socket: Socket, place: Resident) =>
    socket
      .timeout(15_000)
      .emitWithAck('watch', { tenantId: place.ids.tenantId, taskId: world.alice.ids.runId })
  expect(await watch(alice, world.alice)).toMatchObject({ ok: true })
  expect(await watch(mallory, world.alice)).toMatchObject({ ok: false })
  await watch(mallory, world.mallory)
  const update = new Promise<unknown>((resolve) => alice.on('taskUpdate', resolve))
  const scope = await world.web.product.gate.tenant(world.alice.ids.tenantId)
  const taskId = world.alice.ids.runId
  await scope?.tx(async (tx) => tx.announce({ topic: 'task', type: 'run', taskId, need: 'run:read' }))
  expect(TaskUpdate.parse(await update).taskId).toBe(taskId)
  // The same under her own tenant comes later and is hers: whatever was to come before has come.
  const hers = await world.web.product.gate.tenant(world.mallory.ids.tenantId)
  await hers?.tx(async (tx) => tx.announce({ topic: 'task', type: 'own', taskId, need: 'run:read' }))
  await expect.poll(() => heard).toHaveLength(1)
  expect(heard).toMatchObject([{ type: 'own', taskId }])
})

import { HUB_PATH, MODEL_HUB, ModelEvent } from '@caseloom/contract/kernel/hubs'
import { ManagedTenant } from '@caseloom/contract/tenancy/tenancy-admin'
import { SessionView } from '@caseloom/contract/identity/identity'
import { launcherOf, type Product } from '@caseloom/testkit/product'
import { io, type Socket } from 'socket.io-client'
import { z } from 'zod'
import type { Caseloom } from './caseloom.ts'
import { cpuOf, usage } from './meter.ts'
import { round, summarize } from './statistics.ts'
import type { Figure } from './workloads.ts'

const CLIENTS = 1000
const TENANTS = 10
const EVENTS = 100
/** Long enough for an event to reach a connection that it doesn't concern. */
const QUIET_MS = 1000
const Ack = z.object({ ok: z.boolean() })
const Apps = z.object({ items: z.array(z.looseObject({ id: z.string(), key: z.string() })) })
const Made = z.looseObject({ id: z.string(), version: z.number() })

/** What the workload needs of the started product. */
interface Started extends Pick<Product, 'pids'> {
  address: string
  addWeb(): Promise<string>
}

interface Client {
  socket: Socket
  tenantId: string
  got: Map<string, number>
}

/** 1,000 clients of ten tenants over two web processes: each event reaches all of its tenant's, once, and no other. */
export async function hubs(product: Started, caseloom: Caseloom): Promise<Figure> {
  const session = SessionView.parse(await caseloom.call('GET', '/iam/session'))
  const accountId = session.accounts[0]?.id ?? ''
  await caseloom.call('PUT', '/tenant/installation/feature-flags/MultiTenant', {
    accountId: null,
    enabled: true,
  })
  const tenants = [caseloom.tenantId]
  for (let n = 1; n < TENANTS; n += 1) {
    const path = `/tenant/account/${accountId}/managed-tenants`
    const made = await caseloom.call('POST', path, { name: `Tenant ${n}`, starterContent: n === 1 })
    tenants.push(ManagedTenant.parse(made).id)
  }
  const webs = [product.address, await product.addWeb()]
  const root = launcherOf(product)
  const before = usage(root)
  const startedAt = performance.now()
  const clients = await connectAll({ webs, tenants, cookie: caseloom.cookie })
  const connected = performance.now() - startedAt
  const after = usage(root)
  const { result, cpuMs } = await cpuOf(root, () => send(caseloom, clients))
  await new Promise((resolve) => setTimeout(resolve, QUIET_MS))
  const [first = ''] = tenants
  const own = clients.filter((client) => client.tenantId === first)
  const missed = own.filter((client) => client.got.size !== EVENTS).length
  const twice = own.filter((client) => [...client.got.values()].some((times) => times !== 1)).length
  const strayed = clients.filter((client) => client.tenantId !== first && client.got.size > 0).length
  for (const client of clients) client.socket.disconnect()
  const deliveries = own.length * EVENTS
  const summary = summarize(
    result,
    result.reduce((sum, one) => sum + one, 0),
  )
  return {
    workload: `hubs: ${CLIENTS} clients of ${TENANTS} tenants over two web processes, ${EVENTS} changes in one tenant`,
    reached: `${deliveries} deliveries; ${missed} clients missed one, ${twice} got one twice, ${strayed} of other tenants heard of it; to the last client ${summary.p50} ms p50, ${summary.p95} ms p95`,
    goal: 'all of its own, once, and none other',
    peers: 'none measured',
    details: {
      connectMs: round(connected, 0),
      kibPerClientFirstWeb: round(((after.pssMiB - before.pssMiB) * 1024) / (CLIENTS / 2), 1),
      cpuMsPerEvent: round(cpuMs / EVENTS, 2),
    },
  }
}

async function connectAll(at: { webs: string[]; tenants: string[]; cookie: string }): Promise<Client[]> {
  const clients: Client[] = []
  // In groups: a thousand simultaneous handshakes measure the machine's patience, not the hubs.
  for (let from = 0; from < CLIENTS; from += 50) {
    const group = Array.from({ length: Math.min(50, CLIENTS - from) }, (_, index) =>
      connect(at, from + index),
    )
    clients.push(...(await Promise.all(group)))
  }
  return clients
}

function connect(
  { webs, tenants, cookie }: { webs: string[]; tenants: string[]; cookie: string },
  n: number,
) {
  const web = webs[n % webs.length] ?? ''
  const tenantId = tenants[Math.floor(n / webs.length) % tenants.length] ?? ''
  const socket = io(`${web}${MODEL_HUB}`, {
    path: HUB_PATH,
    transports: ['websocket'],
    forceNew: true,
    extraHeaders: { cookie, origin: web },
  })
  const client: Client = { socket, tenantId, got: new Map() }
  for (const verb of ['created', 'updated', 'destroyed']) {
    socket.on(verb, (payload: unknown) => {
      const event = ModelEvent.parse(payload)
      if (event.kind !== 'records') return
      const key = `${event.id} ${event.rev}`
      client.got.set(key, (client.got.get(key) ?? 0) + 1)
    })
  }
  return new Promise<Client>((resolve, reject) => {
    socket.on('connect_error', reject)
    socket.on('connect', () => {
      socket.emit('enter', { tenantId }, (answer: unknown) => {
        if (Ack.parse(answer).ok) resolve(client)
        else reject(new Error('The tenant was not entered'))
      })
    })
  })
}

/** Changes one record again and again; answers the times until the last client of its tenant knew. */
async function send(caseloom: Caseloom, clients: readonly Client[]): Promise<number[]> {
  const base = `/api/tenant/${caseloom.tenantId}/apps`
  const app = Apps.parse(await caseloom.call('GET', base)).items.find((one) => one.key === 'alert')
  const records = `${base}/${app?.id}/records`
  const made = Made.parse(await caseloom.call('POST', records, { fields: { title: 'Heard by all' } }))
  const own = clients.filter((client) => client.tenantId === caseloom.tenantId)
  const times: number[] = []
  await everyoneKnows(own, `${made.id} ${made.version}`)
  let { version } = made
  for (let n = 1; n < EVENTS; n += 1) {
    const since = performance.now()
    const body = { version, fields: { title: `Heard by all ${n}` } }
    ;({ version } = Made.parse(await caseloom.call('PATCH', `${records}/${made.id}`, body)))
    await everyoneKnows(own, `${made.id} ${version}`)
    times.push(performance.now() - since)
  }
  return times
}

async function everyoneKnows(clients: readonly Client[], key: string): Promise<void> {
  for (const { socket, got } of clients) {
    while (!got.has(key))
      await new Promise((resolve) => socket.once('updated', resolve).once('created', resolve))
  }
}

import { HUB_PATH, MODEL_HUB, TASK_HUB } from '@caseloom/contract/kernel/hubs'
import type { QueryClient } from '@tanstack/react-query'
import type { Socket } from 'socket.io-client'
import { z } from 'zod'
import { readTask, receiveContentExchange, receiveModelEvent, receiveTaskUpdate } from './hub-events.ts'
import { keys } from './keys.ts'
import { setLive } from './live-status.ts'
import { refetchAfterCurrent } from './refetch-after-current.ts'
import { checkSession } from './session.ts'

const Ack = z.union([z.object({ ok: z.literal(true) }), z.object({ ok: z.literal(false), code: z.string() })])

/** Delay before reconnecting after the server closed the line on purpose. */
const PAUSE_MS = 3000

interface Hubs {
  tenantId: string
  model: Socket
  task: Socket
}

let hubs: Hubs | null = null
/** Incremented by each start and stop, so that a start that was superseded while loading gives up. */
let turn = 0
/** The last connected tenant: on return, its missed events must be refetched. */
let last: string | null = null
const watched = new Map<string, number>()

/** Connects both hubs to a tenant: at sign-in and on a tenant switch, which drops everything of the old one. */
export async function startHubs(client: QueryClient, tenantId: string): Promise<void> {
  if (hubs?.tenantId === tenantId) return
  stopHubs()
  forgetOtherTenants(client, tenantId)
  const isBack = last === tenantId
  last = tenantId
  turn += 1
  const mine = turn
  setLive('connecting')
  const { io } = await import('socket.io-client')
  if (mine !== turn) return
  const options = { path: HUB_PATH, transports: ['websocket'], withCredentials: true }
  const model = io(MODEL_HUB, options)
  const task = io(TASK_HUB, options)
  hubs = { tenantId, model, task }
  listenModel(client, model, tenantId, isBack)
  listenTask(client, task, tenantId)
  for (const socket of [model, task]) keepAlive(client, socket)
}

/** Drops everything read and written in other tenants: one tenant's data is never in memory while another is open. */
export function forgetOtherTenants(client: QueryClient, tenantId: string): void {
  const [root] = keys.tenant(tenantId)
  const isOther = (key: readonly unknown[]) => key[0] === root && key[1] !== tenantId
  client.removeQueries({ predicate: ({ queryKey }) => isOther(queryKey) })
  // Mutations keep what they sent, and have no tenant.
  client.getMutationCache().clear()
}

/** Disconnects both hubs: at sign-out and on entering the administration. */
export function stopHubs(): void {
  turn += 1
  hubs?.model.disconnect()
  hubs?.task.disconnect()
  hubs = null
  setLive('off')
}

function isCurrent(socket: Socket): boolean {
  return hubs?.model === socket || hubs?.task === socket
}

function listenModel(client: QueryClient, socket: Socket, tenantId: string, isBack: boolean): void {
  let before = isBack
  const enter = () => {
    socket.emit('enter', { tenantId }, (answer: unknown) => {
      const ack = Ack.safeParse(answer)
      if (!isCurrent(socket)) return
      if (!ack.success || !ack.data.ok) {
        // It became invalid before the first join, so that no event said so.
        const refusal = ack.success && !ack.data.ok ? ack.data.code : null
        if (refusal === 'license.invalid') void client.invalidateQueries({ queryKey: keys.license })
        void checkSession(client)
        setTimeout(() => isCurrent(socket) && socket.connected && enter(), PAUSE_MS)
        return
      }
      setLive('live')
      // Events during a disconnect aren't repeated: refetch what is shown. Lists read before the first join may
      // have missed some as well.
      const missed = before ? keys.tenant(tenantId) : keys.kind(tenantId, 'records')
      void refetchAfterCurrent(client, { queryKey: missed, refetchType: 'active' })
      // Permissions, flags, and the license may have changed while disconnected, before the first join too.
      for (const queryKey of [keys.session, keys.license])
        void refetchAfterCurrent(client, { queryKey, exact: true })
      before = true
    })
  }
  socket.on('connect', enter)
  socket.on('disconnect', () => isCurrent(socket) && setLive('reconnecting'))
  socket.on('connect_error', () => isCurrent(socket) && setLive('reconnecting'))
  for (const verb of ['created', 'updated', 'destroyed'] as const) {
    socket.on(verb, (payload: unknown) => receiveModelEvent(client, verb, payload))
  }
}

function listenTask(client: QueryClient, socket: Socket, tenantId: string): void {
  socket.on('connect', () => {
    for (const taskId of watched.keys()) watchOn(client, socket, { tenantId, taskId })
  })
  socket.on('taskUpdate', (payload: unknown) => receiveTaskUpdate(client, tenantId, payload))
  socket.on('contentExchangeComplete', (payload: unknown) =>
    receiveContentExchange(client, tenantId, payload),
  )
}

/** Refusals that may pass on retry; a missing permission is final. */
const PASSING: ReadonlySet<string> = new Set(['dependency.unavailable', 'request.too_many'])

/**
 * Updates between the page's first read and the start of the watch would be missed: read once more after it. A
 * refused watch (database busy, for example) is retried, or the page would receive nothing.
 */
function watchOn(client: QueryClient, socket: Socket, task: { tenantId: string; taskId: string }): void {
  socket.emit('watch', task, (answer: unknown) => {
    readTask(client, task.tenantId, task.taskId)
    const ack = Ack.safeParse(answer)
    if (ack.success && (ack.data.ok || !PASSING.has(ack.data.code))) return
    setTimeout(() => {
      if (isCurrent(socket) && socket.connected && watched.has(task.taskId)) watchOn(client, socket, task)
    }, PAUSE_MS)
  })
}

/**
 * Broken connections reconnect on their own; those that the server closed or refused don't: the session may have
 * ended (then the sign-in page follows), otherwise they are retried after a delay.
 */
function keepAlive(client: QueryClient, socket: Socket): void {
  const later = () => {
    if (!isCurrent(socket)) return
    void checkSession(client)
    setTimeout(() => isCurrent(socket) && !socket.active && socket.connect(), PAUSE_MS)
  }
  socket.on('disconnect', (reason) => reason === 'io server disconnect' && later())
  socket.on('connect_error', () => !socket.active && later())
}

/** Subscribes to updates of one run or job while its page is open; returns how to unsubscribe. */
export function watchTask(client: QueryClient, tenantId: string, taskId: string): () => void {
  const count = (watched.get(taskId) ?? 0) + 1
  watched.set(taskId, count)
  if (count === 1 && hubs?.task.connected === true) watchOn(client, hubs.task, { tenantId, taskId })
  return () => {
    const left = (watched.get(taskId) ?? 1) - 1
    if (left > 0) {
      watched.set(taskId, left)
      return
    }
    watched.delete(taskId)
    if (hubs?.task.connected === true) hubs.task.emit('unwatch', { tenantId, taskId })
  }
}

import { HUB_PATH, MODEL_HUB, TASK_HUB } from '@caseloom/contract/hubs'
import type { QueryClient } from '@tanstack/react-query'
import type { Socket } from 'socket.io-client'
import { z } from 'zod'
import { readTask, receiveModelEvent, receiveTaskUpdate } from './hub-events.ts'
import { keys } from './keys.ts'
import { setLive } from './live-status.ts'
import { refetchAfterCurrent } from './refetch-after-current.ts'
import { checkSession } from './session.ts'

const Ack = z.union([z.object({ ok: z.literal(true) }), z.object({ ok: z.literal(false), code: z.string() })])

/** Pause before a line that the server closed on purpose is tried again. */
const PAUSE_MS = 3000

interface Hubs {
  tenantId: string
  model: Socket
  task: Socket
}

let hubs: Hubs | null = null
/** Grows with each start and stop, so that a start that was overtaken while loading gives up. */
let turn = 0
/** The tenant connected last: back in it, what happened meanwhile was not told. */
let last: string | null = null
const watched = new Map<string, number>()

/** Connects both hubs for a tenant; started at login, moved on a change of tenant, which leaves nothing of the old one. */
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

/** Throws away all that was read and written in other tenants: nothing of one is in memory while another is open. */
export function forgetOtherTenants(client: QueryClient, tenantId: string): void {
  const [root] = keys.tenant(tenantId)
  const isOther = (key: readonly unknown[]) => key[0] === root && key[1] !== tenantId
  client.removeQueries({ predicate: ({ queryKey }) => isOther(queryKey) })
  // Writes are kept with what was sent, and know no tenant.
  client.getMutationCache().clear()
}

/** Cuts both hubs: at logout and on entering the admin panel. */
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
        void checkSession(client)
        setTimeout(() => isCurrent(socket) && socket.connected && enter(), PAUSE_MS)
        return
      }
      setLive('live')
      // What happened while the line was cut is not told again: read anew what is shown.
      // Lists that were read before the first entry may have missed some as well.
      const missed = before ? keys.tenant(tenantId) : keys.kind(tenantId, 'records')
      void refetchAfterCurrent(client, { queryKey: missed, refetchType: 'active' })
      // Rights and flags may have changed while nobody listened, before the first entry too.
      void refetchAfterCurrent(client, { queryKey: keys.session, exact: true })
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
}

/** Refusals that another try may not meet; whoever may not watch at all is not told differently a moment later. */
const PASSING: ReadonlySet<string> = new Set(['dependency.unavailable', 'request.too_many'])

/**
 * Updates between the page's first read and the start of the watch would be missed: read once more after it. A watch
 * that is refused (a database that is busy, say) is asked for again, or the page would hear nothing.
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
 * Lines that break come back by themselves, lines that the server closed or refused do not: the session may be over
 * (then the login page follows), else they are tried again after a pause.
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

/** Asks the task hub for the updates of one run or job while its page is open; answers how to stop. */
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

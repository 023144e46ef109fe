import { HUB_PATH, MODEL_HUB, TASK_HUB } from '@caseloom/contract/hubs'
import type { QueryClient } from '@tanstack/react-query'
import type { Socket } from 'socket.io-client'
import { receiveModelEvent, receiveTaskUpdate } from './hub-events.ts'
import { keys } from './keys.ts'
import { setLive } from './live-status.ts'

interface Hubs {
  tenantId: string
  model: Socket
  task: Socket
}

let hubs: Hubs | null = null
/** Grows with each start and stop, so that a start that was overtaken while loading gives up. */
let turn = 0
const watched = new Map<string, number>()

/** Connects both hubs for a tenant; started at login, moved on a change of tenant. */
export async function startHubs(client: QueryClient, tenantId: string): Promise<void> {
  if (hubs?.tenantId === tenantId) return
  stopHubs()
  turn += 1
  const mine = turn
  setLive('connecting')
  const { io } = await import('socket.io-client')
  if (mine !== turn) return
  const options = { path: HUB_PATH, transports: ['websocket'], withCredentials: true }
  const model = io(MODEL_HUB, options)
  const task = io(TASK_HUB, options)
  hubs = { tenantId, model, task }
  listenModel(client, model, tenantId)
  listenTask(client, task, tenantId)
}

/** Cuts both hubs: at logout and on entering the admin panel. */
export function stopHubs(): void {
  turn += 1
  hubs?.model.disconnect()
  hubs?.task.disconnect()
  hubs = null
  setLive('off')
}

function listenModel(client: QueryClient, socket: Socket, tenantId: string): void {
  let before = false
  socket.on('connect', () => {
    socket.emit('enterTenant', { tenantId }, () => {
      setLive('live')
      // What happened while the line was cut is not told again: read anew what is shown.
      if (before) void refetchShown(client, tenantId)
      before = true
    })
  })
  socket.on('disconnect', () => setLive(hubs === null ? 'off' : 'reconnecting'))
  socket.on('connect_error', () => {
    setLive('reconnecting')
    // The handshake may have failed because the session ended.
    if (!socket.active) void client.invalidateQueries({ queryKey: keys.session })
  })
  for (const verb of ['created', 'updated', 'destroyed'] as const) {
    socket.on(verb, (payload: unknown) => receiveModelEvent(client, verb, payload))
  }
}

function listenTask(client: QueryClient, socket: Socket, tenantId: string): void {
  socket.on('connect', () => {
    for (const taskId of watched.keys()) {
      socket.emit('watch', { tenantId, taskId })
      void client.invalidateQueries({ queryKey: keys.one(tenantId, 'runs', taskId) })
    }
  })
  socket.on('taskUpdate', (payload: unknown) => receiveTaskUpdate(client, tenantId, payload))
}

async function refetchShown(client: QueryClient, tenantId: string): Promise<void> {
  await client.invalidateQueries({ queryKey: keys.tenant(tenantId), refetchType: 'active' })
}

/** Asks the task hub for the updates of one run or job while its page is open; answers how to stop. */
export function watchTask(tenantId: string, taskId: string): () => void {
  const count = (watched.get(taskId) ?? 0) + 1
  watched.set(taskId, count)
  if (count === 1 && hubs?.task.connected === true) hubs.task.emit('watch', { tenantId, taskId })
  return () => {
    const left = (watched.get(taskId) ?? 1) - 1
    if (left > 0) {
      watched.set(taskId, left)
      return
    }
    watched.delete(taskId)
    hubs?.task.emit('unwatch', { tenantId, taskId })
  }
}

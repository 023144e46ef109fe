import { WatchTask } from '@caseloom/contract/kernel/hubs'
import { may } from '@caseloom/contract/kernel/permissions'
import type { Announcement } from '../database/types.ts'
import type { Log } from '../telemetry/log.ts'
import { Coalescer } from './coalesce.ts'
import type { FeedEvent } from './feed.ts'
import type { Member, Members } from './members.ts'
import { type HubNamespace, type HubSocket, joinMembers, questions } from './sockets.ts'

type TaskFact = Extract<Announcement, { topic: 'task' }>
interface Progress {
  at: Date
  fact: TaskFact
}

/** A task is reported at most 20 times per second; the latest state wins. */
const QUIET_MS = 50
const TASKS_PER_SOCKET = 100

/** `/hubs/task`: sends the progress of single tasks to permitted watchers. */
export function createTaskHub(namespace: HubNamespace, members: Members, log: Log) {
  const watchers = new Map<string, Map<HubSocket, Member>>()
  const coalescer = new Coalescer<Progress>(QUIET_MS, (key, { at, fact }) => {
    for (const [socket, member] of watchers.get(key) ?? []) {
      if (member.actor === null || !may(member.actor, fact.need)) continue
      socket.emit('taskUpdate', { type: fact.type, dateTime: at.toISOString(), taskId: fact.taskId })
      if (fact.outcome !== undefined)
        socket.emit('contentExchangeComplete', { jobId: fact.taskId, outcome: fact.outcome })
    }
  })

  function forget(socket: HubSocket, key: string): void {
    const sockets = watchers.get(key)
    sockets?.delete(socket)
    if (sockets?.size === 0) watchers.delete(key)
  }

  namespace.on('connection', (socket: HubSocket) => {
    const watched = new Set<string>()
    const leave = () => {
      for (const key of watched) forget(socket, key)
      watched.clear()
    }
    const member = joinMembers(socket, members, (before, now) => {
      if (now === null || before?.tenantId !== now.tenantId) leave()
    })
    const on = questions(socket, log)
    on('watch', WatchTask, async ({ tenantId, taskId }) => {
      const key = keyOf(tenantId, taskId)
      if (member.actor?.tenantId !== tenantId) {
        const admission = await members.admit(member, tenantId)
        if (admission.state === 'gone') return { ok: false, code: 'session.none' }
        if (admission.state === 'shut') return { ok: false, code: admission.code }
      }
      if (watched.size >= TASKS_PER_SOCKET) return { ok: false, code: 'request.too_many' }
      if (!socket.connected) return { ok: false, code: 'session.none' }
      watched.add(key)
      const sockets = watchers.get(key) ?? new Map<HubSocket, Member>()
      watchers.set(key, sockets.set(socket, member))
      return { ok: true }
    })
    on('unwatch', WatchTask, async ({ tenantId, taskId }) => {
      const key = keyOf(tenantId, taskId)
      watched.delete(key)
      forget(socket, key)
      return { ok: true }
    })
  })

  return {
    publish(event: FeedEvent, fact: TaskFact): void {
      if (event.tenantId === null) return
      const key = keyOf(event.tenantId, fact.taskId)
      if (watchers.has(key)) coalescer.push(key, { at: event.at, fact })
    },
    stop: () => coalescer.stop(),
  }
}

function keyOf(tenantId: string, taskId: string): string {
  return `${tenantId}/${taskId.slice(0, 200)}`
}

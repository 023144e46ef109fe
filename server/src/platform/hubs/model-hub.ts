import { EnterTenant, type ModelEvent } from '@caseloom/contract/kernel/hubs'
import type { Announcement } from '../database/types.ts'
import type { Log } from '../telemetry/log.ts'
import { Audience } from './audience.ts'
import type { FeedEvent } from './feed.ts'
import type { Members } from './members.ts'
import { type HubNamespace, type HubSocket, joinMembers, questions } from './sockets.ts'

type ModelFact = Extract<Announcement, { topic: 'model' }>

/** `/hubs/model`: announces which things changed to everyone who may see them. */
export function createModelHub(namespace: HubNamespace, members: Members, log: Log) {
  const audience = new Audience()
  namespace.on('connection', (socket: HubSocket) => {
    let rooms: string[] = []
    const member = joinMembers(socket, members, (before, now) => {
      for (const room of rooms) void socket.leave(room)
      if (before !== null) audience.leave(before)
      rooms = now === null ? [] : audience.enter(now)
      if (rooms.length > 0) void socket.join(rooms)
    })
    questions(socket, log)('enter', EnterTenant, async ({ tenantId }) => {
      // Left before the answer is known: a refusal must not keep the old tenant's events coming.
      if (member.actor !== null && member.actor.tenantId !== tenantId) member.moved(null)
      const admission = await members.admit(member, tenantId)
      if (admission.state === 'in') return { ok: true }
      return { ok: false, code: admission.state === 'gone' ? 'session.none' : admission.code }
    })
  })

  function publish(tenantId: string, fact: ModelFact): void {
    const { reached, lost } = audience.split(tenantId, fact)
    const event: ModelEvent = {
      kind: fact.kind,
      tenantId,
      ...(fact.appId === undefined ? {} : { appId: fact.appId }),
      id: fact.id,
      rev: fact.rev,
    }
    if (reached.length > 0) namespace.to(reached).emit(fact.verb, event)
    if (lost.length > 0) namespace.to(lost).emit('destroyed', event)
  }

  return {
    /** A fact without a tenant concerns the whole installation: each tenant hears it as its own. */
    publish(event: FeedEvent, fact: ModelFact): void {
      for (const tenantId of event.tenantId === null ? audience.tenants() : [event.tenantId])
        publish(tenantId, fact)
    },
  }
}

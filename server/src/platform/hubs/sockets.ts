import type { ErrorCode } from '@caseloom/contract/kernel/errors'
import type { ContentExchangeComplete, ModelEvent, TaskUpdate } from '@caseloom/contract/kernel/hubs'
import { normalizeGuid } from '@caseloom/contract/kernel/ids'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { DefaultEventsMap, Namespace, Socket } from 'socket.io'
import type { z } from 'zod'
import type { Log } from '../telemetry/log.ts'
import type { Member, Members } from './members.ts'

export type Ack = { ok: true } | { ok: false; code: ErrorCode }
type Ask = (input: unknown, ack: unknown) => void

export interface ClientEvents {
  enter: Ask
  watch: Ask
  unwatch: Ask
}
export interface ServerEvents {
  created: (event: ModelEvent) => void
  updated: (event: ModelEvent) => void
  destroyed: (event: ModelEvent) => void
  taskUpdate: (update: TaskUpdate) => void
  contentExchangeComplete: (ended: ContentExchangeComplete) => void
}
/** What the handshake leaves on a socket. */
export interface SocketFacts {
  token: string
  personId: string | null
}
export type HubSocket = Socket<ClientEvents, ServerEvents, DefaultEventsMap, SocketFacts>
export type HubNamespace = Namespace<ClientEvents, ServerEvents, DefaultEventsMap, SocketFacts>

/** Makes a socket a member: `seat` is called each time the actor in the entered tenant changes. */
export function joinMembers(
  socket: HubSocket,
  members: Members,
  seat: (before: Actor | null, now: Actor | null) => void,
): Member {
  const member: Member = {
    token: socket.data.token,
    personId: socket.data.personId,
    actor: null,
    moved(actor) {
      const before = member.actor
      member.actor = actor
      seat(before, actor)
    },
    shutOut(before, code) {
      const tenantId = before.tenantId ?? ''
      socket.emit('destroyed', { kind: 'settings', tenantId, id: tenantId, rev: Date.now() })
      if (code === 'license.invalid') member.cut()
    },
    cut: () => void socket.disconnect(true),
    // Closing the transport, unlike a disconnect packet, makes the client come back on its own.
    drop: () => socket.conn.close(),
  }
  members.add(member)
  socket.on('disconnect', () => {
    members.remove(member)
    if (member.actor !== null) member.moved(null)
  })
  return member
}

/** Questions that one socket may have open; a page asks a handful at a time. */
const OPEN_QUESTIONS = 50

/** Answers questions of one socket one after another: parse, act, acknowledge. Nothing a client sends may throw. */
export function questions(socket: HubSocket, log: Log) {
  let chain: Promise<void> = Promise.resolve()
  let open = 0
  return <Input extends { tenantId: string }>(
    event: keyof ClientEvents,
    schema: z.ZodType<Input>,
    act: (input: Input) => Promise<Ack>,
  ): void => {
    const answer = async (raw: unknown): Promise<Ack> => {
      const parsed = schema.safeParse(raw)
      const tenantId = parsed.success ? normalizeGuid(parsed.data.tenantId) : null
      if (!parsed.success || tenantId === null) return { ok: false, code: 'request.invalid' }
      try {
        return await act({ ...parsed.data, tenantId })
      } catch (error) {
        log.warn({ err: error, event }, 'failed to answer a socket request')
        return { ok: false, code: 'dependency.unavailable' }
      }
    }
    const listener: Ask = (raw, ack) => {
      const reply = (result: Ack) => void (typeof ack === 'function' && ack(result))
      if (open >= OPEN_QUESTIONS) {
        reply({ ok: false, code: 'request.too_many' })
        return
      }
      open += 1
      chain = chain.then(async () => {
        reply(await answer(raw))
        open -= 1
      })
    }
    socket.on(event, listener)
  }
}

import type { ErrorCode } from '@caseloom/contract/kernel/errors'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { isFailure } from '../errors.ts'
import type { Gatekeeper } from '../http/types.ts'
import type { Log } from '../telemetry/log.ts'

/** One socket as permissions see it: who it is, and the tenant it has entered. */
export interface Member {
  readonly token: string
  readonly personId: string | null
  /** The actor in the entered tenant. */
  actor: Actor | null
  /** The tenant changed or was left, or its permissions changed: the hub seats the socket again. */
  moved(actor: Actor | null): void
  /** The member lost access to the tenant: it is notified, since it receives nothing more of that tenant. */
  shutOut(before: Actor, code: ErrorCode): void
  /** The session has ended. */
  cut(): void
  /** The permissions could not be resolved: disconnects the member, who may reconnect. */
  drop(): void
}

/** Whose actors to look up again; all members when empty. */
export interface ActorFilter {
  tenantId?: string
  personId?: string
}

export type Admission = { state: 'in'; actor: Actor } | { state: 'shut'; code: ErrorCode } | { state: 'gone' }

const CONCURRENCY = 8
/** A socket that is merely open is no use of the session: idle sessions end behind open pages too. */
export const UNTOUCHED = { touch: false }

/** All sockets of this process with the permissions they act under, and the way to resolve those again. */
export class Members {
  readonly #gate: Gatekeeper
  readonly #room: (tenantId: string) => Promise<void>
  readonly #log: Pick<Log, 'warn'>
  readonly #members = new Set<Member>()
  #epoch = 0

  /** `room` throws when a tenant may have no more members. */
  constructor(gate: Gatekeeper, room: (tenantId: string) => Promise<void>, log: Pick<Log, 'warn'>) {
    this.#gate = gate
    this.#room = room
    this.#log = log
  }

  /** Members in a tenant. */
  countIn(tenantId: string): number {
    return this.#count((member) => member.actor?.tenantId === tenantId)
  }

  /** Sockets of a person. */
  countOf(personId: string): number {
    return this.#count((member) => member.personId === personId)
  }

  #count(fits: (member: Member) => boolean): number {
    let count = 0
    for (const member of this.#members) if (fits(member)) count += 1
    return count
  }

  get size(): number {
    return this.#members.size
  }

  add(member: Member): void {
    this.#members.add(member)
  }

  remove(member: Member): void {
    this.#members.delete(member)
  }

  /** Admits a member to a tenant, or returns why not. Permissions that change meanwhile are resolved again. */
  async admit(member: Member, tenantId: string): Promise<Admission> {
    for (;;) {
      const epoch = this.#epoch
      const admission = await this.#lookUp(member.token, tenantId)
      if (epoch !== this.#epoch) continue
      if (admission.state === 'in' && member.actor?.tenantId !== tenantId && !(await this.#hasRoom(tenantId)))
        return { state: 'shut', code: 'request.too_many' }
      if (admission.state === 'in' && this.#members.has(member)) member.moved(admission.actor)
      if (admission.state === 'gone') member.cut()
      return admission
    }
  }

  async #hasRoom(tenantId: string): Promise<boolean> {
    try {
      await this.#room(tenantId)
      return true
    } catch (error) {
      if (isFailure(error, 'quota.reached')) return false
      throw error
    }
  }

  /** Looks up the actors of the matching members; who lost the tenant leaves, who lost the session is cut. */
  async refresh(filter: ActorFilter): Promise<void> {
    this.#epoch += 1
    const open = [...this.#members].filter((member) => matches(member, filter))
    const answers = new Map<string, Promise<Admission>>()
    const work = async () => {
      for (let member = open.pop(); member !== undefined; member = open.pop()) {
        await this.#refreshOne(member, answers)
      }
    }
    await Promise.all(Array.from({ length: CONCURRENCY }, work))
  }

  async #refreshOne(member: Member, answers: Map<string, Promise<Admission>>): Promise<void> {
    const before = member.actor
    const tenantId = before?.tenantId ?? null
    const key = `${member.token} ${tenantId ?? ''}`
    const answer = answers.get(key) ?? this.#lookUp(member.token, tenantId)
    answers.set(key, answer)
    try {
      const admission = await answer
      if (!this.#members.has(member)) return
      if (admission.state === 'gone') return member.cut()
      // A member that moved meanwhile was admitted with the permissions it resolved itself.
      if (member.actor !== before || before === null) return
      if (admission.state === 'in') return member.moved(admission.actor)
      member.moved(null)
      member.shutOut(before, admission.code)
    } catch (err) {
      this.#log.warn({ err, tenantId }, 'failed to check the session of a socket; disconnecting it')
      member.drop()
    }
  }

  async #lookUp(token: string, tenantId: string | null): Promise<Admission> {
    const actor = await this.#gate.authenticate(token, tenantId === null ? {} : { tenantId }, UNTOUCHED)
    if (actor === null) return { state: 'gone' }
    if (tenantId === null) return { state: 'in', actor }
    if (actor.tenantId !== tenantId) return { state: 'shut', code: 'resource.not_found' }
    if (!(await this.#gate.licensed(actor))) return { state: 'shut', code: 'license.invalid' }
    if ((await this.#gate.tenant(tenantId)) === null) return { state: 'shut', code: 'resource.not_found' }
    return { state: 'in', actor }
  }
}

function matches(member: Member, filter: ActorFilter): boolean {
  if (filter.personId !== undefined && member.personId !== filter.personId) return false
  // Anyone who has entered no tenant hears nothing of it; an ended session there is found by person or by the sweep.
  if (filter.tenantId === undefined) return true
  return (
    member.actor?.tenantId === filter.tenantId || (filter.personId !== undefined && member.actor === null)
  )
}

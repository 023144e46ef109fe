import { type Actor, may, mayPass } from '@caseloom/contract/kernel/permissions'
import { createHash } from 'node:crypto'
import type { Announcement } from '../database/types.ts'

type ModelFact = Extract<Announcement, { topic: 'model' }>

interface Seat {
  actor: Actor
  count: number
}
/** Actors with the same permissions; below them those who also answer the same to a list of principals. */
interface Group extends Seat {
  room: string
  byPrincipals: Map<string, Seat & { room: string }>
}

/** Rooms of those who may know an event, and of those who must forget its object. */
export interface Split {
  reached: string[]
  lost: string[]
}

/**
 * The members of each tenant, grouped by what determines their permissions, so that an event calls `may()` once per
 * distinct set of permissions and not once per socket. Open objects are checked by permissions alone.
 */
export class Audience {
  readonly #tenants = new Map<string, Map<string, Group>>()

  /** Seats an actor of a tenant; answers the rooms that its socket joins. */
  enter(actor: Actor): string[] {
    const { rights, all } = signatures(actor)
    const groups = this.#groupsOf(actor.tenantId ?? '')
    const group = groups.get(rights) ?? newGroup(actor, rights)
    const seat = group.byPrincipals.get(all) ?? { actor, count: 0, room: roomOf(actor, all) }
    group.count += 1
    seat.count += 1
    groups.set(rights, group)
    group.byPrincipals.set(all, seat)
    return [group.room, seat.room]
  }

  /** Frees the seat that `enter` gave this actor. */
  leave(actor: Actor): void {
    const { rights, all } = signatures(actor)
    const tenantId = actor.tenantId ?? ''
    const groups = this.#tenants.get(tenantId)
    const group = groups?.get(rights)
    const seat = group?.byPrincipals.get(all)
    if (groups === undefined || group === undefined || seat === undefined) return
    group.count -= 1
    seat.count -= 1
    if (seat.count === 0) group.byPrincipals.delete(all)
    if (group.count === 0) groups.delete(rights)
    if (groups.size === 0) this.#tenants.delete(tenantId)
  }

  tenants(): string[] {
    return [...this.#tenants.keys()]
  }

  /** Who of the tenant hears of the fact: those who see the object now, and those who saw it before. */
  split(tenantId: string, fact: ModelFact): Split {
    const split: Split = { reached: [], lost: [] }
    const open = isOpen(fact.acl) && isOpen(fact.aclBefore) && isOpen(fact.within)
    for (const group of this.#tenants.get(tenantId)?.values() ?? []) {
      if (!may(group.actor, fact.need)) continue
      if (open) split.reached.push(group.room)
      else for (const seat of group.byPrincipals.values()) place(split, seat, fact)
    }
    return split
  }

  #groupsOf(tenantId: string): Map<string, Group> {
    const known = this.#tenants.get(tenantId)
    if (known !== undefined) return known
    const made = new Map<string, Group>()
    this.#tenants.set(tenantId, made)
    return made
  }
}

function isOpen(acl: readonly string[] | null | undefined): boolean {
  return acl === null || acl === undefined
}

function place(split: Split, seat: Seat & { room: string }, fact: ModelFact): void {
  if (!mayPass(seat.actor, fact.within)) return
  if (may(seat.actor, fact.need, { acl: fact.acl ?? null })) split.reached.push(seat.room)
  else if (fact.aclBefore !== undefined && may(seat.actor, fact.need, { acl: fact.aclBefore }))
    split.lost.push(seat.room)
}

function newGroup(actor: Actor, rights: string): Group {
  return { actor, count: 0, room: roomOf(actor, rights), byPrincipals: new Map() }
}

function roomOf(actor: Actor, signature: string): string {
  return `${actor.tenantId ?? ''}:${signature}`
}

/** Everything that `may()` reads, without and with the actor's principals. */
function signatures(actor: Actor): { rights: string; all: string } {
  const rights = digest([
    String(actor.superAdministrator),
    String(actor.personId !== null),
    String(may(actor, 'person')),
    String(actor.accountId !== null && actor.adminOf.includes(actor.accountId)),
    ...[...actor.permissions].toSorted(),
  ])
  return { rights, all: digest([rights, ...[...actor.principals].toSorted()]) }
}

function digest(parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('base64url').slice(0, 20)
}

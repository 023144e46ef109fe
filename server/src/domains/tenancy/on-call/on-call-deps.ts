import type { OnCallUse } from '@caseloom/contract/tenancy/on-call'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { TenantRef, TenantTx } from '../../../platform/database/types.ts'

/** A user with a role in the tenant, active or not. */
export interface OnCallUser {
  id: string
  name: string
  active: boolean
}

/** What refers to a schedule, and who may know of it. */
export interface FoundUse extends OnCallUse {
  isVisibleTo(actor: Actor): boolean
}

export interface OnCallDeps {
  /** Everyone with a role in the tenant. */
  people(place: TenantRef): Promise<readonly OnCallUser[]>
  /** Apps and published playbooks that name the schedule with this key; the domains above know them. */
  uses(tx: TenantTx, key: string): Promise<readonly FoundUse[]>
}

/** Where a change came from, for the audit log. */
export interface By {
  actor: Actor
  ip: string | null
}

/** People by id, as schedules name them. */
export class KnownPeople {
  readonly #people: ReadonlyMap<string, OnCallUser>

  constructor(people: readonly OnCallUser[]) {
    this.#people = new Map(people.map((one) => [one.id, one]))
  }

  /** Someone without a role in the tenant any more has no name here. */
  name(id: string): string {
    return this.#people.get(id)?.name ?? ''
  }

  isActive(id: string): boolean {
    return this.#people.get(id)?.active === true
  }
}

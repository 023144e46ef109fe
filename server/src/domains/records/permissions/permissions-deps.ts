import type { Principals } from '@caseloom/contract/identity/identity'
import type { Actor, Permission } from '@caseloom/contract/kernel/permissions'
import type { TenantRef } from '../../../platform/database/types.ts'
import type { RecordsDeps } from '../model/records-deps.ts'

/** A user with a role in the tenant, with their current permissions. */
export interface TenantPerson {
  actor: Actor
  roles: readonly { id: string; permissions: ReadonlySet<Permission> }[]
  lastSeenAt: Date | null
}

/** What restricting and explaining asks of identity, which knows people, groups and roles. */
export interface TenantPeople {
  /** Names of all that a record can be restricted to. */
  principals(place: TenantRef): Promise<Principals>
  /** Every user who can act in the tenant, by name, or only the given one. */
  actors(place: TenantRef, userId?: string): Promise<TenantPerson[]>
}

export interface RightsDeps extends RecordsDeps {
  people: TenantPeople
}

// The people of a tenant that playbooks can ask or notify, as a port to identity.
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { Principals } from '@caseloom/contract/identity/identity'
import { z } from 'zod'
import type { TenantRef } from '../../../platform/database/types.ts'

/** A user with a role in the tenant, with their current permissions. */
export interface TenantMember {
  actor: Actor
  email: string
  /** A service account can't answer questions. */
  service: boolean
}

/** What asking people needs of identity. */
export interface Directory {
  /** Everyone who can act in the tenant, sorted by name, or only the given user. */
  members(place: TenantRef, userId?: string): Promise<TenantMember[]>
  /** Names of users, groups and roles of a tenant. */
  principals(place: TenantRef): Promise<Principals>
}

/** The people asked, stored with the question under their names at that time. */
export const AskedPeople = z.object({
  kind: z.enum(['user', 'group', 'role']),
  id: z.string(),
  name: z.string(),
})
export type AskedPeople = z.infer<typeof AskedPeople>

/** A person's current id with the ids of their groups and roles. */
export interface Candidate {
  userId: string
  principals: readonly string[]
}

/** People as a playbook names them: by id, name, or email address. */
export interface PeopleNamed {
  users: readonly string[]
  groups: readonly string[]
  roles: readonly string[]
}

/** People who can be asked: those without a session of their own, and service accounts, are none. */
export interface Person extends Candidate {
  personId: string
  name: string
  email: string
}

/** All people of a tenant who could answer a question now. */
export async function peopleOf(directory: Directory, place: TenantRef, userId?: string): Promise<Person[]> {
  const members = await directory.members(place, userId)
  return members.flatMap(({ actor, email, service }) =>
    service || actor.id === null || actor.personId === null
      ? []
      : [
          {
            userId: actor.id,
            personId: actor.personId,
            name: actor.name,
            principals: actor.principals,
            email,
          },
        ],
  )
}

/** Resolves the people that a playbook names: users by id or email, groups and roles by id or name. */
export function resolveAskedPeople(
  to: PeopleNamed,
  people: readonly Person[],
  principals: Principals,
): { asked: AskedPeople[]; unknown: string[] } {
  const asked = new Map<string, AskedPeople>()
  const unknown: string[] = []
  const take = (kind: AskedPeople['kind'], name: string, found: { id: string; name: string } | undefined) => {
    if (found === undefined) unknown.push(`${kind} "${name}"`)
    else asked.set(found.id, { kind, id: found.id, name: found.name })
  }
  for (const name of to.users) {
    const one = people.find((person) => same(person.userId, name) || same(person.email, name))
    take('user', name, one === undefined ? undefined : { id: one.userId, name: one.name })
  }
  for (const kind of ['group', 'role'] as const)
    for (const name of to[`${kind}s`])
      take(
        kind,
        name,
        principals[`${kind}s`].find((one) => same(one.id, name) || same(one.name, name)),
      )
  return { asked: [...asked.values()], unknown }
}

function same(value: string, wanted: string): boolean {
  return value.toLowerCase() === wanted.trim().toLowerCase()
}

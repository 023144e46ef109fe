// The people of a tenant that playbooks can ask or notify, as a port to identity.
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { Principals } from '@caseloom/contract/identity/identity'
import { z } from 'zod'
import type { TenantRef, TenantScope } from '../../../platform/database/types.ts'

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
  /** For each schedule or layer: the user who is on call, null when no one is, undefined for unknown names. */
  onCall?(
    scope: TenantScope,
    named: readonly { schedule: string; layer?: string | undefined }[],
  ): Promise<(string | null | undefined)[]>
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

/** People as a playbook names them: by id, name, or email address, or as on call in `schedule` or `schedule/layer`. */
export interface PeopleNamed {
  users: readonly string[]
  groups: readonly string[]
  roles: readonly string[]
  onCall: readonly string[]
}

/** Who is on call, by the names of schedules and layers; null when no one is. Unknown names are missing. */
export type OnCallPeople = ReadonlyMap<string, string | null>

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

/** Looks up who is on call now. */
export async function onCallNow(
  directory: Directory,
  scope: TenantScope,
  names: readonly string[],
): Promise<OnCallPeople> {
  if (names.length === 0 || directory.onCall === undefined) return new Map()
  const named = names.map((name) => {
    const [schedule = '', layer] = name.trim().split('/')
    return { schedule, layer }
  })
  const people = await directory.onCall(scope, named)
  return new Map(
    names.flatMap((name, at): [string, string | null][] => {
      const person = people[at]
      return person === undefined ? [] : [[name, person]]
    }),
  )
}

/** Resolves the people that a playbook names: users by id or email, groups and roles by id or name. */
export function resolveAskedPeople(
  to: PeopleNamed,
  people: readonly Person[],
  principals: Principals & { onCall: OnCallPeople },
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
  for (const name of to.onCall) {
    const userId = principals.onCall.get(name)
    const one = people.find((person) => person.userId === userId)
    if (userId === undefined) unknown.push(`schedule "${name}"`)
    else if (one !== undefined) asked.set(one.userId, { kind: 'user', id: one.userId, name: one.name })
  }
  return { asked: [...asked.values()], unknown }
}

function same(value: string, wanted: string): boolean {
  return value.toLowerCase() === wanted.trim().toLowerCase()
}

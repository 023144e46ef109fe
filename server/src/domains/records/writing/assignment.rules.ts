import type { Assignment } from '@caseloom/contract/field-types/assignment'
import { kindTraits } from '@caseloom/contract/field-types/field-kind'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { mayInApp, type GuardedApp, mayReadField } from '../model/app-permissions.rules.ts'
import type { FieldShape, Values } from '../model/record-shape.ts'

/** How a field assigns new records; undefined when it doesn't. */
export function assignmentOf({ definition }: Pick<FieldShape, 'definition'>): Assignment | undefined {
  return 'assign' in definition ? definition.assign : undefined
}

/** Whether a new record with these values leaves the field to be assigned: it has no value and no default. */
export function isUnassigned({ key, definition }: FieldShape, given: Values): boolean {
  if (!Object.hasOwn(given, key)) return definition.default === undefined
  const value = given[key] ?? null
  return value === null || (Array.isArray(value) && value.length === 0)
}

/** Who the field may be assigned to: people who can read the record and are offered by the field. */
export function candidates<Field extends FieldShape>(
  app: GuardedApp,
  field: Field,
  people: readonly Actor[],
): (Actor & { id: string })[] {
  const { definition } = field
  const offered = 'members' in definition ? definition.members : undefined
  return people.flatMap((person) => {
    const { id, principals } = person
    const isOffered = offered === undefined || offered.some((one) => principals.includes(one) || one === id)
    const mayRead = mayInApp(person, 'record:read', app) && mayReadField(person, field)
    return id !== null && isOffered && mayRead ? [{ ...person, id }] : []
  })
}

/** The candidates of a team in its order; groups stand for their members, by name. */
export function teamOf(
  members: readonly string[],
  people: readonly { id: string; principals: readonly string[] }[],
): string[] {
  const ids = members.flatMap((member) =>
    people.filter(({ id, principals }) => id === member || principals.includes(member)).map(({ id }) => id),
  )
  return [...new Set(ids)]
}

/** Who follows the one whose turn was last; the first when that one is no longer in the team. */
export function nextInTeam(team: readonly string[], last: string | null): string | null {
  const at = last === null ? -1 : team.indexOf(last)
  return team[(at + 1) % team.length] ?? null
}

/** Who has the fewest records; among those, who follows the one whose turn was last. */
export function leastLoaded(
  team: readonly string[],
  load: ReadonlyMap<string, number>,
  last: string | null,
): string | null {
  const least = Math.min(...team.map((id) => load.get(id) ?? 0))
  const at = last === null ? -1 : team.indexOf(last)
  const fromNext = [...team.slice(at + 1), ...team.slice(0, at + 1)]
  return fromNext.find((id) => (load.get(id) ?? 0) === least) ?? null
}

/** The value of a field that is assigned to one person. */
export function assignedValue({ kind }: FieldShape, userId: string): JsonValue {
  return kindTraits(kind).several ? [userId] : userId
}

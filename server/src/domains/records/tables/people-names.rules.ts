import { foldText } from '@caseloom/contract/values/normalize-text'
import { normalizeGuid } from '@caseloom/contract/kernel/ids'
import type { JsonValue } from '@caseloom/contract/kernel/json'

/** People and groups of a tenant as files name them. */
export interface NamedPeople {
  users: readonly { id: string; name: string; email: string }[]
  groups: readonly { id: string; name: string }[]
}

type Finder = (text: string) => string | null
/** How many have this name. */
type Counter = (text: string) => number

/** Finds users and groups by the text of a cell: ID, email address, or a name that is unique. */
export interface PeopleFinder {
  user: Finder
  group: Finder
  called: { user: Counter; group: Counter }
}

export function peopleFinder({ users, groups }: NamedPeople): PeopleFinder {
  const byMail = new Map(
    users.filter(({ email }) => email !== '').map(({ id, email }) => [foldText(email), id]),
  )
  const byName = uniqueNames(users)
  const byGroup = uniqueNames(groups)
  const counter = (named: readonly { name: string }[]): Counter => {
    const counts = Map.groupBy(named, ({ name }) => folded(name))
    return (text) => counts.get(folded(text))?.length ?? 0
  }
  return {
    called: { user: counter(users), group: counter(groups) },
    user: (text) => byMail.get(folded(text)) ?? byName.get(folded(text)) ?? null,
    group: (text) => byGroup.get(folded(text)) ?? null,
  }
}

/** What people and groups are named in files. */
export type PeopleCaller = Pick<PeopleFinder, 'user' | 'group'>

/** What a cell says for a user or group: the address or a name that leads back to them; ids of others stay. */
export function peopleCaller({ users, groups }: NamedPeople): PeopleCaller {
  const back = peopleFinder({ users, groups })
  const words = (find: Finder, named: readonly { id: string; names: string[] }[]) =>
    new Map(
      named.flatMap(({ id, names }): [string, string][] => {
        const word = names.find((name) => find(name) === id)
        return word === undefined ? [] : [[id, word]]
      }),
    )
  const byUser = words(
    back.user,
    users.map(({ id, name, email }) => ({ id, names: [email, name].filter((word) => word !== '') })),
  )
  const byGroup = words(
    back.group,
    groups.map(({ id, name }) => ({ id, names: [name] })),
  )
  return { user: (id) => byUser.get(id) ?? null, group: (id) => byGroup.get(id) ?? null }
}

/** The value of a user or group field with ids made into what people call them. */
export function withWords(call: Finder, value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map((item) => withWords(call, item))
  return typeof value === 'string' ? (call(value) ?? value) : value
}

/** Replaces names and addresses in a user or group field with IDs; unknown names stay. */
export function withIds(find: Finder, value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map((item) => withIds(find, item))
  if (typeof value !== 'string' || normalizeGuid(value) !== null) return value
  return find(value) ?? value
}

/** Explains, one sentence per name, which names in a cell match no one or several people. */
export function unclearNames(find: PeopleFinder, kind: 'user' | 'group', value: JsonValue): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => unclearNames(find, kind, item))
  if (typeof value !== 'string' || value.trim() === '') return []
  if (normalizeGuid(value) !== null || find[kind](value) !== null) return []
  const name = `“${value.trim().slice(0, 100)}”`
  const count = find.called[kind](value)
  if (kind === 'group')
    return [count > 1 ? `${count} groups are named ${name}. Use the ID.` : `No group is named ${name}`]
  return [
    count > 1
      ? `${count} people are named ${name}. Use the email address.`
      : `No user is named ${name}. Use an email address or a full name.`,
  ]
}

function folded(text: string): string {
  return foldText(text.trim())
}

/** Shared names match no one: guessing could assign a record to the wrong person. */
function uniqueNames(named: readonly { id: string; name: string }[]): ReadonlyMap<string, string> {
  const byName = Map.groupBy(named, ({ name }) => folded(name))
  return new Map(
    [...byName].flatMap(([name, all]): [string, string][] =>
      all.length === 1 && all[0] !== undefined ? [[name, all[0].id]] : [],
    ),
  )
}

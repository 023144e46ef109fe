import { foldText } from '@caseloom/contract/fold'
import { normaliseGuid } from '@caseloom/contract/ids'
import type { JsonValue } from '@caseloom/contract/json'

/** People and groups of a tenant as files name them. */
export interface NamedPeople {
  users: readonly { id: string; name: string; email: string }[]
  groups: readonly { id: string; name: string }[]
}

type Finder = (text: string) => string | null

/** Finds users and groups by what stands in a cell: id, mail address, or a name that only one of them has. */
export interface PeopleFinder {
  user: Finder
  group: Finder
}

export function peopleFinder({ users, groups }: NamedPeople): PeopleFinder {
  const byMail = new Map(
    users.filter(({ email }) => email !== '').map(({ id, email }) => [foldText(email), id]),
  )
  const byName = uniqueNames(users)
  const byGroup = uniqueNames(groups)
  return {
    user: (text) => byMail.get(folded(text)) ?? byName.get(folded(text)) ?? null,
    group: (text) => byGroup.get(folded(text)) ?? null,
  }
}

/** What a cell says for a user or group: the address or a name that leads back to them; ids of others stay. */
export function peopleCaller({ users, groups }: NamedPeople): PeopleFinder {
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

/** The value of a user or group field with names and addresses made into ids; what nobody is called stays. */
export function withIds(find: Finder, value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map((item) => withIds(find, item))
  if (typeof value !== 'string' || normaliseGuid(value) !== null) return value
  return find(value) ?? value
}

function folded(text: string): string {
  return foldText(text.trim())
}

/** Names that several share lead to nobody: a guess would give a record to the wrong person. */
function uniqueNames(named: readonly { id: string; name: string }[]): ReadonlyMap<string, string> {
  const byName = Map.groupBy(named, ({ name }) => folded(name))
  return new Map(
    [...byName].flatMap(([name, all]): [string, string][] =>
      all.length === 1 && all[0] !== undefined ? [[name, all[0].id]] : [],
    ),
  )
}

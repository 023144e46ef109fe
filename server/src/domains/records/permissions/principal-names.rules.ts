import type { Principals } from '@caseloom/contract/identity/identity'
import type { Principal, Restriction } from '@caseloom/contract/records/record-rights'

export type Named = NonNullable<Restriction['to']>[number]

export function idOf(principal: Principal): string {
  if ('roleId' in principal) return principal.roleId
  return 'groupId' in principal ? principal.groupId : principal.userId
}

/** The principals of these ids by name; one that is no longer there keeps its place without one. */
export function named(ids: readonly string[], known: Principals): Named[] {
  const all = allNamed(known)
  return ids.map((id) => all.get(id) ?? { kind: 'user', id, name: 'Former user' })
}

/** Every principal of the tenant by its id. */
export function allNamed({ roles, groups, users }: Principals): Map<string, Named> {
  const of = (kind: Named['kind'], items: readonly { id: string; name: string }[]) =>
    items.map(({ id, name }): [string, Named] => [id, { kind, id, name }])
  return new Map([...of('user', users), ...of('group', groups), ...of('role', roles)])
}

/** Names in a sentence: "Analyst, Tier 2 and Bob Example". */
export function inWords(items: readonly Named[]): string {
  const names = items.map((item) => item.name)
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`
}

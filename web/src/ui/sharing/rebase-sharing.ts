import { type Grant, principalOf, type Sharing } from '@caseloom/contract/kernel/sharing'

/**
 * Applies what one person changed in `base` to `theirs`, which someone else changed meanwhile: grants added, removed, and
 * given another level. Only where both changed the same grant, or who it is open to at all, does `mine` win.
 */
export function rebaseSharing(base: Sharing, mine: Sharing, theirs: Sharing): Sharing {
  if (isSameSharing(base, mine)) return theirs
  if (base === null || mine === null || theirs === null) return mine
  const before = byPrincipal(base)
  const wanted = byPrincipal(mine)
  const merged = theirs.flatMap((grant) => {
    const id = principalOf(grant)
    const own = wanted.get(id)
    if (own === undefined) return before.has(id) ? [] : [grant]
    return [own.level === before.get(id)?.level ? grant : own]
  })
  const present = byPrincipal(theirs)
  const added = mine.filter((grant) => {
    const id = principalOf(grant)
    const isChanged = before.get(id)?.level !== grant.level
    return isChanged && !present.has(id)
  })
  return [...merged, ...added]
}

/** Whether two sharings give the same levels to the same principals, in any order. */
export function isSameSharing(one: Sharing, other: Sharing): boolean {
  if (one === null || other === null) return one === other
  const levels = byPrincipal(other)
  return (
    one.length === other.length && one.every((grant) => levels.get(principalOf(grant))?.level === grant.level)
  )
}

const byPrincipal = (grants: readonly Grant[]) => new Map(grants.map((grant) => [principalOf(grant), grant]))

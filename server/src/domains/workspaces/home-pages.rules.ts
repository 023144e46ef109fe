import type { Issue } from '@caseloom/contract/kernel/errors'
import { type Actor, may, mayPass } from '@caseloom/contract/kernel/permissions'
import { principalOf, type Sharing, sharedWith } from '@caseloom/contract/kernel/sharing'

interface Page {
  id: string
  name: string
  ownerId: string
  sharing: Sharing
  defaultFor: readonly string[]
}
type Guarded = Pick<Page, 'ownerId' | 'sharing'>

export function isOwner(actor: Actor, { ownerId }: Pick<Page, 'ownerId'>): boolean {
  return actor.kind === 'user' && actor.id === ownerId
}

/** A personal page is its owner's alone: those who manage by right see shared pages only. */
export function isShared({ sharing }: Pick<Page, 'sharing'>): boolean {
  return sharing === null || sharing.length > 0
}

/** Whether the actor may share home pages and set the defaults of roles. */
export function mayShareHomePages(actor: Actor): boolean {
  return may(actor, 'workspace:manage')
}

export function mayReadHomePage(actor: Actor, page: Guarded): boolean {
  if (!may(actor, 'tenant')) return false
  if (isOwner(actor, page) || mayPass(actor, sharedWith(page.sharing))) return true
  return isShared(page) && mayShareHomePages(actor)
}

export function mayManageHomePage(actor: Actor, page: Guarded): boolean {
  if (!may(actor, 'tenant')) return false
  if (isOwner(actor, page)) return true
  if (isShared(page) && mayShareHomePages(actor)) return true
  // Open to all is to read: an open page is managed by its owner and those who manage by right.
  return page.sharing !== null && mayPass(actor, sharedWith(page.sharing, 'manage'))
}

/** Principals who may see the page, its owner among them; null is everyone. */
export function homePageReaders({ ownerId, sharing }: Guarded): string[] | null {
  const readers = sharedWith(sharing)
  return readers === null ? null : [...new Set([...readers, ownerId])]
}

/** The first page by name, then by ID, that is the default of a role of the actor and that they may read. */
export function defaultHomePage<P extends Page>(actor: Actor, pages: readonly P[]): P | undefined {
  return pages
    .filter((page) => page.defaultFor.some((role) => actor.principals.includes(role)))
    .filter((page) => mayReadHomePage(actor, page))
    .toSorted((a, b) => compare(a.name.toLowerCase(), b.name.toLowerCase()) || compare(a.id, b.id))[0]
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** A default that its role can't open would be none: the page is shared with the role, or with everyone. */
export function defaultIssues(sharing: Sharing, defaultFor: readonly string[]): Issue[] {
  if (sharing === null) return []
  const shared = new Set(sharing.map(principalOf))
  return defaultFor.flatMap((role, at) =>
    shared.has(role)
      ? []
      : [
          {
            path: ['body', 'defaultFor', at],
            code: 'not_shared',
            message: 'Share the page with this role first',
          },
        ],
  )
}

/** Whether two sharings hold the same grants, in whichever order. */
export function isSameAudience(a: Sharing, b: Sharing): boolean {
  const plain = (sharing: Sharing) =>
    sharing === null ? null : sharing.map((grant) => `${principalOf(grant)} ${grant.level}`).toSorted()
  return JSON.stringify(plain(a)) === JSON.stringify(plain(b))
}

export function isSameSet(a: readonly string[], b: readonly string[]): boolean {
  return JSON.stringify([...new Set(a)].toSorted()) === JSON.stringify([...new Set(b)].toSorted())
}

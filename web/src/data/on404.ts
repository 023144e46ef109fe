import type { On404 } from '@caseloom/contract/kernel/route'

/**
 * What a 404 means for the page, by path alone: home paths lead to the welcome page, some decorations are silent,
 * everything else is the tenant error page.
 */
export function on404OfPath(path: string): On404 {
  const parts =
    path
      .split('?')[0]
      ?.split('/')
      .filter((part) => part !== '') ?? []
  const last = parts.at(-1)
  if (last === 'home' || last === 'favourites') return 'welcome'
  if (last === 'add-shared-user' || last === 'favourite') return 'ignore'
  if (parts.at(-2) === 'branding' && (last === 'logo' || last === 'name')) return 'ignore'
  if (parts.includes('marketplace')) return 'ignore'
  return 'tenant-error'
}

/** What to do after a 404: the route's own word first, then its path's. */
export function on404Of(route: { path: string; on404?: On404 }): On404 {
  return route.on404 ?? on404OfPath(route.path)
}

/** Where a call came from: the first load of what a page shows, a refetch behind it, or a write. */
export type CallOrigin = 'load' | 'refetch' | 'write'

/**
 * The action for the page: a refetch never leaves the page, and a write leaves it only when the route says so itself,
 * because a form that is being filled must not be thrown away.
 */
export function pageActionOf404(on404: On404, origin: CallOrigin): On404 {
  if (origin === 'load') return on404
  return on404 === 'ignore' ? 'ignore' : 'here'
}

import type { ContentKind } from '@caseloom/contract/content/content-kinds'
import { paths } from '../../data/paths.ts'
import type { TenantScope } from '../../data/scope.tsx'

/** A page, and what of it is open. Links take `search` with `as never`: paths make the URL, so the router doesn't know its route. */
export interface ItemLink {
  to: string
  search: Record<string, string>
}

/** Where an item of a package is in the tenant, for those who may open it. */
export function linkOf(
  scope: TenantScope,
  { kind, id }: { kind: ContentKind; id: string | null },
): ItemLink | null {
  if (id === null) return null
  const { permissions, flags } = scope
  const mayReadPlaybooks = permissions.has('playbook:read') && flags.ClassicContent
  const mayBuildApps = permissions.has('app:build')
  switch (kind) {
    case 'playbook':
      return mayReadPlaybooks ? { to: paths.playbook(scope, id), search: {} } : null
    case 'table':
      return mayReadPlaybooks ? { to: paths.tables(scope), search: { table: id } } : null
    case 'dashboard':
      return permissions.has('dashboard:read') ? { to: paths.dashboard(scope, id), search: {} } : null
    case 'workspace':
      return permissions.has('workspace:read') ? { to: paths.workspace(scope, id), search: {} } : null
    case 'homepage':
      return flags.HomePage ? { to: paths.homePage(scope, id), search: {} } : null
    case 'report':
      // Without its app, a view has no page of its own.
      return permissions.has('report:read') ? { to: paths.reports(scope), search: {} } : null
    case 'app':
      return mayBuildApps ? { to: paths.appBuilder(scope, id), search: {} } : null
    case 'applet':
      return mayBuildApps ? { to: paths.appletBuilder(scope, id), search: {} } : null
    default:
      return kind satisfies never
  }
}

import type { CanvasNode } from '@caseloom/contract/content/canvas'
import { paths } from '../../../data/paths.ts'
import type { TenantScope } from '../../../data/scope.tsx'

/** The page of a piece; null for what has none, or none for this person. */
export function pieceLink(
  scope: TenantScope,
  { kind, ref }: Pick<CanvasNode, 'kind' | 'ref'>,
): { to: string; search?: Record<string, string> } | null {
  if (ref === null) return null
  const may = (permission: Parameters<typeof scope.permissions.has>[0]) => scope.permissions.has(permission)
  switch (kind) {
    case 'trigger':
    case 'playbook':
      return scope.flags.ClassicContent ? { to: paths.playbook(scope, ref) } : null
    case 'app':
      if (may('app:build')) return { to: paths.appBuilder(scope, ref) }
      return may('record:read') ? { to: paths.recordList(scope, ref) } : null
    case 'applet':
      return may('app:build') ? { to: paths.appletBuilder(scope, ref) } : null
    case 'table':
      return scope.flags.ClassicContent ? { to: paths.tables(scope), search: { table: ref } } : null
    case 'asset':
      return scope.flags.ClassicContent ? { to: paths.assets(scope), search: { asset: ref } } : null
    case 'connector':
      return scope.flags.ClassicContent ? { to: paths.connector(scope, ref) } : null
    case 'dashboard':
      return { to: paths.dashboard(scope, ref) }
    case 'workspace':
      return { to: paths.workspace(scope, ref) }
    case 'people':
      return null
    default:
      return kind satisfies never
  }
}

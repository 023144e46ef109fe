import type { ContentKind } from '@caseloom/contract/content/packages'
import { paths } from '../../data/paths.ts'
import type { TenantScope } from '../../data/scope.tsx'

/** Where an item of a package is in the tenant, for those who may open it. */
export function linkOf(
  scope: TenantScope,
  { kind, id }: { kind: ContentKind; id: string | null },
): string | null {
  if (id === null) return null
  const { permissions, flags } = scope
  if (kind === 'playbook')
    return permissions.has('playbook:read') && flags.ClassicContent ? paths.playbook(scope, id) : null
  if (!permissions.has('app:build')) return null
  return kind === 'app' ? paths.appBuilder(scope, id) : paths.appletBuilder(scope, id)
}

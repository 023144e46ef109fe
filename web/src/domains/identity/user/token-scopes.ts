import type { TokenScope } from '@caseloom/contract/identity/directory'
import type { SessionView } from '@caseloom/contract/identity/identity'
import { PERMISSIONS } from '@caseloom/contract/kernel/permissions'

export interface ScopeGroup {
  resource: string
  scopes: readonly TokenScope[]
}

/** What a user can grant a token in an account: their permissions in any of its tenants, by resource. */
export function scopeGroups(session: SessionView, accountId: string): ScopeGroup[] {
  const held = new Set(
    session.tenants
      .filter((tenant) => tenant.accountId === accountId)
      .flatMap((tenant) => tenant.permissions),
  )
  const groups = new Map<string, TokenScope[]>()
  for (const permission of PERMISSIONS) {
    if (!held.has(permission)) continue
    const resource = resourceOf(permission)
    groups.set(resource, [...(groups.get(resource) ?? []), permission])
  }
  const isAdmin = session.accounts.some((account) => account.id === accountId && account.admin)
  if (isAdmin) groups.set('account', ['account:admin'])
  return [...groups].map(([resource, scopes]) => ({ resource, scopes }))
}

/** `record` of `record:read`. */
export function resourceOf(scope: TokenScope): string {
  return scope.split(':')[0] ?? scope
}

/** `read` of `record:read`. */
export function actionOf(scope: TokenScope): string {
  return scope.split(':')[1] ?? scope
}

/** Never later than two years from now (the server's limit). */
export function expiryOf(days: number, now: Date): string {
  return new Date(now.getTime() + Math.min(days, 730) * 86_400_000).toISOString()
}

/**
 * Keys of cached answers. Every key of a tenant starts `['tenant', tenantId, kind]`, then `'list'` or `'one', id`;
 * hub events find them by that shape (see hub-events.ts):
 *
 *   keys.list(tenantId, 'records', appId, search)        a list; `appId` first for records
 *   keys.one(tenantId, 'records', recordId, 'history')   one thing and what belongs to it
 */
export type KeyKind =
  | 'records'
  | 'viewers'
  | 'apps'
  | 'settings'
  | 'users'
  | 'runs'
  | 'playbooks'
  | 'deliveries'
  | 'widgets'
  | 'jobs'
  | 'approvals'
  | 'content'

export const keys = {
  tenant: (tenantId: string) => ['tenant', tenantId] as const,
  kind: (tenantId: string, kind: KeyKind) => ['tenant', tenantId, kind] as const,
  list: (tenantId: string, kind: KeyKind, ...rest: readonly unknown[]) =>
    ['tenant', tenantId, kind, 'list', ...rest] as const,
  one: (tenantId: string, kind: KeyKind, id: string, ...rest: readonly unknown[]) =>
    ['tenant', tenantId, kind, 'one', id, ...rest] as const,
  session: ['session'] as const,
  install: ['install'] as const,
  license: ['license'] as const,
  flags: ['flags'] as const,
  version: ['version'] as const,
}

import type { Announcement, Tx } from '../../platform/database/types.ts'
import { activeTenants } from './tenancy.store.ts'

/** Settings that everyone in a tenant sees have changed; `id` says which. */
export function settingsChanged(tenantId: string | null, id: string, now: Date): Announcement {
  return {
    topic: 'model',
    verb: 'updated',
    kind: 'settings',
    ...(tenantId === null ? {} : { tenantId }),
    id,
    rev: now.getTime(),
    need: 'tenant',
  }
}

/** Announces to every open tenant of the account, and to the named ones, that settings have changed. */
export async function announceToAccount(
  tx: Tx,
  accountId: string,
  id: string,
  besides: readonly string[] = [],
): Promise<void> {
  const open = await activeTenants(tx, [accountId])
  const ids = new Set([...open.map((tenant) => tenant.id), ...besides])
  for (const tenantId of ids) tx.announce(settingsChanged(tenantId, id, tx.now))
}

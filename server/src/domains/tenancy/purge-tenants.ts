import { audit } from '../../platform/audit/audit.ts'
import type { SystemScope } from '../../platform/database/types.ts'
import type { Log } from '../../platform/telemetry/log.ts'
import type { TenantPurger } from '../../platform/database/tenant-purge.ts'
import { claimPurge, deleteTenantRow, type PurgedTenant, renewPurge } from './purge.store.ts'

/** A process that dies in the middle of a purge leaves it to others after this time. */
const LEASE_MS = 10 * 60_000
const RENEW_MS = 60_000

export interface PurgeDeps {
  system: SystemScope
  /** In this order; see services.ts. */
  parts: readonly TenantPurger[]
  log: Log
  leaseMs?: number
}

/**
 * Removes the tenants whose grace period has ended, one after the other; answers how many. Each part may be repeated: a
 * crash, or a part that fails, leaves the tenant closed and the rest to the next time.
 */
export async function purgeTenants(deps: PurgeDeps): Promise<number> {
  const { system, log, leaseMs = LEASE_MS } = deps
  const failed: string[] = []
  for (let done = 0; ; ) {
    const tenant = await system.tx((tx) => claimPurge(tx, leaseMs, failed))
    if (tenant === null) return done
    try {
      await purge(deps, tenant, leaseMs)
      done += 1
      log.info({ tenantId: tenant.id }, 'tenant permanently deleted')
    } catch (err) {
      failed.push(tenant.id)
      log.error({ err, tenantId: tenant.id }, 'failed to delete a tenant; it remains closed')
    }
  }
}

async function purge({ system, parts }: PurgeDeps, tenant: PurgedTenant, leaseMs: number): Promise<void> {
  const { id, account_id: accountId, name } = tenant
  let renewed = performance.now()
  const alive = async () => {
    if (performance.now() - renewed < Math.min(RENEW_MS, leaseMs / 4)) return
    await system.tx((tx) => renewPurge(tx, id, leaseMs))
    renewed = performance.now()
  }
  for (const part of parts) {
    await part.purge({ tenantId: id, accountId }, alive)
    await alive()
  }
  await system.tx(async (tx) => {
    if (!(await deleteTenantRow(tx, id))) return
    await audit(tx, {
      accountId,
      actor: null,
      action: 'tenant.purged',
      object: { kind: 'tenant', id, name },
    })
  })
}

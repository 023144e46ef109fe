import type { QuotaName, QuotaUse } from '@caseloom/contract/quotas'
import { audit } from '../../platform/audit/audit.ts'
import { fail } from '../../platform/errors.ts'
import { allow } from '../../platform/rights.ts'
import { lockManaged } from './managed-tenant.store.ts'
import { announceToAccount } from './tenancy.events.ts'
import type { Hand, TenancyAdminDeps } from './tenancy-admin-deps.ts'
import type { TenantPlace } from './update-managed-tenant.ts'

type Deps = Pick<TenancyAdminDeps, 'database' | 'quotas'>

/** What a tenant of the account uses of its quotas. Throws resource.not_found for a tenant of another account. */
export async function readTenantQuotas(deps: Deps, place: TenantPlace): Promise<{ items: QuotaUse[] }> {
  const row = await deps.database.system.tx((tx) => lockManaged(tx, place.accountId, place.tenantId))
  if (row === null) throw fail('resource.not_found')
  return { items: await deps.quotas.usage(place.tenantId) }
}

/** Sets or restores one limit of a tenant. Throws right.missing, resource.not_found. */
export async function saveTenantQuota(
  deps: Deps,
  { actor, ip }: Hand,
  { accountId, tenantId, quota, max }: TenantPlace & { quota: QuotaName; max: number | null },
): Promise<{ items: QuotaUse[] }> {
  await deps.database.system.tx(async (tx) => {
    const row = await lockManaged(tx, accountId, tenantId)
    if (row === null) throw fail('resource.not_found')
    allow(actor, 'installation:super')
    await deps.quotas.set(tx, tenantId, quota, max)
    await announceToAccount(tx, accountId, tenantId, [tenantId])
    const object = { kind: 'tenant', id: row.id, name: row.name }
    await audit(tx, { accountId, actor, ip, object, action: 'tenant.quota_changed', after: { quota, max } })
  })
  deps.quotas.forget(tenantId)
  return readTenantQuotas(deps, { accountId, tenantId })
}

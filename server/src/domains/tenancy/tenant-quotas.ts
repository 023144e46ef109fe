import { LOOP_LIMITS, type QuotaName, type QuotaUse, type QuotaView } from '@caseloom/contract/tenancy/quotas'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { audit } from '../../platform/audit/audit.ts'
import { fail } from '../../platform/errors.ts'
import { allow, allowInAccount } from '../../platform/rights.ts'
import { lockManaged } from './managed-tenant.store.ts'
import { announceToAccount } from './tenancy.events.ts'
import type { Hand, TenancyAdminDeps } from './tenancy-admin-deps.ts'
import type { TenantPlace } from './update-managed-tenant.ts'

type Deps = Pick<TenancyAdminDeps, 'database' | 'quotas'>

/** What a tenant of the account uses of its quotas. Throws resource.not_found for a tenant of another account. */
export async function readTenantQuotas(
  deps: Deps,
  actor: Actor,
  place: TenantPlace,
): Promise<{ items: QuotaView[] }> {
  allowInAccount(actor, place.accountId)
  const row = await deps.database.system.tx((tx) => lockManaged(tx, place.accountId, place.tenantId))
  if (row === null) throw fail('resource.not_found')
  const items = await deps.quotas.usage(place.tenantId)
  return { items: items.map((item) => quotaView(actor, item)) }
}

function quotaView(actor: Actor, item: QuotaUse): QuotaView {
  const highest = LOOP_LIMITS[item.name]
  return {
    ...item,
    highest: highest ?? null,
    can: { set: highest !== undefined || actor.superAdministrator },
  }
}

/** Sets or restores one limit of a tenant. Throws right.missing, resource.not_found, request.invalid. */
export async function saveTenantQuota(
  deps: Deps,
  { actor, ip }: Hand,
  { accountId, tenantId, quota, max }: TenantPlace & { quota: QuotaName; max: number | null },
): Promise<{ items: QuotaView[] }> {
  allowInAccount(actor, accountId)
  await deps.database.system.tx(async (tx) => {
    const row = await lockManaged(tx, accountId, tenantId)
    if (row === null) throw fail('resource.not_found')
    if (LOOP_LIMITS[quota] === undefined) allow(actor, 'installation:super')
    else checkLoopLimit(LOOP_LIMITS[quota], max)
    await deps.quotas.set(tx, tenantId, quota, max)
    await announceToAccount(tx, accountId, tenantId, [tenantId])
    const object = { kind: 'tenant', id: row.id, name: row.name }
    await audit(tx, { accountId, actor, ip, object, action: 'tenant.quota_changed', after: { quota, max } })
  })
  deps.quotas.forget(tenantId)
  return readTenantQuotas(deps, actor, { accountId, tenantId })
}

/** Without a bound a limit on loops would be none, and at zero no playbook could start another one. */
function checkLoopLimit(highest: number, max: number | null): void {
  if (max === null || (max >= 1 && max <= highest)) return
  const message = `Enter a number from 1 to ${highest}`
  throw fail('request.invalid', { issues: [{ path: ['body', 'max'], code: 'out_of_range', message }] })
}

import type { ManagedTenant } from '@caseloom/contract/tenancy/tenancy-admin'
import { type Audited, audit } from '../../platform/audit/audit.ts'
import type { Tx } from '../../platform/database/types.ts'
import { fail } from '../../platform/errors.ts'
import { allow, allowInAccount } from '../../platform/rights.ts'
import { GRACE_DAYS } from './account-change.rules.ts'
import { namedTwice, refuseSecond } from './create-managed-tenant.ts'
import { viewManaged } from './list-managed-tenants.ts'
import { lockAccount, lockManaged, type ManagedRow, saveManaged, tenantById } from './managed-tenant.store.ts'
import type { OpenOrNot } from './set-tenant-status.ts'
import { announceToAccount } from './tenancy.events.ts'
import type { Hand, TenancyAdminDeps } from './tenancy-admin-deps.ts'

export interface TenantPlace {
  accountId: string
  tenantId: string
}
interface TenantChange {
  name?: string | undefined
  status?: OpenOrNot | undefined
  privateNetworks?: boolean | undefined
  timeZone?: string | undefined
}
type Deps = Pick<TenancyAdminDeps, 'database' | 'tenancy' | 'counts'>

/**
 * Renames, suspends or reopens a tenant; a status given to one that is being deleted takes the deletion back.
 * @throws name.taken, tenant.last_one, resource.not_found, right.missing
 */
export async function updateManagedTenant(
  deps: Deps,
  hand: Hand,
  { name, status, privateNetworks, timeZone, ...place }: TenantPlace & TenantChange,
): Promise<ManagedTenant> {
  allowInAccount(hand.actor, place.accountId)
  // Anyone who runs the installation decides what its network opens to tenants.
  if (privateNetworks !== undefined) allow(hand.actor, 'installation:super')
  return change(deps, hand, place, async (tx, row) => {
    if (row.status === 'deleting' && status !== undefined) await refuseSecond(tx, row.account_id, row.id)
    const open = status === undefined ? {} : { status, delete_at: null }
    const networks = privateNetworks === undefined ? {} : { private_networks: privateNetworks }
    const zone = timeZone === undefined ? {} : { time_zone: timeZone }
    return { ...row, ...(name === undefined ? {} : { name }), ...networks, ...zone, ...open }
  })
}

/**
 * Closes a tenant immediately and has it deleted after the grace period; the name is typed to confirm.
 * @throws tenant.name_differs, resource.not_found
 */
export async function deleteTenant(
  deps: Deps,
  hand: Hand,
  { name, ...place }: TenantPlace & { name: string },
): Promise<ManagedTenant> {
  allowInAccount(hand.actor, place.accountId)
  return change(deps, hand, place, async (tx, row) => {
    if (name.trim() !== row.name) throw fail('tenant.name_differs')
    if (row.status === 'deleting') return row
    const delete_at = new Date(tx.now.getTime() + GRACE_DAYS * 86_400_000)
    return { ...row, status: 'deleting', delete_at }
  })
}

async function change(
  deps: Deps,
  hand: Hand,
  { accountId, tenantId }: TenantPlace,
  decide: (tx: Tx, row: ManagedRow) => Promise<ManagedRow>,
): Promise<ManagedTenant> {
  const row = await deps.database.system
    .tx(async (tx) => {
      await lockAccount(tx, accountId)
      const before = await lockManaged(tx, accountId, tenantId)
      if (before === null) throw fail('resource.not_found')
      const after = await decide(tx, before)
      await saveManaged(tx, after)
      await announceToAccount(tx, accountId, tenantId, [tenantId])
      for (const fact of facts(before, after, hand)) await audit(tx, fact)
      return tenantById(tx, tenantId)
    })
    .catch((error: unknown) => {
      throw namedTwice(error)
    })
  deps.tenancy.forget(tenantId)
  const [view] = await viewManaged(deps, row === null ? [] : [row])
  if (view === undefined) throw fail('resource.not_found')
  return view
}

function facts(before: ManagedRow, after: ManagedRow, { actor, ip }: Hand): Audited[] {
  const about = {
    accountId: before.account_id,
    actor,
    object: { kind: 'tenant', id: before.id, name: after.name },
    ip,
  }
  const renamed: Audited = { ...about, action: 'tenant.renamed', before: before.name, after: after.name }
  const moved: Audited = {
    ...about,
    action: actionOf(before, after),
    before: before.status,
    after: after.status,
  }
  const opened: Audited = {
    ...about,
    action: 'tenant.private_networks_changed',
    before: before.private_networks,
    after: after.private_networks,
  }
  const rezoned: Audited = {
    ...about,
    action: 'tenant.time_zone_changed',
    before: before.time_zone,
    after: after.time_zone,
  }
  return [
    ...(before.time_zone === after.time_zone ? [] : [rezoned]),
    ...(before.private_networks === after.private_networks ? [] : [opened]),
    ...(before.name === after.name ? [] : [renamed]),
    ...(before.status === after.status ? [] : [moved]),
  ]
}

function actionOf(before: ManagedRow, after: ManagedRow): string {
  if (after.status === 'deleting') return 'tenant.deletion_requested'
  if (before.status === 'deleting') return 'tenant.restored'
  return after.status === 'suspended' ? 'tenant.suspended' : 'tenant.reopened'
}

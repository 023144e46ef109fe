import type { ManagedTenant } from '@caseloom/contract/tenancy/tenancy-admin'
import { audit } from '../../platform/audit/audit.ts'
import type { Tx } from '../../platform/database/types.ts'
import { createTenantSchema, dropTenantSchema } from '../../platform/database/tenant-schema.ts'
import { fail } from '../../platform/errors.ts'
import { allowInAccount } from '../../platform/rights.ts'
import { newId } from '../../platform/uuid.ts'
import { builtInRoleIds } from '../identity/identity.door.ts'
import { flagsFrom } from './flags.rules.ts'
import { viewManaged } from './list-managed-tenants.ts'
import { lockAccount, managedTenants, tenantById } from './managed-tenant.store.ts'
import { announceToAccount } from './tenancy.events.ts'
import { saveTenant, setFlags } from './tenancy.store.ts'
import type { Hand, TenancyAdminDeps } from './tenancy-admin-deps.ts'

export interface CreateTenantCommand {
  accountId: string
  name: string
  starterContent: boolean
  timeZone?: string | undefined
}

/**
 * Adds a tenant to an account; the caller becomes its Tenant administrator.
 * @throws name.taken, tenant.last_one when the account has a tenant and MultiTenant is off
 */
export async function createManagedTenant(
  deps: TenancyAdminDeps,
  hand: Hand,
  command: CreateTenantCommand,
): Promise<ManagedTenant> {
  allowInAccount(hand.actor, command.accountId)
  const { system, roles } = deps.database
  const userId = hand.actor.id
  if (userId === null) throw fail('resource.not_found')
  const place = { accountId: command.accountId, tenantId: newId() }
  await system.read((tx) => refuseSecond(tx, command.accountId))
  // Role and schema first, so that no row ever names a tenant without them.
  await system.owner((tx) => createTenantSchema(tx, roles, place.tenantId))
  try {
    await system.tx((tx) => write(tx, hand, command, place.tenantId))
  } catch (error) {
    await system.owner((tx) => dropTenantSchema(tx, roles, place.tenantId))
    throw namedTwice(error)
  }
  const roleId = builtInRoleIds.tenantAdministrator
  await deps.identity.assignRole({ ...place, roleId, to: { userId } })
  if (command.starterContent) await deps.addStarterContent(place, userId)
  const row = await system.tx((tx) => tenantById(tx, place.tenantId))
  const [view] = await viewManaged(deps, row === null ? [] : [row])
  if (view === undefined) throw fail('resource.not_found')
  return view
}

async function write(tx: Tx, { actor, ip }: Hand, command: CreateTenantCommand, id: string): Promise<void> {
  const { accountId, name, timeZone = 'UTC' } = command
  await lockAccount(tx, accountId)
  await refuseSecond(tx, accountId)
  await saveTenant(tx, { id, accountId, name, timeZone })
  await announceToAccount(tx, accountId, id)
  await audit(tx, { accountId, actor, action: 'tenant.created', object: { kind: 'tenant', id, name }, ip })
}

/** Turn on MultiTenant to add more than one tenant; one that waits for its deletion does not count. */
export async function refuseSecond(tx: Tx, accountId: string, except?: string): Promise<void> {
  const flags = flagsFrom(await setFlags(tx, accountId))
  if (flags.MultiTenant) return
  const others = (await managedTenants(tx, accountId)).filter((tenant) => tenant.id !== except)
  if (others.some((tenant) => tenant.status !== 'deleting')) throw fail('tenant.last_one')
}

/** The error of a name that the account has already. */
export function namedTwice(error: unknown): unknown {
  const isTaken = error instanceof Error && 'constraint' in error && error.constraint === 'tenant_name'
  return isTaken ? fail('name.taken', { cause: error }) : error
}

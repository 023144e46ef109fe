import type { Actor } from '@caseloom/contract/kernel/permissions'
import { TenantItem } from '@caseloom/contract/tenancy/tenancy'
import { fail } from '../../platform/errors.ts'
import { allowInAccount } from '../../platform/rights.ts'
import type { IdentityDoor } from '../identity/identity.door.ts'
import type { TenancyDoor } from './tenancy.door.ts'

interface Deps {
  tenancy: Pick<TenancyDoor, 'directory'>
  identity: Pick<IdentityDoor, 'enterable'>
}

/** Tenants of an account that the caller has a role in. Throws resource.not_found when they are no user of it. */
export async function listAccountTenants(deps: Deps, actor: Actor, accountId: string): Promise<TenantItem[]> {
  allowInAccount(actor, accountId, 'session')
  if (actor.personId === null) throw fail('resource.not_found')
  const { tenants } = await deps.tenancy.directory([accountId])
  const ids = tenants.map((tenant) => tenant.id)
  const open = new Set(await deps.identity.enterable(actor.personId, accountId, ids))
  return tenants.filter((tenant) => open.has(tenant.id)).map((tenant) => TenantItem.parse(tenant))
}

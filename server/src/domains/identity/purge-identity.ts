import type { SystemScope } from '../../platform/database/types.ts'
import type { AccountPurger, TenantPurger } from '../../platform/database/tenant-purge.ts'

/** Roles in the tenant, and that sessions and persons remember it as the last one used: the people stay. */
export function identityPurge(system: SystemScope): TenantPurger {
  return {
    name: 'identity',
    async purge({ tenantId }) {
      await system.tx(async (tx) => {
        await tx.query('update caseloom.session set tenant_id = null where tenant_id = $1', [tenantId])
        await tx.query('update caseloom.person set last_tenant_id = null where last_tenant_id = $1', [
          tenantId,
        ])
        await tx.query('delete from caseloom.role_assignment where tenant_id = $1', [tenantId])
      })
    },
  }
}

/** What points to the account without belonging to it: sessions and people stay, unless they have no other account. */
export function accountIdentityPurge(system: SystemScope): AccountPurger {
  return {
    name: 'identity',
    async purge({ accountId }) {
      await system.tx(async (tx) => {
        await tx.query('delete from caseloom.session where only_account = $1', [accountId])
        await tx.query(
          'update caseloom.session set account_id = null, tenant_id = null where account_id = $1',
          [accountId],
        )
        await tx.query(
          'update caseloom.person set last_account_id = null, last_tenant_id = null where last_account_id = $1',
          [accountId],
        )
        await tx.query(
          `delete from caseloom.person p using caseloom.user u
            where u.person_id = p.id and u.account_id = $1 and not p.super_administrator
              and not exists (select from caseloom.user o where o.person_id = p.id and o.account_id <> $1)`,
          [accountId],
        )
      })
    },
  }
}

import type { SystemScope } from '../../platform/database/types.ts'
import type { PurgePart } from '../../platform/tenant-parts.ts'

/** Roles in the tenant, and that sessions and persons remember it as the last one used: the people stay. */
export function identityPurge(system: SystemScope): PurgePart {
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

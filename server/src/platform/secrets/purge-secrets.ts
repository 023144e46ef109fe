import type { SystemScope } from '../database/types.ts'
import type { TenantPurger } from '../database/tenant-purge.ts'

/** The tenant's data keys: without them all its secrets are noise, in backups too. */
export function secretsPurge(system: SystemScope): TenantPurger {
  return {
    name: 'data key',
    async purge({ tenantId }) {
      await system.tx((tx) => tx.query('delete from caseloom.data_key where tenant_id = $1', [tenantId]))
    },
  }
}

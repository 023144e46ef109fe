import type { SystemScope } from '../../platform/database/types.ts'
import { fail } from '../../platform/errors.ts'
import { saveTenantStatus } from './tenancy.store.ts'

/** Opens or closes a tenant for everybody. Throws resource.not_found. */
export async function setTenantStatus(
  system: SystemScope,
  tenantId: string,
  status: 'active' | 'disabled',
): Promise<void> {
  await system.tx(async (tx) => {
    if (!(await saveTenantStatus(tx, tenantId, status))) throw fail('resource.not_found')
    // After a `settings` event every process looks at its sockets in this tenant again.
    const rev = tx.now.getTime()
    tx.announce({
      topic: 'model',
      verb: 'updated',
      kind: 'settings',
      tenantId,
      id: tenantId,
      rev,
      need: 'tenant',
    })
  })
}

import type { SystemScope } from '../../platform/database/types.ts'
import { fail } from '../../platform/errors.ts'
import { saveManaged, tenantById } from './managed-tenant.store.ts'
import { announceToAccount } from './tenancy.events.ts'

export type OpenOrNot = 'active' | 'suspended'

/** Opens or closes a tenant for everyone. Throws resource.not_found. */
export async function setTenantStatus(
  system: SystemScope,
  tenantId: string,
  status: OpenOrNot,
): Promise<void> {
  await system.tx(async (tx) => {
    const row = await tenantById(tx, tenantId)
    if (row === null) throw fail('resource.not_found')
    await saveManaged(tx, { ...row, status, delete_at: null })
    // After a `settings` event, every process checks its sockets in this tenant again.
    await announceToAccount(tx, row.account_id, tenantId, [tenantId])
  })
}

import { isFailure } from '../errors.ts'
import type { FileStore } from '../files/file-store.ts'
import { quotaReached, type Quotas } from './quotas.ts'

/** The file store, within what is left of the tenant's quota. Throws quota.reached; nothing is stored then. */
export function withinQuota(files: FileStore, quotas: Quotas): FileStore {
  return {
    put: (tenantId, bytes) => files.put(tenantId, bytes),
    get: (tenantId, sha256) => files.get(tenantId, sha256),
    open: (tenantId, sha256) => files.open(tenantId, sha256),
    delete: (tenantId, sha256) => files.delete(tenantId, sha256),
    deleteOld: (tenantId, sha256) => files.deleteOld(tenantId, sha256),
    deleteTenant: (tenantId) => files.deleteTenant(tenantId),
    async receive(tenantId, source, limit) {
      const left = await quotas.left(tenantId, 'file_bytes')
      if (left === 0) throw quotaReached('file_bytes')
      try {
        // Others may have used up what was left by the time that everything is here.
        return await files.receive(tenantId, source, Math.min(limit, left), ({ size }) =>
          quotas.check(tenantId, 'file_bytes', size),
        )
      } catch (error) {
        // Of the two limits the smaller was met: the answer names it.
        throw left < limit && isFailure(error, 'request.too_large') ? quotaReached('file_bytes') : error
      }
    },
  }
}

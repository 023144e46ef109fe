import type { TenantPurger } from '../database/tenant-purge.ts'
import type { FileStore } from './file-store.ts'

/** All files of the tenant. */
export function filesPurge(files: Pick<FileStore, 'deleteTenant'>): TenantPurger {
  return { name: 'files', purge: ({ tenantId }) => files.deleteTenant(tenantId) }
}

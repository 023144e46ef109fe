import type { PurgePart } from '../tenant-purge.ts'
import type { FileStore } from './file-store.ts'

/** All files of the tenant. */
export function filesPurge(files: Pick<FileStore, 'deleteTenant'>): PurgePart {
  return { name: 'files', purge: ({ tenantId }) => files.deleteTenant(tenantId) }
}

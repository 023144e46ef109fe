import type { SystemScope } from '../../../platform/database/types.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { forgetFiles, withoutUse } from '../file-fields/file.store.ts'

/**
 * Retention of uploads in days: `unused` for one that no record names; `ofSteps` for one that a step of a playbook
 * wrote, whose run may wait for people; `removed` for one that was removed and can be
 * restored until then.
 */
const RETENTION_DAYS = { unused: 1, ofSteps: 30, removed: 30 }
const BATCH = 500

/** Deletes unused files daily, and their bytes unless another file of the tenant has the same content. */
export async function purgeOrphanedFiles(
  system: SystemScope,
  files: Pick<FileStore, 'deleteOld'>,
): Promise<number> {
  let forgotten = 0
  for (;;) {
    const contents = await system.tx((tx) => forgetFiles(tx, RETENTION_DAYS, BATCH))
    if (contents.length === 0) return forgotten
    forgotten += contents.length
    const spare = await system.read((tx) => withoutUse(tx, contents))
    for (const { tenantId, sha256 } of spare) await files.deleteOld(tenantId, sha256)
  }
}

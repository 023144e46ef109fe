import type { SystemScope } from '../../../platform/database/types.ts'
import type { TenantPurger } from '../../../platform/database/tenant-purge.ts'
import { deleteOldJobs, forgetFiles } from '../job-state/job.store.ts'
import type { JobFiles } from '../job-state/job-files.ts'

const RETENTION_DAYS = 30
const FILE_RETENTION_DAYS = 7
const BATCH = 200

/** Forgets jobs a month after their end, and their files after a week. */
export async function purgeExpiredJobs({
  system,
  files,
}: {
  system: SystemScope
  files: JobFiles
}): Promise<void> {
  for (const [forget, days] of [
    [forgetFiles, FILE_RETENTION_DAYS],
    [deleteOldJobs, RETENTION_DAYS],
  ] as const) {
    let gone: { tenantId: string; id: string }[]
    do {
      gone = await system.tx((tx) => forget(tx, days, BATCH))
      for (const { tenantId, id } of gone) await files.delete(tenantId, id)
    } while (gone.length === BATCH)
  }
}

/** The files of a deleted tenant's jobs; their rows go with all others. */
export function jobsPurge(files: JobFiles): TenantPurger {
  return { name: 'job files', purge: ({ tenantId }) => files.deleteTenant(tenantId) }
}

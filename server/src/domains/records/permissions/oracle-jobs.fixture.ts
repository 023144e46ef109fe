import type { JobView } from '@caseloom/contract/records/jobs'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { JobsDeps } from '../job-state/job-context.ts'
import { createJobFiles } from '../job-state/job-files.ts'
import { startJobWorker } from '../jobs/job-worker.ts'
import { getJob } from '../jobs/watch-jobs.ts'
import { createLocalFileStore } from '../../../platform/files/file-store.ts'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import pino from 'pino'
import type { RightsWorld } from '@caseloom/testkit/rights-world'

/** Jobs over the records of a permission world. */
export type OracleJobs = JobsDeps & {
  /** Contents of files that count as uploaded, by id. */
  uploads: Map<string, string>
  /** Does all that waits, and answers the job as its beginner sees it. */
  finish(actor: Actor, job: JobView): Promise<JobView>
  stop(): Promise<void>
}

export function oracleJobs(world: RightsWorld, folder: string): OracleJobs {
  const { scope, deps, records, people } = world
  const uploads = new Map<string, string>()
  const jobs: JobsDeps = {
    ...deps,
    records,
    files: createJobFiles(folder),
    system: world.installation.database.system,
    tenant: async () => scope,
    actorOf: async (userId) => people.find(({ id }) => id === userId) ?? null,
    people: async () => ({ users: [], groups: [] }),
    openUpload: async (_scope, _actor, id) => {
      const text = uploads.get(id) ?? ''
      return { name: 'rows.json', size: text.length, open: async () => Readable.from([Buffer.from(text)]) }
    },
    bytes: createLocalFileStore(join(folder, 'bytes')),
    press: async () => Promise.reject(new Error('No buttons in this test')),
    sharedButtons: async () => new Set(),
    log: pino({ level: 'silent' }),
  }
  const worker = startJobWorker(jobs)
  return {
    ...jobs,
    uploads,
    async finish(actor, job) {
      worker.wake()
      await worker.idle()
      return getJob(jobs, scope, actor, job.id)
    },
    stop: () => worker.stop(),
  }
}

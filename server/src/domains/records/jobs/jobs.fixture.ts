import { anAppsDoor } from '@caseloom/testkit/apps-door'
import type { AppsDoor } from '../../apps/apps.door.ts'
import { type JobWorker, startJobWorker } from './job-worker.ts'
import type { JobsDeps } from '../job-state/job-context.ts'
import type { OpenUpload } from '../tables/table-shape.ts'
import { createJobFiles } from '../job-state/job-files.ts'
import { createRecordsDoor, type RecordsDoor } from '../records.door.ts'
import { aWholeInstallation } from '@caseloom/testkit/whole-installation'
import { AppCreate, type AppView } from '@caseloom/contract/apps/apps'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { JobView } from '@caseloom/contract/records/jobs'
import { getJob } from './watch-jobs.ts'
import type { TenantScope } from '../../../platform/database/types.ts'
import { createLocalFileStore } from '../../../platform/files/file-store.ts'
import { newId } from '../../../platform/uuid.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import pino from 'pino'
import { anActor, type TestInstallation } from '@caseloom/testkit/installation'
import { BASE_FIELDS } from '@caseloom/testkit/records-fixture'

/** Jobs on a real database, with one tenant and its people. */
export interface JobsFixture {
  installation: TestInstallation
  scope: TenantScope
  apps: AppsDoor
  records: RecordsDoor
  deps: JobsDeps
  folder: string
  /** A user that jobs find again; `over` may be changed while a job runs. */
  aUser(over?: Parameters<typeof anActor>[1]): Actor
  anApp(over?: Record<string, unknown>): Promise<AppView>
  /** Lets a file count as uploaded; answers its id. */
  upload(name: string, content: string | Buffer): string
  /** Does all that waits, and answers the job as it ended. */
  finish(actor: Actor, job: JobView): Promise<JobView>
  /** The bytes of a job's file. */
  fileOf(job: JobView): Promise<Buffer>
  close(): Promise<void>
}

/** Several hundred records are made by the door for jobs alone. */
export async function createJobsFixture(): Promise<JobsFixture> {
  const installation = await aWholeInstallation()
  const scope = await installation.aTenant()
  const folder = mkdtempSync(join(tmpdir(), 'caseloom-jobs-'))
  const apps = anAppsDoor()
  const records = createRecordsDoor({ apps })
  await records.keep(installation.database.system)
  const users = new Map<string, Actor>()
  const uploads = new Map<string, OpenUpload>()
  const deps: JobsDeps = {
    system: installation.database.system,
    tenant: async (tenantId) => (tenantId === scope.tenantId ? scope : null),
    apps,
    records,
    actorOf: async (userId) => users.get(userId) ?? null,
    people: async () => ({ users: [], groups: [] }),
    openUpload: async (_scope, _actor, fileId) => uploads.get(fileId) ?? null,
    files: createJobFiles(folder),
    bytes: createLocalFileStore(join(folder, 'bytes')),
    press: async () => Promise.reject(new Error('No buttons in this test')),
    sharedButtons: async () => new Set(),
    log: pino({ level: process.env['TEST_LOG'] ?? 'silent' }),
  }
  let count = 0
  let worker: JobWorker | undefined
  const fileOf = async (job: JobView) => {
    const stream = await deps.files.open(scope.tenantId, job.id)
    if (stream === null) throw new Error('The job has no file')
    return Buffer.concat(await Array.fromAsync(stream as AsyncIterable<Buffer>))
  }
  return {
    installation,
    scope,
    apps,
    records,
    deps,
    folder,
    aUser(over) {
      const actor = anActor(scope, over)
      users.set(actor.id ?? '', actor)
      return actor
    },
    anApp(over = {}) {
      count += 1
      const acronym = `J${String.fromCharCode(65 + (count % 26), 65 + Math.floor(count / 26))}`
      const definition = {
        key: `app_${count}`,
        acronym,
        name: 'Alert',
        titleField: 'title',
        listColumns: [],
        layout: [],
      }
      return apps.createApp(
        scope,
        anActor(scope),
        AppCreate.parse({ ...definition, fields: BASE_FIELDS, ...over }),
      )
    },
    upload(name, content) {
      const id = newId()
      const bytes = Buffer.from(content)
      uploads.set(id, { name, size: bytes.length, open: async () => Readable.from([bytes]) })
      return id
    },
    async finish(actor, job) {
      worker ??= startJobWorker(deps)
      worker.wake()
      await worker.idle()
      return getJob(deps, scope, actor, job.id)
    },
    fileOf,
    async close() {
      await worker?.stop()
      await installation.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

import { anAppsDoor } from './apps-door.ts'
import { createJobFiles } from '@caseloom/server/domains/records/job-state/job-files'
import { startJobWorker } from '@caseloom/server/domains/records/jobs/job-worker'
import { createRecordsDoor } from '@caseloom/server/domains/records/records.door'
import { openDatabase } from '@caseloom/server/platform/database/database'
import type { TenantRef } from '@caseloom/server/platform/database/types'
import { createLocalFileStore } from '@caseloom/server/platform/files/file-store'
import { PERMISSIONS } from '@caseloom/contract/kernel/permissions'
import { createReadStream, statSync } from 'node:fs'
import pino from 'pino'

/** What this process needs to know, as JSON in the environment variable JOBS_CHILD. */
export interface JobsChildConfig {
  databaseUrl: string
  folder: string
  tenant: TenantRef
  /** The file that counts as uploaded, whatever its id. */
  upload: string
}

/** A worker of jobs in a process of its own, so that a test can kill it. */
async function main(config: JobsChildConfig): Promise<void> {
  const database = await openDatabase({ url: config.databaseUrl, size: 6 })
  const scope = database.tenant(config.tenant)
  const apps = anAppsDoor()
  const worker = startJobWorker({
    system: database.system,
    tenant: async () => scope,
    apps,
    records: createRecordsDoor({ apps }),
    actorOf: async (id) => ({
      kind: 'user',
      id,
      personId: id,
      name: 'Alice Example',
      superAdministrator: false,
      adminOf: [],
      accountId: scope.accountId,
      tenantId: scope.tenantId,
      permissions: new Set(PERMISSIONS),
      principals: [id],
    }),
    people: async () => ({ users: [], groups: [] }),
    openUpload: async () => ({
      name: 'rows.csv',
      size: statSync(config.upload).size,
      open: async () => createReadStream(config.upload),
    }),
    files: createJobFiles(config.folder),
    bytes: createLocalFileStore(`${config.folder}-bytes`),
    press: async () => Promise.reject(new Error('No buttons in this test')),
    sharedButtons: async () => new Set(),
    log: pino({ level: process.env['TEST_LOG'] ?? 'silent' }),
  })
  process.send?.('ready')
  await worker.idle()
}

const given = process.env['JOBS_CHILD']
// The parent of this process is the test that wrote the variable.
if (given !== undefined) await main(JSON.parse(given) as JobsChildConfig)

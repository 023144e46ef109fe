import type { Actor } from '@caseloom/contract/kernel/permissions'
import { Readable } from 'node:stream'
import { join } from 'node:path'
import type { TenantRef, TenantScope, Tx } from '../../platform/database/types.ts'
import type { DomainModule } from '../../platform/foundation/module.ts'
import type { Platform } from '../../platform/foundation/platform.ts'
import type { Quotas } from '../../platform/quotas/quotas.ts'
import type { AppsDoor } from '../apps/apps.door.ts'
import { listTasks } from './case/list-tasks.ts'
import type { CaseNote } from './case/send-due-notifications.ts'
import type { CommentNote } from './comments/comments-deps.ts'
import { commentExists } from './comments/comments.read.ts'
import { quoteComments } from './comments/quote-comments.ts'
import { listComments } from './comments/list-comments.ts'
import { notifyPending } from './comments/mentions.ts'
import { startThread } from './comments/start-thread.ts'
import { purgeOldKeys } from './correlation/correlation.store.ts'
import { exportAttackEvents } from './export-attack-events.ts'
import { exportCommentsAndFiles } from './export-comments-and-files.ts'
import { exportOccurrences } from './export-occurrences.ts'
import { exportLookups } from './export-lookups.ts'
import { recordsExport } from './export-records.ts'
import { purgeRequestKeys } from './feed/reserve-idempotency-key.ts'
import { fileBytesOf } from './file-fields/file.store.ts'
import { purgeOrphanedFiles } from './files/files-retention.ts'
import { uploadFile } from './files/upload-file.ts'
import { definedFilterIssues } from './filters/filter-match.rules.ts'
import type { JobsDeps } from './job-state/job-context.ts'
import { createJobFiles } from './job-state/job-files.ts'
import { jobsPurge, purgeExpiredJobs } from './jobs/jobs-retention.ts'
import { dropUnusedLookups } from './lookups/lookup.store.ts'
import { openUpload } from './jobs/open-upload.ts'
import { startAction } from './jobs/start-job.ts'
import { explainAccess } from './permissions/explain-access.ts'
import type { TenantPeople } from './permissions/permissions-deps.ts'
import { createRecordStepsDoor } from './record-steps.door.ts'
import { createRecordsDoor } from './records.door.ts'
import { searchEverywhere } from './search/search-everywhere.ts'
import { offeredButtons } from './workflow-runs/offered-buttons.ts'
import { createWarnings } from './warning-lists/check-observables.ts'
import { exportWarningLists } from './export-warning-lists.ts'
import { listWorkflowRuns } from './workflow-runs/list-workflow-runs.ts'

/** What jobs ask about buttons; ports, because records lie below automation. */
export type ButtonPorts = Pick<JobsDeps, 'press' | 'sharedButtons'>

interface Needs extends ButtonPorts {
  apps: AppsDoor
  tenant(tenantId: string): Promise<TenantScope | null>
  actorOf: JobsDeps['actorOf']
  directory: TenantPeople & {
    users(actor: Actor, place: TenantRef): Promise<Awaited<ReturnType<JobsDeps['people']>>['users']>
    names(actor: Actor, place: TenantRef): Promise<ReadonlyMap<string, string>>
    notify(tx: Tx, note: CaseNote | CommentNote): Promise<void>
  }
}

/** What a condition of an app may say; apps lie below and are given it. */
export const checkCondition = definedFilterIssues

/** Counts the bytes of files towards a tenant's quota. */
export function measureFiles(quotas: Quotas, { system }: Pick<Platform, 'system'>): void {
  quotas.measure('file_bytes', (tenantId) => system.read((tx) => fileBytesOf(tx, tenantId)))
}

/** The records of apps, with all that hangs on them. */
export function createRecordsModule(platform: Platform, needs: Needs) {
  const { system, files, log, quotas } = platform
  const { apps, directory, tenant, actorOf } = needs
  measureFiles(quotas, platform)
  const door = createRecordsDoor({ apps, log })
  const jobs = jobsDeps(platform, { ...needs, records: door })
  const deps = {
    apps,
    records: door,
    people: directory,
    system,
    files,
    notifyOfComment: directory.notify,
    log,
    jobs,
    warnings: createWarnings(),
  }
  const steps = createRecordStepsDoor(deps)
  return {
    door,
    jobs,
    steps,
    /** What a demo is filled with, beside its records. */
    demo: {
      startThread: (scope: TenantScope, place: RecordPlace, lines: Parameters<typeof startThread>[3]) =>
        startThread(deps, scope, place, lines),
      storeLookups: steps.observables.storeLookups,
    },
    hasComment: (scope: TenantScope, id: string) => scope.read((tx) => commentExists(tx, id)),
    /** What notifications of comments quote. */
    quoteComments: bound(quoteComments, { apps }),
    /** Which buttons the form logic of an app offers for a record. */
    offeredButtons: bound(offeredButtons, { apps }),
    /** Begins to press a button for many records. */
    startAction: bound(startAction, jobs),
    /** An attachment of a mail becomes a file of the playbook that takes it. */
    keepFile: (scope: TenantScope, actor: Actor, { name, bytes }: { name: string; bytes: Uint8Array }) =>
      uploadFile(deps, scope, actor, { name, content: Readable.from([bytes]) }),
    /** What the assistant asks, always as the person who asks it. */
    questions: {
      findEverywhere: bound(searchEverywhere, { apps, names: directory.names }),
      comments: bound(listComments, deps),
      why: bound(explainAccess, deps),
      tasks: bound(listTasks, deps),
    },
    purge: [jobsPurge(jobs.files)],
    exports: [
      recordsExport({ apps, records: door, workflowRuns: bound(listWorkflowRuns, { apps }) }),
      exportCommentsAndFiles({ apps, files }),
      exportAttackEvents({ apps }),
      exportOccurrences({ apps }),
      exportLookups({ apps }),
      exportWarningLists,
    ],
    daily: [
      { task: 'purge unused files', run: () => purgeOrphanedFiles(system, files) },
      { task: 'notify mentioned users', run: () => notifyPending(deps) },
      { task: 'purge request keys', run: () => purgeRequestKeys(system) },
      { task: 'purge correlation keys', run: () => purgeOldKeys(system) },
      { task: 'purge unused lookups', run: () => dropUnusedLookups(system) },
      { task: 'purge expired jobs', run: () => purgeExpiredJobs(jobs) },
      { task: 'maintain records', run: () => door.keep(system) },
    ],
    async routes(http) {
      const { bindRecordsRoutes } = await import('./records.routes.ts')
      const { bindSearchRoutes } = await import('./search/search.routes.ts')
      bindRecordsRoutes(http, deps)
      bindSearchRoutes(http, { apps, names: directory.names })
    },
    async work() {
      const { startRecordWorkers } = await import('./start-record-workers.ts')
      const due = { system, tenant, apps, actorOf, notify: directory.notify, log }
      return startRecordWorkers({ platform, jobs, due })
    },
  } satisfies DomainModule & Record<string, unknown>
}

interface RecordPlace {
  appId: string
  recordId: string
}

/** A use case whose first argument is known. */
function bound<Deps, Rest extends readonly unknown[], Reply>(
  useCase: (deps: Deps, ...rest: Rest) => Reply,
  deps: Deps,
): (...rest: Rest) => Reply {
  return (...rest) => useCase(deps, ...rest)
}

function jobsDeps(
  { config, system, files, log }: Platform,
  {
    directory,
    apps,
    records,
    tenant,
    actorOf,
    press,
    sharedButtons,
  }: Needs & { records: JobsDeps['records'] },
): JobsDeps {
  return {
    system,
    tenant,
    apps,
    records,
    actorOf,
    press,
    sharedButtons,
    log,
    openUpload: (scope, actor, fileId) => openUpload(files, scope, actor, fileId),
    people: async (scope, actor) => ({
      users: await directory.users(actor, scope),
      groups: (await directory.principals(scope)).groups,
    }),
    files: createJobFiles(join(config.dataDir, 'job-files')),
    bytes: files,
  }
}

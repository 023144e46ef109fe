// What a job over records is, how far it is, and what it leaves behind.
import type { JsonObject } from '@caseloom/contract/kernel/json'
import type { Actor, ChangeVia } from '@caseloom/contract/kernel/permissions'
import type { Started } from '@caseloom/contract/automation/triggers'
import type { SystemScope, TenantScope, TenantTx } from '../../../platform/database/types.ts'
import { type AppError, fail } from '../../../platform/errors.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import type { Log } from '../../../platform/telemetry/log.ts'
import type { AppsDoor } from '../../apps/apps.door.ts'
import type { RecordSearching } from '../reading/search-records.ts'
import { saveProgress } from './job.store.ts'
import type { JobFiles } from './job-files.ts'
import type { NamedPeople } from '../tables/people-names.rules.ts'
import { type Fault, type Job, MAX_FAULTS } from './job-shape.ts'
import type { OpenUpload } from '../tables/table-shape.ts'

export type SharedButtons = (
  scope: TenantScope,
  actor: Actor,
  buttonIds: readonly string[],
) => Promise<ReadonlySet<string>>

/** What jobs work with. */
export interface JobsDeps {
  system: SystemScope
  tenant(tenantId: string): Promise<TenantScope | null>
  apps: AppsDoor
  records: RecordSearching
  /** The person as they may act now; null when they are no user of the tenant any more. */
  actorOf(userId: string, tenantId: string): Promise<Actor | null>
  /** Null when there is no such upload, or not for this actor. */
  openUpload(scope: TenantScope, actor: Actor, fileId: string): Promise<OpenUpload | null>
  /** Who is in the tenant: files name people by address or name. */
  people(scope: TenantScope, actor: Actor): Promise<NamedPeople>
  files: JobFiles
  /** Contents of files of records. */
  bytes: Pick<FileStore, 'open' | 'receive'>
  /** Presses a button for one record, as the person who began the job would on its page. */
  press: PressButton
  /** Those buttons whose playbook is shared with the actor; a port, because records lie below automation. */
  sharedButtons: SharedButtons
  log: Log
}

/** Throws what keeps the person from pressing it; `once` names the press, which happens once however often it is asked. */
export type PressButton = (
  scope: TenantScope,
  actor: Actor,
  press: { buttonId: string; recordId: string; inputs: JsonObject; statement: string | null; once: string },
) => Promise<Started>

/** The job was taken by another worker: whatever this one was doing is void. */
export class LostJob extends Error {}
/** This worker stops; another resumes from what is committed. */
export class WorkerStops extends Error {}
/** What the job needs has no room at the moment: any worker resumes it later. */
export class JobWaits extends Error {}
/** Someone canceled the job. */
export class JobCancelled extends Error {}

/** Records read, changed and committed together. */
export const JOB_BATCH = 1000
const NEWS_MS = 500

/** One job at work: what it may, and how it says how far it is. */
export class JobContext {
  readonly deps: JobsDeps
  readonly scope: TenantScope
  readonly job: Job
  readonly worker: string
  readonly #signal: AbortSignal
  #reportedAt = 0

  constructor(parts: { deps: JobsDeps; scope: TenantScope; job: Job; worker: string; signal: AbortSignal }) {
    this.deps = parts.deps
    this.scope = parts.scope
    this.job = parts.job
    this.worker = parts.worker
    this.#signal = parts.signal
  }

  /**
   * The person who started the job, with their current permissions.
   * @throws right.missing when they are no longer a user
   */
  async actor(): Promise<Actor> {
    const { starter, tenantId, permissions, kind } = this.job
    const actor = await this.deps.actorOf(starter, tenantId)
    if (actor === null)
      throw fail('right.missing', { detail: 'The user who started this job no longer has access' })
    const via: { via?: ChangeVia } = kind === 'export' || kind === 'action' ? {} : { via: kind }
    if (permissions === null) return { ...actor, ...via }
    const left = new Set([...actor.permissions].filter((right) => permissions.includes(right)))
    return { ...actor, ...via, permissions: left }
  }

  /** Call between batches. @throws WorkerStops, JobCancelled */
  check(): void {
    this.checkWorker()
    if (this.job.cancel) throw new JobCancelled()
  }

  /** The same for work that a cancelled job still has to do. @throws WorkerStops */
  checkWorker(): void {
    if (this.#signal.aborted) throw new WorkerStops()
  }

  /**
   * Writes the state of `job` in the transaction of its work, and notifies its watchers.
   * @throws LostJob
   */
  async save(tx: TenantTx): Promise<void> {
    const saved = await saveProgress(tx, this.job, this.worker)
    if (saved === null) throw new LostJob()
    this.job.cancel = saved.cancel
    const now = Date.now()
    if (now - this.#reportedAt < NEWS_MS) return
    this.#reportedAt = now
    announceJob(tx, this.job.id)
  }

  /** Keeps the first faults for the page. */
  fault(fault: Fault): void {
    if (this.job.faults.length < MAX_FAULTS) this.job.faults.push(fault)
  }
}

/** Notifies watchers of the job's progress. */
export function announceJob(tx: TenantTx, jobId: string): void {
  tx.announce({ topic: 'task', type: 'job', taskId: jobId, need: 'record:read' })
}

/** What an error says of one record or row. */
export function issuesOf(error: AppError): Fault['issues'] {
  const { issues, detail } = error.details
  if (issues !== undefined && issues.length > 0) return issues.slice(0, 20)
  return [{ path: [], code: error.code, message: detail ?? error.message }]
}

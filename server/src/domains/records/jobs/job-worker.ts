// Export, import, bulk changes, and undo: starting, doing, and watching them.
import type { TenantScope } from '../../../platform/database/types.ts'
import { backoff, isPassingFault, PATIENCE_MS, patiently } from '../../../platform/database/patience.ts'
import { AppError } from '../../../platform/errors.ts'
import { isDiskFull } from '../../../platform/files/full-disk.ts'
import { createWorkLoop, type WorkLoop } from '../../../platform/scheduling/work-loop.ts'
import { logEvent } from '../../../platform/telemetry/log.ts'
import { newId } from '../../../platform/uuid.ts'
import { claimJob, type Ending, endJob, markUndone, releaseJob, renewLease } from '../job-state/job.store.ts'
import {
  JobCancelled,
  JobContext,
  type JobsDeps,
  JobWaits,
  LostJob,
  announceJob,
  WorkerStops,
} from '../job-state/job-context.ts'
import type { Job, JobFile } from '../job-state/job-shape.ts'
import { runAction } from './run-action.ts'
import { runBulk } from './run-bulk.ts'
import { runExport } from './run-export.ts'
import { runImport } from './run-import.ts'
import { wordsByOthers } from './index-imported-text.ts'
import { runUndo } from './run-undo.ts'
import { tidyTables } from './tidy-tables.ts'

/** Does jobs, one per tenant at a time. Any number of processes may run one. */
export interface JobWorker {
  /** Checks for jobs immediately. */
  wake(): void
  /** Resolves when nothing waits and nothing runs. */
  idle(): Promise<void>
  /** Stops the running job after its current batch; another worker resumes it. */
  stop(): Promise<void>
}

/** Jobs of different tenants at the same time. */
const SLOTS = 3
const POLL_MS = 5000
const RENEW_MS = 5000
/** After so many attempts without a committed batch in between a job has failed. */
const MAX_ATTEMPTS = 8
const RETRY_MS = 2000
/** While the database, or a part like it, can't work: such an attempt says nothing about the job. */
const WAIT_MS = 4_000
const UNDO_MS = 24 * 3600_000

/** Starts the loop: woken by announcements, and every five seconds. */
export function startJobWorker(deps: JobsDeps): JobWorker {
  return new SlottedWorker(deps)
}

class SlottedWorker implements JobWorker {
  readonly #deps: JobsDeps
  readonly #id = newId()
  readonly #running = new Map<string, Promise<void>>()
  readonly #stopping = new AbortController()
  readonly #loop: WorkLoop

  constructor(deps: JobsDeps) {
    this.#deps = deps
    const look = async (_now: Date, signal: AbortSignal): Promise<void> => {
      while (!signal.aborted && this.#running.size < SLOTS && (await this.#claim()));
    }
    this.#loop = createWorkLoop({ name: 'jobs', everyMs: POLL_MS, look, log: deps.log })
    this.#loop.start()
  }

  wake(): void {
    this.#loop.wake()
  }

  async idle(): Promise<void> {
    for (await this.#loop.run(); this.#running.size > 0; await this.#loop.run())
      await Promise.race(this.#running.values())
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#loop.stop()
    await Promise.all(this.#running.values())
  }

  async #claim(): Promise<boolean> {
    const tenants = [...this.#running.keys()]
    const job = await this.#deps.system.tx((tx) => claimJob(tx, this.#id, tenants))
    if (job === null) return false
    const work = this.#run(job)
      .catch((err: unknown) => this.#deps.log.warn({ err, job: job.id }, 'failed to end a job'))
      .finally(() => {
        this.#running.delete(job.tenantId)
        this.wake()
      })
    this.#running.set(job.tenantId, work)
    return true
  }

  async #run(job: Job): Promise<void> {
    const { system, log } = this.#deps
    const scope = await this.#deps.tenant(job.tenantId)
    if (scope === null)
      return system.tx((tx) => releaseJob(tx, job, this.#id, { pauseMs: 60_000, counts: false }))
    const signal = this.#stopping.signal
    const context = new JobContext({ deps: this.#deps, scope, job, worker: this.#id, signal })
    const lease = setInterval(() => {
      system
        .tx((tx) => renewLease(tx, job, this.#id))
        .catch((err: unknown) =>
          log.warn({ err, job: job.id }, 'failed to renew the lease of a job; retrying'),
        )
    }, RENEW_MS)
    try {
      if (job.attempts > MAX_ATTEMPTS) throw new GivenUp()
      const { file, undoable } = await work(context)
      await this.#end(scope, job, {
        state: 'succeeded',
        error: null,
        file,
        undoUntil: undoable ? new Date(Date.now() + UNDO_MS) : null,
      })
    } catch (error) {
      await this.#fail(scope, job, error)
    } finally {
      clearInterval(lease)
      logEvent(log, 'job.over', { id: job.id, kind: job.kind, done: job.done })
    }
    if (!signal.aborted) await tidyTables(context)
  }

  async #fail(scope: TenantScope, job: Job, error: unknown): Promise<void> {
    const { system, log } = this.#deps
    if (error instanceof LostJob) return
    if (error instanceof WorkerStops) return system.tx((tx) => releaseJob(tx, job, this.#id, { pauseMs: 0 }))
    const changed = job.counts.created + job.counts.updated + job.counts.deleted > 0
    const undoUntil = changed && isUndoable(job) ? new Date(Date.now() + UNDO_MS) : null
    if (error instanceof JobCancelled)
      return this.#end(scope, job, { state: 'cancelled', error: null, file: null, undoUntil })
    if (isDiskFull(error))
      return this.#end(scope, job, { state: 'failed', error: 'The disk is full', file: null, undoUntil })
    const isPassing = isPassingFault(error) || error instanceof JobWaits
    if (isPassing && Date.now() - job.createdAt.getTime() < PATIENCE_MS) {
      log.warn({ err: error, job: job.id }, 'job waiting for another part of the product')
      const again = { pauseMs: backoff(0, { firstMs: WAIT_MS, maxMs: WAIT_MS }), counts: false }
      const signal = this.#stopping.signal
      return patiently(() => system.tx((tx) => releaseJob(tx, job, this.#id, again)), { signal, what: 'job' })
    }
    if (isPassingFault(error) || (!(error instanceof AppError) && !(error instanceof GivenUp))) {
      log.warn({ err: error, job: job.id }, 'job failed; retrying')
      return system.tx((tx) => releaseJob(tx, job, this.#id, { pauseMs: RETRY_MS * job.attempts }))
    }
    await this.#end(scope, job, { state: 'failed', error: reasonOf(error), file: null, undoUntil })
  }

  async #end(scope: TenantScope, job: Job, ending: Ending): Promise<void> {
    await scope.tx(async (tx) => {
      if (!(await endJob(tx, job, this.#id, ending))) return
      if (job.place.wordless > 0) await wordsByOthers(this.#deps, tx, job)
      if (job.spec.kind === 'undo' && ending.state === 'succeeded') await markUndone(tx, job.spec.of)
      announceJob(tx, job.id)
    })
  }
}

class GivenUp extends Error {}

function reasonOf(error: unknown): string {
  if (error instanceof AppError) return error.details.detail ?? error.message
  return 'The job failed after several attempts'
}

function isUndoable({ spec }: Job): boolean {
  const isBulk = spec.kind === 'bulkEdit' || spec.kind === 'bulkClose' || spec.kind === 'bulkDelete'
  return isBulk || (spec.kind === 'import' && !spec.dryRun)
}

async function work(context: JobContext): Promise<{ file: JobFile | null; undoable: boolean }> {
  const { job } = context
  const { spec } = job
  switch (spec.kind) {
    case 'bulkEdit':
    case 'bulkClose':
    case 'bulkDelete':
      await runBulk(context, spec)
      break
    case 'action':
      await runAction(context, spec)
      break
    case 'undo':
      await runUndo(context, spec)
      break
    case 'export':
      return { file: await runExport(context, spec), undoable: false }
    case 'import': {
      const file = await runImport(context, spec)
      return { file, undoable: hasChanged(job) && isUndoable(job) }
    }
    default:
      return spec satisfies never
  }
  return { file: null, undoable: hasChanged(job) && isUndoable(job) }
}

function hasChanged({ counts }: Job): boolean {
  return counts.created + counts.updated + counts.deleted > 0
}

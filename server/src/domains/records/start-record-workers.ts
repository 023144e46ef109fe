import type { Background } from '../../platform/foundation/module.ts'
import type { Platform } from '../../platform/foundation/platform.ts'
import { type DueClockDeps, startDueClockWorker } from './case/due-clock-worker.ts'
import { startBackfillSweep } from './computed/backfill-sweep.ts'
import type { JobsDeps } from './job-state/job-context.ts'
import { startJobWorker } from './jobs/job-worker.ts'

interface Parts {
  platform: Pick<Platform, 'feed' | 'database'>
  jobs: JobsDeps
  due: DueClockDeps
}

/** The background work on records: imports and bulk changes, clocks that fall due, interrupted backfills. */
export function startRecordWorkers({ platform: { feed, database }, jobs, due }: Parts): Background[] {
  const jobWorker = startJobWorker(jobs)
  feed.onSignal(() => jobWorker.wake(), ['task.job'])
  const clocks = startDueClockWorker(due)
  feed.onSignal(() => clocks.wake(), ['records.due', 'apps'])
  const sweep = startBackfillSweep(due, (place) => database.tenant(place))
  return [sweep, clocks, jobWorker]
}

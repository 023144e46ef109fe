import { WORKFLOW_RUN_DAYS } from '@caseloom/contract/apps/workflow-runs'
import type { SystemScope } from '../../platform/database/types.ts'
import { expireCoverage } from './workflow/coverage.store.ts'
import { expireRuns } from './workflow/workflow-runs.store.ts'
import { ensureHistoryMonths, purgeHistoryOfDeleted, purgeOperations } from './retention.store.ts'

/** Months of history partitions that exist ahead of time. */
const MONTHS_AHEAD = 3
/** A run may wait this long between a step and its repetition after a crash. */
const OPERATION_RETENTION_DAYS = 90

/** A deleted record can be restored, and its history read, for at least this long. */
const DELETED_HISTORY_DAYS = 365
/** Records per transaction: an owner's history can have thousands of entries. */
const DELETED_HISTORY_BATCH = 100

/** Creates the coming months' history partitions; purges operations that no run can repeat, and history of deleted records, and expires workflow runs. */
export async function maintainRecords(system: SystemScope): Promise<void> {
  await system.owner((tx) => ensureHistoryMonths(tx, MONTHS_AHEAD))
  let forgotten = 1
  while (forgotten > 0)
    forgotten = await system.tx((tx) => purgeOperations(tx, OPERATION_RETENTION_DAYS, 2_000))
  let ended = 1
  while (ended > 0) ended = await system.tx((tx) => expireRuns(tx, WORKFLOW_RUN_DAYS, 2_000))
  let uncovered = 1
  while (uncovered > 0) uncovered = await system.tx((tx) => expireCoverage(tx, WORKFLOW_RUN_DAYS, 2_000))
  let removed = 1
  while (removed > 0)
    removed = await system.tx((tx) => purgeHistoryOfDeleted(tx, DELETED_HISTORY_DAYS, DELETED_HISTORY_BATCH))
}

import type { SystemScope } from '../../platform/database/types.ts'
import { ensureHistoryMonths, purgeOperations } from './retention.store.ts'

/** Months of history partitions that exist ahead of time. */
const MONTHS_AHEAD = 3
/** A run may wait this long between a step and its repetition after a crash. */
const OPERATIONS_KEPT_DAYS = 90

/** Makes the coming months' history partitions and forgets operations that no run can repeat any more. */
export async function maintainRecords(system: SystemScope): Promise<void> {
  await system.owner((tx) => ensureHistoryMonths(tx, MONTHS_AHEAD))
  let forgotten = 1
  while (forgotten > 0) forgotten = await system.tx((tx) => purgeOperations(tx, OPERATIONS_KEPT_DAYS, 2_000))
}

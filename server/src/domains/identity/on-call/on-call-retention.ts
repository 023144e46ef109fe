import type { SystemScope } from '../../../platform/database/types.ts'
import { purgeEnded } from './on-call-override.store.ts'

const YEARS_MS = 2 * 366 * 86_400_000
const BATCH = 2_000

/** Deletes overrides and times away that ended two years ago. */
export async function purgeEndedOverrides(system: SystemScope): Promise<void> {
  let count: number
  do {
    count = await system.tx((tx) => purgeEnded(tx, new Date(tx.now.getTime() - YEARS_MS), BATCH))
  } while (count >= BATCH)
}

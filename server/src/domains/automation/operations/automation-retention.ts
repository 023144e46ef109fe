import { setTimeout as pause } from 'node:timers/promises'
import type { SystemScope } from '../../../platform/database/types.ts'
import { RETENTION, type Retention } from '../runs/retention.rules.ts'
import { forgetOld } from './retention.store.ts'

const BATCH = 1_000
/** Between batches, so that the outbox and other writers are never held up for long. */
const PAUSE_MS = 50

/** Forgets runs, deliveries and dedup keys that are older than their retention; answers how many rows went. */
export async function purgeExpiredAutomation(
  system: SystemScope,
  keep: Retention = RETENTION,
): Promise<number> {
  let total = 0
  for (;;) {
    const gone = await system.tx((tx) => forgetOld(tx, keep, BATCH))
    total += gone
    if (gone === 0) return total
    await pause(PAUSE_MS)
  }
}

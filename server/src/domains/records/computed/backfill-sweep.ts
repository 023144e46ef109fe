import type { Log } from '../../../platform/telemetry/log.ts'
import { createWorkLoop, type WorkLoop } from '../../../platform/scheduling/work-loop.ts'
import type { SystemScope, TenantRef, TenantScope } from '../../../platform/database/types.ts'
import type { AppsDoor } from '../../apps/apps.door.ts'
import { resumeBackfills } from './backfill-records.ts'

const EVERY_MS = 60_000

interface Deps {
  apps: AppsDoor
  system: SystemScope
  log: Log
}

/** Takes up, now and once a minute, what a stopped process has left of the work over all records of an app. */
export function startBackfillSweep(
  { apps, system, log }: Deps,
  tenant: (place: TenantRef) => TenantScope,
): WorkLoop {
  const loop = createWorkLoop({
    name: 'backfills',
    everyMs: EVERY_MS,
    look: () => resumeBackfills({ apps }, system, tenant).then(() => false),
    log,
  })
  loop.start()
  return loop
}

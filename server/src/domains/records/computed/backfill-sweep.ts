import type { Log } from '../../../platform/telemetry/log.ts'
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
): { stop(): Promise<void> } {
  let running: Promise<unknown> | null = null
  const sweep = () => {
    running ??= resumeBackfills({ apps }, system, tenant)
      .catch((err: unknown) => log.warn({ err }, 'failed to backfill record values; retrying'))
      .finally(() => {
        running = null
      })
  }
  sweep()
  const timer = setInterval(sweep, EVERY_MS)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}

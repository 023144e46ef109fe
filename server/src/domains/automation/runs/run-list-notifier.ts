import type { Announcement, TenantScope, TenantTx } from '../../../platform/database/types.ts'
import type { Log } from '../../../platform/telemetry/log.ts'

/** Notifies open lists that runs of their tenant advanced. */
export interface RunListNotifier {
  announce(tx: TenantTx): void
}

/** Minimum interval between notifications to the run lists of one tenant, however many runs are active. */
const QUIET_MS = 1_000

/** Notifies immediately after a quiet period, then at most every second, and always after the last change. */
export function createRunListNotifier(deps: {
  tenant(tenantId: string): Promise<TenantScope | null>
  log: Pick<Log, 'debug'>
}): RunListNotifier {
  /** Tenants notified within the last second; true when there is more to report. */
  const quiet = new Map<string, boolean>()
  const wait = (tenantId: string): void => {
    quiet.set(tenantId, false)
    setTimeout(() => void over(tenantId).catch((err: unknown) => missed(tenantId, err)), QUIET_MS).unref()
  }
  // No reason to fail a run: the notification is repeated.
  const missed = (tenantId: string, err: unknown): void => {
    deps.log.debug({ err, tenantId }, 'failed to notify run lists; retrying')
    if (!quiet.has(tenantId)) wait(tenantId)
    quiet.set(tenantId, true)
  }
  const over = async (tenantId: string): Promise<void> => {
    const isMore = quiet.get(tenantId) === true
    quiet.delete(tenantId)
    if (!isMore) return
    const scope = await deps.tenant(tenantId)
    if (scope !== null && !quiet.has(tenantId)) {
      wait(tenantId)
      await scope.tx(async (tx) => tx.announce(runsMoved(tx)))
    }
  }
  return {
    announce(tx) {
      if (quiet.has(tx.tenantId)) quiet.set(tx.tenantId, true)
      else {
        wait(tx.tenantId)
        tx.announce(runsMoved(tx))
      }
    },
  }
}

/** Which runs is not said: a list asks for what it shows. */
function runsMoved(tx: TenantTx): Announcement {
  return {
    topic: 'model',
    verb: 'updated',
    kind: 'runs',
    id: tx.tenantId,
    rev: tx.now.getTime(),
    need: 'run:read',
  }
}

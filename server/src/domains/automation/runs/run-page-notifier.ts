import type { Announcement, TenantTx } from '../../../platform/database/types.ts'
import type { Log } from '../../../platform/telemetry/log.ts'

/** Notifies open run pages of new steps, at a limited rate and without losing the last one. */
export interface RunPageNotifier {
  announce(
    tx: Pick<TenantTx, 'tenantId' | 'announce'>,
    open: ReadonlySet<string>,
    over: ReadonlySet<string>,
  ): void
}

/** The part of a tenant's scope that notifies. */
interface Telling {
  tx(work: (tx: Pick<TenantTx, 'announce'>) => Promise<void>): Promise<void>
}

/** A page that is open on a run learns of new steps at most this often. */
const QUIET_MS = 100
/** Pause before a word that the database would not take is said again. */
const AGAIN_MS = 1_000

/** Notifies immediately after a quiet period, then at most every 100 ms, including the last turn before a wait. */
export function createRunPageNotifier(deps: {
  tenant(tenantId: string): Promise<Telling | null>
  log: Pick<Log, 'debug'>
}): RunPageNotifier {
  const notified = new Map<string, number>()
  const late = new Map<string, Set<string>>()
  let timer: NodeJS.Timeout | undefined
  const later = (tenantId: string, runIds: Iterable<string>, pauseMs: number): void => {
    const waiting = late.get(tenantId) ?? new Set()
    for (const runId of runIds) waiting.add(runId)
    late.set(tenantId, waiting)
    timer ??= setTimeout(() => void notifyLater(), pauseMs).unref()
  }
  const notifyLater = async (): Promise<void> => {
    timer = undefined
    const due = [...late]
    late.clear()
    for (const [tenantId, runIds] of due) {
      if (runIds.size === 0) continue
      try {
        const scope = await deps.tenant(tenantId)
        await scope?.tx(async (tx) => {
          for (const runId of runIds) tx.announce(runProgressed(runId))
        })
      } catch (err) {
        // No reason to fail a run, but an open page would stay behind while the run waits.
        deps.log.debug({ err, tenantId }, 'failed to notify run pages; retrying')
        later(tenantId, runIds, AGAIN_MS)
      }
    }
  }
  return {
    announce(tx, open, over) {
      const now = Date.now()
      for (const runId of open) {
        if (now - (notified.get(runId) ?? 0) < QUIET_MS) later(tx.tenantId, [runId], QUIET_MS)
        else {
          notified.set(runId, now)
          tx.announce(runProgressed(runId))
        }
      }
      for (const runId of over) {
        notified.delete(runId)
        late.get(tx.tenantId)?.delete(runId)
      }
    },
  }
}

/** What the page of a run listens to. */
export function runProgressed(runId: string): Announcement {
  return { topic: 'task', type: 'run', taskId: runId, need: 'run:read' }
}

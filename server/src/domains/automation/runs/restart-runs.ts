import { audit } from '../../../platform/audit/audit.ts'
import type { TenantScope } from '../../../platform/database/types.ts'
import { newId } from '../../../platform/uuid.ts'
import type { Relay } from './relay.ts'
import { moveStarts } from './restart-runs.store.ts'

/** An open run whose invocation can't continue, and why. */
export interface LostRun {
  id: string
  /** Start that was lost; a run that has another one by now is left alone. */
  startId: string
  /** Shown in the audit log's object name: `killed`, `unknown` or `mismatch`. */
  reason: 'killed' | 'unknown' | 'mismatch'
}

/**
 * Starts runs again from their recorded turns in fresh invocations, and audits each: only an administrator of the engine,
 * a restored copy or a fault loses one. Returns the ids of runs that were lost too often and have to be failed.
 */
export async function restartRuns(
  relay: Pick<Relay, 'poke'> | null,
  scope: TenantScope,
  runs: readonly LostRun[],
): Promise<{ restarted: number; exhausted: string[] }> {
  const reasons = new Map(runs.map((run) => [run.id, run.reason]))
  return scope.tx(async (tx) => {
    const moved = await moveStarts(
      tx,
      runs.map(({ id, startId }) => ({ id, startId, newStartId: newId() })),
    )
    const restarted = moved.filter((run) => !run.exhausted)
    for (const { id, number, title } of restarted)
      await audit(tx, {
        accountId: tx.accountId,
        tenantId: tx.tenantId,
        actor: null,
        action: 'run.restarted_from_history',
        object: { kind: 'run', id, name: `${title} #${number} (${reasons.get(id)})` },
      })
    if (relay !== null && restarted.length > 0) tx.afterCommit(() => relay.poke())
    return {
      restarted: restarted.length,
      exhausted: moved.filter((run) => run.exhausted).map((run) => run.id),
    }
  })
}

import { createHash } from 'node:crypto'
import type { TenantScope } from '../../../platform/database/types.ts'
import type { Relay } from './relay.ts'

/** Turns in one invocation before a run continues in a fresh one. */
export const TURNS_PER_INVOCATION = 1_000

/**
 * Continues a run in a fresh invocation from its recorded turns: a journal of thousands of entries takes longer to
 * replay than the engine lets an attempt be still. Repeating it with the same number of turns changes nothing.
 */
export async function continueRun(
  { relay }: { relay: Pick<Relay, 'poke'> },
  scope: TenantScope,
  { runId, recorded }: { runId: string; recorded: number },
): Promise<void> {
  await scope.tx(async (tx) => {
    await tx.query(
      `with moved as (
         update caseloom.run set start_id = $3
          where tenant_id = $1 and id = $2 and state in ('queued', 'running', 'waiting') returning id
       )
       insert into caseloom.relay (id, tenant_id, run_id, kind, recorded, created_at, due_at)
       select $3, $1, m.id, 'start', $4, $5, $5 from moved m on conflict do nothing`,
      [tx.tenantId, runId, startIdOf(runId, recorded), recorded, new Date(tx.now)],
      'automation-continue-run',
    )
    tx.afterCommit(() => relay.poke())
  })
}

/** The same for the same place of the same run, so that a replay asks for nothing new. */
export function startIdOf(runId: string, place: number | string): string {
  const hex = createHash('sha256').update(`${runId}/${place}`).digest('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}

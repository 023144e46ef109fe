import { z } from 'zod'
import { SEMANTICS } from '@caseloom/playbook/run-types'
import type { TenantScope } from '../../../platform/database/types.ts'
import { startIdOf } from './continue-run.ts'
import type { HistoryWriter } from './history-writer.ts'
import type { Relay } from './relay.ts'

const MineRow = z.object({ mine: z.boolean() })

export interface ResumeRunDeps {
  relay: Pick<Relay, 'poke'>
  history: Pick<HistoryWriter, 'drained'>
}

/**
 * Continues a run from its recorded turns in a fresh invocation, because another version of the interpreter wrote its
 * journal. False when this version started it. `recorded` are the turns that this invocation started with.
 */
export async function resumeRunFromHistory(
  { relay, history }: ResumeRunDeps,
  scope: TenantScope,
  { runId, recorded }: { runId: string; recorded: number },
): Promise<boolean> {
  // The replay reported what only the journal knew; a fresh invocation knows only what is written.
  await history.drained()
  const startId = startIdOf(runId, `${SEMANTICS} after ${recorded}`)
  return scope.tx(async (tx) => {
    const rows = await tx.rows(
      MineRow,
      `with moved as (
         update caseloom.run set start_id = $3, semantics = $4
          where tenant_id = $1 and id = $2 and semantics <> $4 and state in ('queued', 'running', 'waiting')
         returning id
       ), started as (
         insert into caseloom.relay (id, tenant_id, run_id, kind, recorded, created_at, due_at)
         select $3, $1, m.id, 'start',
                (select count(*) from caseloom.run_entry e where e.run_id = m.id), $5, $5
           from moved m on conflict do nothing returning run_id
       )
       select true as mine from moved
        union all
       -- The invocation that was left behind came here once more before it ended.
       select true from caseloom.run where tenant_id = $1 and id = $2 and start_id = $3`,
      [tx.tenantId, runId, startId, SEMANTICS, new Date(tx.now)],
      'automation-take-over-run',
    )
    if (rows.length > 0) tx.afterCommit(() => relay.poke())
    return rows.length > 0
  })
}

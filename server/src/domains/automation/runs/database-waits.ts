import type { DatabaseWait } from '@caseloom/contract/automation/automation'
import { normalizeGuid } from '@caseloom/contract/kernel/ids'
import { z } from 'zod'
import { databaseWaits } from '../../../platform/database/patience.ts'
import type { SystemScope, Tx } from '../../../platform/database/types.ts'
import { writeFault } from '../../../platform/presence/write-fault.ts'

const WaitRow = z.object({ wait: z.unknown() })

/*
 * Who knows that a run waits for the database depends on the fault. While only a part of it refuses (a lock, a time
 * limit, a conflict), the worker that waits writes so beside its presence. While all of it refuses writes, no worker
 * can note anything, but the process that is asked can't write either and says so itself. While it doesn't answer, no
 * page of a run can be read at all, and the error of the request says why.
 */

/** Three beats of 10 seconds that did not come: the worker is gone, or can't reach the database. */
export const WORKER_GONE_MS = 30_000
const MAX_WAITS = 1_000

const RunWait = z.object({
  run: z.string(),
  step: z.string().nullable(),
  reason: z.string(),
  since: z.string(),
})
type RunWait = z.infer<typeof RunWait>

/** Runs that wait for the database in this process. */
export function ownRunWaits(): RunWait[] {
  return databaseWaits()
    .flatMap(({ runs, step, reason, since, isDatabase }) =>
      isDatabase ? runs().map((run) => ({ run, step, reason, since: since.toISOString() })) : [],
    )
    .filter(({ run }) => normalizeGuid(run) !== null)
    .slice(0, MAX_WAITS)
}

/** Waits that live workers noted, the longest first; all of them, or those of one run. */
export async function notedRunWaits(tx: Tx, runId: string | null = null): Promise<RunWait[]> {
  const rows = await tx.rows(
    WaitRow,
    `select w as wait from caseloom.worker_presence p, jsonb_array_elements(p.waits) w
      where p.at > $1 and ($2::text is null or w ->> 'run' = $2)
      order by w ->> 'since' limit ${MAX_WAITS}`,
    [new Date(tx.now.getTime() - WORKER_GONE_MS), runId],
    'automation-database-waits',
  )
  return rows.map(({ wait }) => RunWait.parse(wait))
}

/** What an open run waits for, as far as a worker noted it or this process knows it itself. */
export async function databaseWaitOf(
  deps: { system: SystemScope },
  { id, state }: { id: string; state: string },
): Promise<DatabaseWait | null> {
  if (state !== 'queued' && state !== 'running' && state !== 'waiting') return null
  const noted = await deps.system.read((tx) => notedRunWaits(tx, id))
  // A step that is known says more than the run alone.
  const wait = noted.find(({ step }) => step !== null) ?? noted[0]
  if (wait !== undefined) return { reason: wait.reason, since: wait.since, step: wait.step }
  // A run that waits for people or time needs no write now.
  const fault = state === 'waiting' ? null : writeFault()
  return fault === null ? null : { reason: fault.reason, since: fault.since.toISOString(), step: null }
}

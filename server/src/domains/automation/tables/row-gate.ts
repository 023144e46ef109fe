// Who can see what a run wrote into a table.
import { type Actor, may } from '@caseloom/contract/kernel/permissions'
import { storedTouches, type Touch } from '@caseloom/contract/records/touches'
import type { TenantScope } from '../../../platform/database/types.ts'
import type { GateDeps } from '../gate/run-gate.ts'
import type { RowRow } from './table-row.store.ts'

type Written = Pick<RowRow, 'touches'>

/** What the cells of a row may come from; nothing for a row that only people wrote. */
export function touchesOf({ touches }: Written): Touch[] {
  return touches === null ? [] : storedTouches(touches)
}

/**
 * Which of these rows the actor may read now: those that people wrote, and those that runs made of data that the actor may
 * read, which is data of runs for people. A row that wasn't given counts as closed.
 */
export async function openRows(
  { records }: GateDeps,
  scope: TenantScope,
  actor: Actor,
  rows: readonly Written[],
): Promise<(row: Written) => boolean> {
  const isReadable = await records.touches.judge(scope, actor, rows.flatMap(touchesOf))
  const seesRuns = actor.runId !== undefined || may(actor, 'run:data')
  return (row) => row.touches === null || (seesRuns && touchesOf(row).every(isReadable))
}

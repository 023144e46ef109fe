// Who may see the data of a run: what the run touched, and whether a person may read all of it.
import { normalizeGuid } from '@caseloom/contract/kernel/ids'
import { type Actor, may } from '@caseloom/contract/kernel/permissions'
import type { TenantScope } from '../../../platform/database/types.ts'
import type { RecordsDoor } from '../../records/records.door.ts'
import { ANYTHING, type Touch } from '@caseloom/contract/records/touches'
import { appsOfRecord, scopesOf, touchesOfScopes } from './run-touch.store.ts'

export interface GateDeps {
  records: Pick<RecordsDoor, 'touches'>
}

const UNKNOWN: readonly Touch[] = [ANYTHING]

/**
 * The single gate to run data: returns those runs whose inputs, outputs, values, errors, and messages the actor may see
 * now. Requires the permission run:data, and read access to everything that the run and the components it called
 * touched. A run that is deleted, or that began before touches were stored, counts as having touched anything.
 */
export async function openRuns(
  { records }: GateDeps,
  scope: TenantScope,
  actor: Actor,
  runIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (!may(actor, 'run:data') || runIds.length === 0) return new Set()
  const byRun = await scope.read(async (tx) => {
    const scopes = await scopesOf(tx, runIds)
    const known = new Set([...scopes.values()].filter((id) => id !== null))
    const touches = await touchesOfScopes(tx, [...known])
    return new Map(
      runIds.map((id) => {
        const own = scopes.get(id) ?? null
        return [id, own === null ? UNKNOWN : (touches.get(own) ?? UNKNOWN)]
      }),
    )
  })
  const isOpen = await records.touches.judge(scope, actor, [...byRun.values()].flat())
  return new Set([...byRun].flatMap(([id, touches]) => (touches.every(isOpen) ? [id] : [])))
}

export async function isOpenRun(
  deps: GateDeps,
  scope: TenantScope,
  actor: Actor,
  runId: string,
): Promise<boolean> {
  return (await openRuns(deps, scope, actor, [runId])).has(runId)
}

/** Whether the actor may read a record that a run touched: the list of its runs is theirs only then. */
export async function readsRecord(
  { records }: GateDeps,
  scope: TenantScope,
  actor: Actor,
  given: string,
): Promise<boolean> {
  const recordId = normalizeGuid(given)
  if (recordId === null) return false
  const apps = await scope.read((tx) => appsOfRecord(tx, recordId))
  const places = apps.map((appId) => ({ appId, recordId }))
  return (await records.touches.readable(scope, actor, places)).size > 0
}

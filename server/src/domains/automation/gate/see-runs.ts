import type { DeliveryView, LoopStop, RunSummary } from '@caseloom/contract/automation'
import { normaliseGuid } from '@caseloom/contract/ids'
import type { Actor } from '@caseloom/contract/permissions'
import type { FailureGroup } from '@caseloom/contract/run-control'
import type { TenantScope } from '../../../platform/database/types.ts'
import { loopStopsById } from '../causes/cause.read.ts'
import { type DeliveryFilter, type LoggedDelivery, listDeliveries } from '../triggers/deliveries.read.ts'
import { type GroupFilter, listFailureGroups } from '../operations/failure-groups.read.ts'
import { listRuns, type RunFilter } from '../runs/runs.read.ts'
import { closedError, closedSummary, HIDDEN_MESSAGE } from './closed-run.rules.ts'
import { type GateDeps, openRuns } from './run-gate.ts'
import { appsOfRecord } from './run-touch.store.ts'

/** One page of runs as this actor may see them; runs of a record are for those who may read it. */
export async function seeRuns(
  deps: GateDeps,
  scope: TenantScope,
  actor: Actor,
  filter: RunFilter,
): Promise<{ items: RunSummary[]; next: string | null }> {
  const { recordId } = filter
  if (recordId !== undefined && !(await readsRecord(deps, scope, actor, recordId)))
    return { items: [], next: null }
  const { items, next } = await listRuns(scope, filter)
  return { items: await seenRuns(deps, scope, actor, items), next }
}

/** Runs without what their errors say, where that is not the actor's to read. */
export async function seenRuns<Run extends Pick<RunSummary, 'id' | 'error'>>(
  deps: GateDeps,
  scope: TenantScope,
  actor: Actor,
  runs: readonly Run[],
): Promise<Run[]> {
  const failed = runs.flatMap(({ id, error }) => (error === null ? [] : [id]))
  const open = await openRuns(deps, scope, actor, failed)
  return runs.map((run) => (open.has(run.id) ? run : closedSummary(run)))
}

async function readsRecord(
  { records }: GateDeps,
  scope: TenantScope,
  actor: Actor,
  given: string,
): Promise<boolean> {
  const recordId = normaliseGuid(given)
  if (recordId === null) return false
  const apps = await scope.read((tx) => appsOfRecord(tx, recordId))
  const places = apps.map((appId) => ({ appId, recordId }))
  return (await records.touches.readable(scope, actor, places)).size > 0
}

/** Failed runs by what ended them; what the newest one said is there for those who may see its data. */
export async function seeFailureGroups(
  deps: GateDeps,
  scope: TenantScope,
  actor: Actor,
  filter: GroupFilter,
): Promise<FailureGroup[]> {
  const groups = await listFailureGroups(scope, filter)
  const open = await openRuns(
    deps,
    scope,
    actor,
    groups.map((group) => group.lastRun.id),
  )
  return groups.map((group) => (open.has(group.lastRun.id) ? group : { ...group, message: HIDDEN_MESSAGE }))
}

/** One page of a trigger's delivery log; what was delivered is named to those who may see data of runs and read it. */
export async function seeDeliveries(
  deps: GateDeps,
  scope: TenantScope,
  actor: Actor,
  command: { triggerId: string; filter: DeliveryFilter },
): Promise<{ items: DeliveryView[]; next: string | null }> {
  const { items, next } = await listDeliveries(scope, command.triggerId, command.filter)
  return { items: await seenDeliveries(deps, scope, actor, items), next }
}

type SeenDelivery<Line> = Omit<Line, 'about' | 'fixedReason' | 'loopStop'> & { loop: LoopStop | null }

export async function seenDeliveries<Line extends LoggedDelivery>(
  deps: GateDeps,
  scope: TenantScope,
  actor: Actor,
  lines: readonly Line[],
): Promise<SeenDelivery<Line>[]> {
  const runIds = lines.flatMap(({ runId }) => runId ?? [])
  const open = await openRuns(deps, scope, actor, runIds)
  const lone = lines.flatMap(({ runId, about }) => (runId === null && about !== null ? [about] : []))
  const isOpen = await deps.records.touches.judge(scope, actor, lone)
  const may = actor.permissions.has('run:data')
  const stopIds = [...new Set(lines.flatMap(({ loopStop }) => loopStop ?? []))]
  const stops = stopIds.length === 0 ? null : await scope.read((tx) => loopStopsById(tx, actor, stopIds))
  return lines.map(({ about, fixedReason, loopStop, ...rest }) => {
    const line = { ...rest, loop: loopStop === null ? null : (stops?.get(loopStop) ?? null) }
    const isSeen = line.runId === null ? may && (about === null || isOpen(about)) : open.has(line.runId)
    if (isSeen) return line
    const runError = line.runError === null ? null : closedError(line.runError)
    return { ...line, summary: null, dedupKey: null, reason: fixedReason ? line.reason : null, runError }
  })
}

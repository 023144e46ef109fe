import type { DeliveryView, LoopStop } from '@caseloom/contract/automation/automation'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { TenantScope } from '../../../platform/database/types.ts'
import { loopStopsById } from '../causes/cause.read.ts'
import { closedError } from '../gate/closed-run.rules.ts'
import { type GateDeps, openRuns } from '../gate/run-gate.ts'
import { type DeliveryFilter, type LoggedDelivery, listDeliveries } from './deliveries.read.ts'

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

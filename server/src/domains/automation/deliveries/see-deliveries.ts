import type { DeliveryView, LoopStop } from '@caseloom/contract/automation/automation'
import { type Actor, may } from '@caseloom/contract/kernel/permissions'
import type { TenantScope } from '../../../platform/database/types.ts'
import { loopStopsById } from '../causes/cause.read.ts'
import { closedError } from '../gate/closed-run.rules.ts'
import { type GateDeps, openRuns } from '../gate/run-gate.ts'
import { isSharedTo } from '../sharing/sharing.rules.ts'
import { sharedWithOf } from '../sharing/sharing.store.ts'
import { type DeliveryFilter, type LoggedDelivery, listDeliveries } from './deliveries.read.ts'
import { redeliverBlock } from './redelivery.rules.ts'

/** One page of a trigger's delivery log; what was delivered is named to those who may see data of runs and read it. */
export async function seeDeliveries(
  deps: GateDeps,
  scope: TenantScope,
  actor: Actor,
  command: { triggerId: string; filter: DeliveryFilter },
): Promise<{ items: DeliveryView[]; next: string | null }> {
  const { trigger, items, next } = await listDeliveries(scope, command.triggerId, command.filter)
  const isReadable = await readableDeliveries(deps, scope, actor, items)
  const isShared = await scope.read(async (tx) =>
    isSharedTo(actor, await sharedWithOf(tx, trigger.playbook_id)),
  )
  const { kind, enabled: isOn } = trigger
  const lines = items.map(({ isStored, initiator, ...line }) => {
    const facts = { kind, isOn, isStored, initiator, outcome: line.outcome }
    const block = redeliverBlock(actor, facts, { isShared, isSeen: isReadable(line) })
    return {
      ...line,
      redeliverBlock: block,
      can: { payload: isStored && isReadable(line), redeliver: block === null },
    }
  })
  return { items: await shownDeliveries(scope, actor, lines, isReadable), next }
}

type SeenDelivery<Line> = Omit<Line, 'about' | 'fixedReason' | 'loopStop'> & { loop: LoopStop | null }

export async function seenDeliveries<Line extends LoggedDelivery>(
  deps: GateDeps,
  scope: TenantScope,
  actor: Actor,
  lines: readonly Line[],
): Promise<SeenDelivery<Line>[]> {
  return shownDeliveries(scope, actor, lines, await readableDeliveries(deps, scope, actor, lines))
}

async function shownDeliveries<Line extends LoggedDelivery>(
  scope: TenantScope,
  actor: Actor,
  lines: readonly Line[],
  isReadable: (line: Origin) => boolean,
): Promise<SeenDelivery<Line>[]> {
  const stopIds = [...new Set(lines.flatMap(({ loopStop }) => loopStop ?? []))]
  const stops = stopIds.length === 0 ? null : await scope.read((tx) => loopStopsById(tx, actor, stopIds))
  return lines.map((line) => {
    const { about: _about, fixedReason, loopStop, ...rest } = line
    const seen = { ...rest, loop: loopStop === null ? null : (stops?.get(loopStop) ?? null) }
    if (isReadable(line)) return seen
    const runError = seen.runError === null ? null : closedError(seen.runError)
    return { ...seen, summary: null, dedupKey: null, reason: fixedReason ? seen.reason : null, runError }
  })
}

type Origin = Pick<LoggedDelivery, 'about'> & { runId: string | null }

/** Answers of which of these lines the actor may read everything: of the run, or of the record if none started. */
export async function readableDeliveries(
  deps: GateDeps,
  scope: TenantScope,
  actor: Actor,
  lines: readonly Origin[],
): Promise<(line: Origin) => boolean> {
  const open = await openRuns(
    deps,
    scope,
    actor,
    lines.flatMap(({ runId }) => runId ?? []),
  )
  const lone = lines.flatMap(({ runId, about }) => (runId === null && about !== null ? [about] : []))
  const isOpen = await deps.records.touches.judge(scope, actor, lone)
  const mayRead = may(actor, 'run:data')
  return ({ runId, about }) =>
    runId === null ? mayRead && (about === null || isOpen(about)) : open.has(runId)
}

// What led to a run, and the end of loops of playbooks that start one another.
import type { TenantTx } from '../../../platform/database/types.ts'
import { newId } from '../../../platform/uuid.ts'
import { noteStoppedLoop } from '../notices/notice.store.ts'
import { causesBy, type KnownCause, lockLoops, notYetNotified, recordStop, saveLoop } from './cause.store.ts'
import {
  type Cause,
  evaluateStart,
  type LoopLimits,
  type LoopRule,
  type LoopState,
  NO_LOOP,
} from './loop.rules.ts'

/** A run that another one wants to start. */
export interface CausedStart {
  parent: string
  playbookId: string
  isCall: boolean
  limits: LoopLimits
}

export type GuardVerdict =
  /** `cause` is null when the parent is gone: then the run begins a chain of its own. */
  { kind: 'start'; cause: Cause | null } | { kind: 'stop'; rule: LoopRule; stopId: string }

export interface GuardedStarts {
  /** In the order of the starts. */
  verdicts: readonly GuardVerdict[]
  /** Counts what did start, by its place. Only what started counts toward the limits. */
  settle(isStarted: (index: number) => boolean): Promise<void>
}

/** What a delivery log says of each rule; the members are shown separately, to those who may see them. */
export const STOP_REASONS: Readonly<Record<LoopRule, string>> = {
  depth: 'Stopped: too many playbooks started one another in a row',
  repeats: 'Stopped: this would continue a loop in which the same playbook came again too often',
  runs: 'Stopped: this would continue a loop that started too many runs within an hour',
}

/**
 * Lets runs start or stops them, by what repeats above them. One statement for a batch of chains without repetition;
 * only loops are locked and counted.
 */
export async function guardStarts(tx: TenantTx, starts: readonly CausedStart[]): Promise<GuardedStarts> {
  const known = await causesBy(tx, [...new Set(starts.map(({ parent }) => parent))])
  const loops = new Map([...known.values()].map(({ cause, loop }) => [cause.group, loop]))
  const suspects = starts.flatMap((start) => {
    const found = known.get(start.parent)
    return found !== undefined && isSuspect(start, found) ? [found.cause.group] : []
  })
  const locked =
    suspects.length === 0
      ? new Map<string, LoopState>()
      : await lockLoops(tx, [...new Set(suspects)].toSorted())
  for (const [group, loop] of locked) loops.set(group, loop)
  const verdicts: GuardVerdict[] = []
  const iterations: { index: number; group: string; loop: LoopState }[] = []
  for (const [index, start] of starts.entries()) {
    const found = known.get(start.parent)
    const verdict = found === undefined ? null : evaluate(start, found, loops)
    if (found === undefined || verdict === null) verdicts.push({ kind: 'start', cause: null })
    else if (verdict.kind === 'stop') verdicts.push(await stop(tx, start, { ...verdict, cause: found.cause }))
    else {
      verdicts.push({ kind: 'start', cause: found.cause })
      if (!verdict.isOnLoop) continue
      loops.set(found.cause.group, verdict.loop)
      iterations.push({ index, group: found.cause.group, loop: verdict.loop })
    }
  }
  return { verdicts, settle: (isStarted) => settle(tx, { iterations, locked, isStarted }) }
}

const evaluate = (
  { playbookId, isCall, limits }: CausedStart,
  { cause }: KnownCause,
  loops: ReadonlyMap<string, LoopState>,
) =>
  evaluateStart({ path: cause.path, playbookId, isCall }, { limits, loop: loops.get(cause.group) ?? NO_LOOP })

/** True when the start could be counted or rejected: its loop is checked again under a lock. */
function isSuspect({ playbookId, limits }: CausedStart, { cause: { path }, loop }: KnownCause): boolean {
  return (
    loop.members.size > 0 ||
    path.includes(playbookId) ||
    path.length > limits.depth ||
    new Set(path).size < path.length
  )
}

async function stop(
  tx: TenantTx,
  { parent, playbookId }: CausedStart,
  { rule, members, cause }: { rule: LoopRule; members: readonly string[]; cause: Cause },
): Promise<GuardVerdict> {
  const stopId = await recordStop(tx, { id: newId(), runId: parent, playbookId, rule, members })
  const fresh = await notYetNotified(tx, cause.group, [...new Set([...members, playbookId])])
  if (fresh.length > 0) await noteStoppedLoop(tx, fresh, parent)
  return { kind: 'stop', rule, stopId }
}

interface Settled {
  iterations: readonly { index: number; group: string; loop: LoopState }[]
  /** As they were before. */
  locked: ReadonlyMap<string, LoopState>
  isStarted: (index: number) => boolean
}

async function settle(tx: TenantTx, { iterations, locked, isStarted }: Settled): Promise<void> {
  for (const [group, own] of Map.groupBy(iterations, (iteration) => iteration.group)) {
    const started = own.filter(({ index }) => isStarted(index))
    if (started.length === 0) continue
    const members = new Set(started.flatMap(({ loop }) => [...loop.members]))
    await saveLoop(tx, group, { members, runs: (locked.get(group)?.runs ?? 0) + started.length })
  }
}

import { RunState, type RunView } from '@caseloom/contract/automation/automation'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { setTimeout as pause } from 'node:timers/promises'
import type { z } from 'zod'
import { audit } from '../../../platform/audit/audit.ts'
import type { TenantScope, TenantTx } from '../../../platform/database/types.ts'
import type { DurableEngine } from '../../../platform/durable/types.ts'
import { fail } from '../../../platform/errors.ts'
import { allow } from '../../../platform/rights.ts'
import type { CancelRelay } from './cancel-relay.ts'
import { answerCallers } from '../waits/answer-callers.ts'
import type { Waits } from '../waits/waits.ts'
import { type GetRunDeps, getRun } from './get-run.ts'
import {
  type ControlledRun,
  endInQueue,
  saveCancelRequest,
  lockRun,
  waitingStart,
} from './run-control.store.ts'
import { hasEnded } from './run-steps.rules.ts'
import { runProgressed } from './run-page-notifier.ts'

const ASK_WITHIN_MS = 2_000

export interface CancelRunDeps extends GetRunDeps {
  cancels: CancelRelay
  engine: Pick<DurableEngine, 'known'>
  waits: Pick<Waits, 'answer'>
}

/**
 * Asks a run to stop. A queued one ends here; a running one is notified through the engine, and the request is stored
 * until it has ended. Asking again changes nothing. Throws run.over with the state, resource.not_found.
 */
export async function cancelRun(
  deps: CancelRunDeps,
  scope: TenantScope,
  actor: Actor,
  command: { runId: string; ip?: string },
): Promise<z.infer<typeof RunView>> {
  allow(actor, 'playbook:run')
  const { runId, ip } = command
  const begun = await mayHaveBegun(deps, scope, runId)
  await scope.tx(async (tx) => {
    const run = await lockRun(tx, runId)
    if (run === null) throw fail('resource.not_found')
    if (run.asked && !wasInVain(run.state)) return
    if (hasEnded(RunState.parse(run.state))) {
      throw fail('run.over', {
        detail: `This run has already ended: ${run.state}`,
        extra: { state: run.state },
      })
    }
    const inQueue = run.state === 'queued' && !begun && !run.has_lived
    await saveCancelRequest(tx, { runId, by: { id: actor.id, name: actor.name }, inQueue })
    if (inQueue) await end(deps, tx, run)
    else tx.announce(runProgressed(runId))
    await audit(tx, {
      accountId: tx.accountId,
      tenantId: tx.tenantId,
      actor,
      action: 'run.cancel_requested',
      object: { kind: 'run', id: runId, name: `${run.title} #${run.number}` },
      before: { state: run.state },
      ip: ip ?? null,
    })
  })
  // Give the engine a moment to get the request; if it is unavailable, the relay retries.
  await Promise.race([deps.cancels.run(), pause(ASK_WITHIN_MS, undefined, { ref: false })])
  return getRun(deps, scope, actor, runId)
}

/**
 * A run appears as queued until its first turn is written, which is late after a crash: by then, it may have made
 * calls, asked, and waited. It is certainly queued only while its start is unconfirmed and unknown to the engine, and
 * it had no earlier one.
 */
async function mayHaveBegun(
  { engine }: Pick<CancelRunDeps, 'engine'>,
  scope: TenantScope,
  runId: string,
): Promise<boolean> {
  const start = await scope.read((tx) => waitingStart(tx, runId))
  if (start === null) return true
  // An engine that is away and has confirmed nothing begins nothing.
  return engine.known([start]).then(
    (states) => states.has(start),
    () => false,
  )
}

/** The run came to its own end before the wish reached it. */
function wasInVain(state: string): boolean {
  return state === 'succeeded' || state === 'failed'
}

async function end({ waits }: CancelRunDeps, tx: TenantTx, run: ControlledRun): Promise<void> {
  await endInQueue(tx, run.id)
  await answerCallers(waits, tx, [run.id])
  const payload = { runId: run.id, state: 'cancelled', playbookId: run.playbook_id }
  tx.announce({ topic: 'internal', name: 'run.ended', payload })
  tx.announce(runProgressed(run.id))
}

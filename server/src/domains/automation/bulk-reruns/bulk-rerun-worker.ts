import type { RerunVersion } from '@caseloom/contract/automation/run-control'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { Logger } from 'pino'
import type { SystemScope, TenantScope, TenantTx } from '../../../platform/database/types.ts'
import { isFailure } from '../../../platform/errors.ts'
import { createWorkLoop, type WorkLoop } from '../../../platform/scheduling/work-loop.ts'
import { confirmNewer, mayRepeat, type RerunDeps, repeatIn } from '../runs/rerun-run.ts'
import type { ActorOf } from '../run-model/run-actor.ts'
import {
  claimBulkRerun,
  deleteBulkRerun,
  isRerun,
  saveBulkRerunStep,
  postponeBulkRerun,
  bulkRerunById,
  type BulkRerunRow,
} from './bulk-rerun.store.ts'

export interface BulkRerunDeps extends RerunDeps {
  system: SystemScope
  tenant(tenantId: string): Promise<TenantScope | null>
  actorOf: ActorOf
  log: Logger
}

/** Runs that one transaction repeats. */
const BATCH = 20
const LOOK_MS = 3_000
/** While the tenant's queue is full, or something outside is away. */
const PUT_OFF_MS = 5_000

/** Repeats runs whose repetition was asked for. Any number of processes may do so: each run is repeated once. */
export function startBulkRerunWorker(deps: BulkRerunDeps): WorkLoop {
  const { log } = deps
  const loop = createWorkLoop({ name: 'repetitions', everyMs: LOOK_MS, look: () => repeatDue(deps), log })
  loop.start()
  return loop
}

async function repeatDue(deps: BulkRerunDeps): Promise<void> {
  for (;;) {
    const claimed = await deps.system.tx(claimBulkRerun)
    if (claimed === null) return
    await continueBulkRerun(deps, claimed).catch(async (err: unknown) => {
      deps.log.warn({ err, repetition: claimed.id }, 'failed to continue a bulk rerun')
      await deps.system.tx((tx) => postponeBulkRerun(tx, claimed.id, PUT_OFF_MS))
    })
  }
}

type Verdict = 'may' | 'forbidden'

async function continueBulkRerun(
  deps: BulkRerunDeps,
  claimed: { id: string; tenant_id: string },
): Promise<void> {
  const scope = await deps.tenant(claimed.tenant_id)
  if (scope === null) throw new Error('The tenant isn’t active')
  const row = await scope.read((tx) => bulkRerunById(tx, claimed.id))
  // Its playbook was deleted, or someone stopped it.
  if (row === null) return deps.system.tx((tx) => deleteBulkRerun(tx, claimed.id))
  if (row.state !== 'running') return
  const actor = await asker(deps, row)
  const verdicts = new Map<string, Verdict>()
  let isFull = false
  for (const runId of row.run_ids.slice(row.done, row.done + BATCH)) {
    const verdict = await verdictOn(deps, scope, actor, { runId, version: row.run_with })
    if (verdict === 'full') {
      isFull = true
      break
    }
    verdicts.set(runId, verdict)
  }
  await scope.tx((tx) => repeatBatch(deps, tx, { row, actor, verdicts, isFull }))
}

/** The requester with their current permissions; null when they are no longer a user here. */
async function asker(deps: BulkRerunDeps, row: BulkRerunRow): Promise<Actor | null> {
  const actor = await deps.actorOf(row.actor_id, row.tenant_id)
  const { permissions } = row
  if (actor === null || permissions === null) return actor
  return { ...actor, permissions: new Set([...actor.permissions].filter((one) => permissions.includes(one))) }
}

async function verdictOn(
  deps: BulkRerunDeps,
  scope: TenantScope,
  actor: Actor | null,
  run: { runId: string; version: RerunVersion },
): Promise<Verdict | 'full'> {
  if (actor === null) return 'forbidden'
  try {
    await mayRepeat(deps, scope, actor, run.runId)
    await confirmNewer(deps, scope, actor, run)
    return 'may'
  } catch (error) {
    if (isFailure(error, 'request.too_many')) return 'full'
    // No one is present to confirm what a newer version does with their permissions.
    if (isFailure(error, 'statement.confirm_first')) return 'forbidden'
    // A run that has been deleted meanwhile can't be rerun.
    if (isFailure(error, 'right.missing') || isFailure(error, 'resource.not_found')) return 'forbidden'
    throw error
  }
}

interface Batch {
  row: BulkRerunRow
  actor: Actor | null
  verdicts: ReadonlyMap<string, Verdict>
  isFull: boolean
}

/** The runs and how far the repetition is, in one transaction: after a crash none comes twice. */
async function repeatBatch(
  deps: BulkRerunDeps,
  tx: TenantTx,
  { row, actor, verdicts, isFull }: Batch,
): Promise<void> {
  const now = await bulkRerunById(tx, row.id, true)
  // Stopped meanwhile, or another process has done this batch.
  if (now === null || now.state !== 'running' || now.done !== row.done) return
  const counts = { started: 0, repeated: 0, forbidden: 0 }
  for (const [runId, verdict] of verdicts) {
    if (verdict === 'forbidden' || actor === null) counts.forbidden += 1
    else if (await isRerun(tx, runId)) counts.repeated += 1
    else {
      const isStarted = await rerunUnlessGone(deps, tx, actor, { runId, version: row.run_with, ip: row.ip })
      if (isStarted) counts.started += 1
      else counts.forbidden += 1
    }
  }
  const done = row.done + verdicts.size
  const hasEnded = done >= row.run_ids.length
  await saveBulkRerunStep(tx, {
    id: row.id,
    state: hasEnded ? 'done' : 'running',
    done,
    ...counts,
    dueAt: new Date(tx.now.getTime() + (isFull ? PUT_OFF_MS : 0)),
  })
}

/** False when the playbook has no published version any more. */
async function rerunUnlessGone(
  deps: BulkRerunDeps,
  tx: TenantTx,
  ...[actor, command]: [Actor, Parameters<typeof repeatIn>[3]]
): Promise<boolean> {
  try {
    await repeatIn(deps, tx, actor, command)
    return true
  } catch (error) {
    if (isFailure(error, 'playbook.not_published')) return false
    throw error
  }
}
